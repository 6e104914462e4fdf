import type { Server } from 'node:net';

/**
 * Starts a server's listening.
 * @param at by default a free port, and this machine alone
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
