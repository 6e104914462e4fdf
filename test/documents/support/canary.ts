import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAtEnd } from '../../support/closing';

/** A server that a document must never reach. */
export interface Canary {
  /** Address that markup is to call. */
  url: string;
  /** @returns how many have called since this was asked last */
  takeVisits(): number;
}

export async function startCanary(): Promise<Canary> {
  let visits = 0;
  const server = createServer((_request, response) => {
    visits += 1;
    response.end('seen');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAtEnd(() => server.close());
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/steal`,
    takeVisits() {
      const taken = visits;
      visits = 0;
      return taken;
    },
  };
}
