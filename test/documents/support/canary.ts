import { createServer } from 'node:http';
import { closeAtEnd } from '../../support/closing';
import { listenOn } from '../../../lib/listen-on';

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
  const port = await listenOn(server);
  closeAtEnd(() => server.close());
  return {
    url: `http://127.0.0.1:${port}/steal`,
    takeVisits() {
      const taken = visits;
      visits = 0;
      return taken;
    },
  };
}
