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

  /** Writes and goes away without waiting for an answer. */
  writeAndLeave(text: string): void {
    this.socket.write(text, () => this.socket.destroy());
  }

  destroy(): void {
    this.socket.destroy();
  }
}
