import { randomBytes } from 'node:crypto';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { findFreePort } from '../../cli/embedded/ports';
import { recordDataKeys } from '../../db/data-keys';
import { openVault } from '../../lib/vault';
import { eventually } from '../support/builders';
import { closeAtEnd } from '../support/closing';
import { startDeployment } from '../support/processes';
import { temporalAddress } from '../support/temporal';
import { listenOn } from '../../lib/listen-on';

async function listening(server: Server): Promise<number> {
  const port = await listenOn(server);
  closeAtEnd(() => new Promise((resolve) => server.close(resolve)));
  return port;
}

function leadOn(socket: Socket, target: number): void {
  const onward = connect(target, '127.0.0.1');
  onward.on('error', () => socket.destroy());
  onward.on('close', () => socket.destroy());
  socket.on('close', () => onward.destroy());
  socket.pipe(onward).pipe(socket);
}

/** A way to a backend that is closed at first: connections are refused. */
async function openLater(target: URL): Promise<{ url: URL; open: () => Promise<unknown> }> {
  const url = new URL(target);
  const port = await findFreePort();
  url.host = `127.0.0.1:${port}`;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    leadOn(socket, Number(target.port));
  });
  // Before that of the processes, which are ended first: their connections would keep it.
  closeAtEnd(() => new Promise((resolve) => server.close(resolve)));
  return { url, open: () => listenOn(server, { port }) };
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
    leadOn(socket, target);
  });
  url.port = String(await listening(server));
  return url.href;
}

describe('a process that starts while Postgres is away', () => {
  it.each(['startApi', 'startWorker'] as const)('starts although it is cut off as it begins (%s)', async (start) => {
    const deployment = await startDeployment();
    const DATABASE_URL = await cuttingTheFirst(deployment.database.url);
    await expect(deployment[start]({ DATABASE_URL })).resolves.toMatchObject({});
  });

  it.each([
    ['startApi', 'PORT', 'DATABASE_URL', 'Postgres'],
    ['startWorker', 'HEALTH_PORT', 'DATABASE_URL', 'Postgres'],
    ['startWorker', 'HEALTH_PORT', 'TEMPORAL_ADDRESS', 'Temporal'],
  ] as const)('lives, is not ready and says so (%s, %s, %s)', async (start, portName, addressName, backend) => {
    const deployment = await startDeployment();
    const target = { DATABASE_URL: deployment.database.url, TEMPORAL_ADDRESS: `http://${temporalAddress()}` };
    const way = await openLater(new URL(target[addressName]));
    const port = String(await findFreePort());
    const address = addressName === 'DATABASE_URL' ? way.url.href : way.url.host;
    const starting = deployment[start]({ [portName]: port, [addressName]: address });
    const probe = (path: string) => () =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        async (answer) => ({ status: answer.status, body: (await answer.json()) as Record<string, unknown> }),
        () => null,
      );
    const reason = `the process waits for ${backend}`;
    await eventually(probe('/readyz'), (answer) => answer?.body['reason'] === reason, reason);
    expect(await probe('/readyz')()).toMatchObject({ status: 503, body: { status: 'unavailable' } });
    expect(await probe('/livez')()).toMatchObject({ status: 200 });
    await way.open();
    await starting;
    await eventually(probe('/readyz'), (answer) => answer?.status === 200, 'a process that is ready');
  });
});

it('a process that starts before the migrations of its release waits for them', async () => {
  const deployment = await startDeployment();
  const applied = await deployment.database.query('delete from knex_migrations returning *');
  const HEALTH_PORT = String(await findFreePort());
  const starting = deployment.startWorker({ HEALTH_PORT });
  const reasonOf = () =>
    fetch(`http://127.0.0.1:${HEALTH_PORT}/readyz`).then(
      async (answer) => ((await answer.json()) as { reason?: string }).reason,
      () => undefined,
    );
  const reason = 'the process waits for "corridor migrate"';
  await eventually(reasonOf, (given) => given === reason, reason);
  await deployment.database.query(
    'insert into knex_migrations select * from jsonb_populate_recordset(null::knex_migrations, $1)',
    [JSON.stringify(applied)],
  );
  await expect(starting).resolves.toMatchObject({});
});

// Whoever supervises a process starts it again when it has ended: one that stays without serving is never replaced.
describe('a process that cannot start', () => {
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
