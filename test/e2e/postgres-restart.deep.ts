import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../cli/embedded/ports';
import { startPostgres, type RunningPostgres } from '../../cli/embedded/postgres';
import { openDatabase, openOperatorDatabase } from '../../db/database';
import { migrate } from '../../db/migrate';
import { closeAtEnd } from '../support/closing';
import { eventually, instructionBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startDeployment, type Deployment, type ServiceProcess } from '../support/processes';

const PATH = '/api/v1/payments/instructions';
const CLIENTS = 4;
/** Instructions of one client; Postgres ends while the second of them is under way. */
const EACH = 5;

let folder: string;
let port: number;
let postgres: RunningPostgres;
let deployment: Deployment;
let partner: TestPartner;
let key: string;

function start(): Promise<RunningPostgres> {
  const binDir = process.env['CORRIDOR_POSTGRES_BIN'];
  if (binDir === undefined) throw new Error('Run the tests with "npm test": it finds Postgres.');
  return startPostgres({ binDir, dataDir: path.join(folder, 'postgres'), port, log: () => undefined, durable: true });
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'corridor-restart-'));
  port = await findFreePort();
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  postgres = await start();
  closeAtEnd(() => postgres.stop());
  const owner = openOperatorDatabase(postgres.databaseUrl);
  closeAtEnd(() => owner.close());
  await migrate(owner);
  const database = openDatabase(postgres.databaseUrl, 4);
  closeAtEnd(() => database.close());
  deployment = await startDeployment({ database });
  const received = new Set<string>();
  partner = await startTestPartner(deployment.database, deployment.vault, {
    name: 'north',
    react(request) {
      // Asked about an instruction that it never received, it says so: then the same attempt is sent again.
      if (request.method === 'GET') return received.has(request.path) ? undefined : { status: 404, body: {} };
      const { instructionId } = JSON.parse(request.body.toString()) as { instructionId: string };
      received.add(`/instructions/${instructionId}`);
      return undefined;
    },
  });
  key = await deployment.createKey('acme');
});

interface Outcome {
  /** Id of each instruction that was acknowledged. */
  ids: string[];
  /** Every status that was answered on the way. */
  statuses: number[];
}

/** A careful client: one instruction after the other, each with a key of its own, tried until it is acknowledged. */
async function submit(api: ServiceProcess, client: string, onProgress: () => void): Promise<Outcome> {
  const outcome: Outcome = { ids: [], statuses: [] };
  for (let index = 0; index < EACH; index += 1) {
    const reference = `${client}-${index}`;
    const request = {
      key,
      body: instructionBody({ clientReference: reference }),
      headers: { 'Idempotency-Key': reference },
    };
    const answer = await eventually(
      async () => {
        const tried = await deployment.call(api, 'POST', PATH, request);
        outcome.statuses.push(tried.status);
        return tried;
      },
      ({ status }) => status === 201,
      `the acknowledgement of ${reference}`,
    );
    outcome.ids.push((answer.body['data'] as { instructionId: string }).instructionId);
    onProgress();
  }
  return outcome;
}

/** Lets the clients submit and ends Postgres by `end` once the first instructions are acknowledged. */
async function submitThrough(name: string, api: ServiceProcess, end: () => Promise<void>): Promise<Outcome> {
  let acknowledged = 0;
  let restarting = Promise.resolve();
  const onProgress = (): void => {
    acknowledged += 1;
    if (acknowledged !== CLIENTS) return;
    restarting = end().then(async () => {
      postgres = await start();
    });
  };
  const clients = Array.from({ length: CLIENTS }, (_, index) => submit(api, `${name}-${index}`, onProgress));
  const outcomes = await Promise.all(clients);
  await restarting;
  return {
    ids: outcomes.flatMap(({ ids }) => ids),
    statuses: outcomes.flatMap(({ statuses }) => statuses),
  };
}

async function statusesOf(ids: readonly string[]): Promise<string[]> {
  const rows = await deployment.database.query<{ status: string }>(
    'select status from payment_instructions where id = any($1)',
    [ids],
  );
  return rows.map(({ status }) => status);
}

describe('Postgres ends and comes back', () => {
  const ENDINGS: [string, () => Promise<void>][] = [
    ['when it is restarted', () => postgres.stop()],
    [
      'when it is killed',
      async () => {
        process.kill(postgres.pid, 'SIGKILL');
        await postgres.stop();
      },
    ],
  ];

  it.each(ENDINGS)('without losing what was acknowledged or sending it twice, %s', async (name, end) => {
    const api = await deployment.startApi();
    const worker = await deployment.startWorker();
    const { ids, statuses } = await submitThrough(name.replaceAll(' ', '-'), api, end);
    expect(new Set(ids).size).toBe(CLIENTS * EACH);
    expect(statuses).toContain(503);
    // Once Postgres is away a client is told to come back, never that something is broken.
    expect([...new Set(statuses)].filter((status) => status !== 201 && status !== 503 && status !== 409)).toEqual([]);
    await eventually(
      () => statusesOf(ids),
      (found) => found.length === ids.length && found.every((status) => status === 'submitted'),
      'the submission of everything that was acknowledged',
    );
    const kept = await deployment.database.query<{ id: string }>(
      `select id from payment_instructions where client_reference like $1`,
      [`${name.replaceAll(' ', '-')}-%`],
    );
    expect(kept.map(({ id }) => id).sort()).toEqual([...ids].sort());
    for (const id of ids) {
      const sent = partner.submissions().filter((request) => request.body.toString().includes(id));
      expect(new Set(sent.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([`${id}:1`]));
      expect(sent).toHaveLength(1);
    }
    await Promise.all([api.kill(), worker.kill()]);
  });
});
