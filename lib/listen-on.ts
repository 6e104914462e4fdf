import type { Server } from 'node:net';

/**
 * Lets a server listen.
 * @param at a free port where none is given, and this machine alone where no host is
 * @returns the port
 * @throws the fault of the system, such as EADDRINUSE
 */
export function listenOn(server: Server, at: { port?: number; host?: string } = {}): Promise<number> {
  const { port = 0, host = '127.0.0.1' } = at;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
