import { randomBytes } from 'node:crypto';
import { connect, createServer, type Server } from 'node:net';
import { recordDataKeys } from '../../db/data-keys';
import { openVault } from '../../lib/vault';
import { closeAtEnd } from '../support/closing';
import { startDeployment } from '../support/processes';
import { listenOn } from '../../lib/listen-on';

async function listening(server: Server): Promise<number> {
  const port = await listenOn(server);
  closeAtEnd(() => new Promise((resolve) => server.close(resolve)));
  return port;
}

/** A way to Postgres that cuts its first connection off once something is said, and leads on from then on. */
async function cuttingTheFirst(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  const target = Number(url.port);
  let count = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    count += 1;
    if (count === 1) {
      socket.once('data', () => socket.destroy());
      return;
    }
    const onward = connect(target, '127.0.0.1');
    onward.on('error', () => socket.destroy());
    onward.on('close', () => socket.destroy());
    socket.on('close', () => onward.destroy());
    socket.pipe(onward).pipe(socket);
  });
  url.port = String(await listening(server));
  return url.href;
}

// Whoever supervises a process starts it again when it has ended: one that stays without serving is never replaced.
describe('a process that cannot start', () => {
  it.each(['startApi', 'startWorker'] as const)('ends where Postgres cuts it off as it begins (%s)', async (start) => {
    const deployment = await startDeployment();
    const DATABASE_URL = await cuttingTheFirst(deployment.database.url);
    await expect(deployment[start]({ DATABASE_URL })).rejects.toThrow('ended with 1');
  });

  it.each(['startApi', 'startWorker'] as const)('ends with the data key of another database (%s)', async (start) => {
    const deployment = await startDeployment();
    await recordDataKeys(deployment.database, openVault(randomBytes(32).toString('base64')));
    await expect(deployment[start]()).rejects.toThrow('ended with 1');
  });

  it.each(['PORT', 'METRICS_PORT'])('ends where its %s is taken', async (name) => {
    const deployment = await startDeployment();
    const taken = await listening(createServer());
    await expect(deployment.startApi({ [name]: String(taken) })).rejects.toThrow('ended with 1');
  });
});
