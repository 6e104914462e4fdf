import { connect, createServer, type Server, type Socket } from 'node:net';
import { listenOn } from '../../lib/listen-on';
import type { LinkName, Toxic } from './schedule';

/** How late bytes arrive under `delay`. */
const DELAY_MS = 2_000;

/** One direction of a connection. */
interface Flow {
  to: Socket;
  /** Bytes that wait for the end of a pause or delay; null is the end of the stream. */
  waiting: { chunk: Buffer | null; dueAtMs: number }[];
  timer: NodeJS.Timeout | null;
  /** Whether its bytes disappear for ever. */
  isStranded: boolean;
}

/**
 * A TCP proxy of this process in front of one program, for one of its peers.
 *
 * - `silence`: bytes disappear in both directions; connections of that time are cut when it ends.
 * - `pause`: bytes are held, and arrive when it ends.
 * - `delay`: bytes arrive two seconds late.
 * - `reset`: connections are reset at once, and new ones too until it ends.
 */
export class ProxyLink {
  private toxic: Toxic | null = null;
  private readonly flows = new Set<Flow>();
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;
  /** Port of 127.0.0.1 on which the proxy listens. */
  port = 0;

  /** @param targetPort port of 127.0.0.1 to which connections lead */
  constructor(
    readonly name: LinkName,
    private readonly targetPort: number,
  ) {}

  async listen(): Promise<void> {
    const server = createServer({ allowHalfOpen: true }, (client) => this.join(client));
    this.server = server;
    this.port = await listenOn(server);
  }

  apply(toxic: Toxic): Promise<void> {
    this.toxic = toxic;
    if (toxic === 'reset') this.resetAll();
    return Promise.resolve();
  }

  /** Connections that stand carry nothing from now on, and do not end, as after a fail-over; new ones work. */
  strand(): void {
    for (const flow of this.flows) flow.isStranded = true;
  }

  /** Ends what was applied. */
  heal(): Promise<void> {
    const was = this.toxic;
    this.toxic = null;
    if (was === 'silence') this.resetAll();
    for (const flow of this.flows) this.flush(flow, Infinity);
    return Promise.resolve();
  }

  async close(): Promise<void> {
    this.resetAll();
    await new Promise((resolve) => (this.server === null ? resolve(null) : this.server.close(resolve)));
  }

  private resetAll(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  private join(client: Socket): void {
    if (this.toxic === 'reset') {
      client.resetAndDestroy();
      return;
    }
    const server = connect({ port: this.targetPort, host: '127.0.0.1', allowHalfOpen: true });
    client.setNoDelay(true);
    server.setNoDelay(true);
    this.carry(client, server);
    this.carry(server, client);
  }

  private carry(from: Socket, to: Socket): void {
    const flow: Flow = { to, waiting: [], timer: null, isStranded: false };
    this.sockets.add(from);
    this.flows.add(flow);
    from.on('data', (chunk: Buffer) => this.take(flow, chunk));
    from.on('end', () => this.take(flow, null));
    // A peer that vanished is reset for the other side too; close follows.
    from.on('error', () => to.resetAndDestroy());
    from.on('close', () => {
      this.sockets.delete(from);
      this.flows.delete(flow);
      if (from.destroyed && !from.readableEnded) to.destroy();
    });
  }

  private take(flow: Flow, chunk: Buffer | null): void {
    if (this.toxic === 'silence' || flow.isStranded) return;
    const waitMs = this.toxic === 'pause' ? Infinity : this.toxic === 'delay' ? DELAY_MS : 0;
    flow.waiting.push({ chunk, dueAtMs: performance.now() + waitMs });
    this.flush(flow, performance.now());
  }

  private flush(flow: Flow, untilMs: number): void {
    let next = flow.waiting[0];
    while (next !== undefined && next.dueAtMs <= untilMs) {
      flow.waiting.shift();
      if (next.chunk === null) flow.to.end();
      else if (flow.to.writable) flow.to.write(next.chunk);
      next = flow.waiting[0];
    }
    if (next === undefined || next.dueAtMs === Infinity || flow.timer !== null) return;
    flow.timer = setTimeout(() => {
      flow.timer = null;
      this.flush(flow, performance.now());
    }, next.dueAtMs - performance.now());
  }
}
