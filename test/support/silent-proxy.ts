import { connect, createServer, type Socket } from 'node:net';
import { closeAtEnd } from './closing';
import { listenOn } from '../../lib/listen-on';

/** Stands between a process and its database, and can let connections fall silent as a fail-over does. */
export interface SilentProxy {
  /** The database's address through the proxy. */
  url: string;
  /** From now on nothing passes on the connections that are open; new ones work. */
  silence(): void;
  /** Done after the file's tests at the latest. */
  close(): Promise<void>;
}

export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const watch = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((incoming) => {
    const outgoing = connect(Number(target.port), target.hostname);
    watch(incoming);
    watch(outgoing);
    incoming.pipe(outgoing);
    outgoing.pipe(incoming);
  });
  const port = await listenOn(server);
  const close = closeAtEnd(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.toString(),
    silence() {
      for (const socket of sockets) {
        socket.unpipe();
        socket.removeAllListeners('data');
        socket.pause();
      }
    },
    close,
  };
}
