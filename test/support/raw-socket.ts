import { connect, type Socket } from 'node:net';

/** A client that writes its bytes by hand. */
export class RawClient {
  private text = '';
  private readonly socket: Socket;
  readonly closed: Promise<string>;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect(Number(port), hostname);
    this.socket.on('data', (bytes: Buffer) => {
      this.text += bytes.toString();
    });
    this.socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => this.socket.on('close', () => resolve(this.text)));
  }

  write(text: string): void {
    this.socket.write(text);
  }

  /** Writes, and waits until the system has taken all of it. */
  sent(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.socket.write(text, (fault) => (fault ? reject(fault) : resolve()));
    });
  }

  /** Reads nothing until `resume`. */
  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    this.socket.resume();
  }

  /** Writes and goes away without waiting for an answer. */
  writeAndLeave(text: string): void {
    this.socket.write(text, () => this.socket.destroy());
  }

  destroy(): void {
    this.socket.destroy();
  }
}
