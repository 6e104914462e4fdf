import { createServer } from 'node:net';
import { listenOn } from '../../lib/listen-on';
import { closeAtEnd } from '../support/closing';

function makeServer() {
  const server = createServer();
  closeAtEnd(() => new Promise((resolve) => server.close(resolve)));
  return server;
}

it('listens on a free port of this machine, and keeps no handler of faults', async () => {
  const server = makeServer();
  const port = await listenOn(server);
  expect(server.address()).toMatchObject({ address: '127.0.0.1', port });
  expect(server.listenerCount('error')).toBe(0);
});

it('fails on a port that somebody listens on', async () => {
  const port = await listenOn(makeServer());
  await expect(listenOn(makeServer(), { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
