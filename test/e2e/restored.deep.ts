import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Connection } from '@temporalio/client';
import { findFreePort } from '../../cli/embedded/ports';
import { startTemporalDev, type RunningTemporalDev } from '../../cli/embedded/temporal';
import { readDatabaseMark } from '../../db/restoration/database-mark';
import { readKeptMarks } from '../../workflows/client/database-marks';
import { connectWorkflows } from '../../workflows/client/workflow-client';
import { registerSearchAttributes } from '../../workflows/search-attributes';
import { eventually, instructionBody, settlementBody } from '../support/builders';
import { closeAtEnd } from '../support/closing';
import { CommandLine } from '../support/command-line';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startDeployment, type Deployment, type ServiceProcess } from '../support/processes';
import { backUp, restore } from '../support/restore';
import { call, type Answer } from '../support/stack';

/**
 * Processes as they are deployed, while one of their two stores is set back to an earlier moment; the ledger of the partner
 * judges. Source: docs/OPERATIONS.md, "Backups and restore"
 */
const PATH = '/api/v1/payments/instructions';
/** The reconciler waits until a payment has rested, and looks four times a minute. */
const REPAIR_MS = 180_000;

let folder: string;
let port: number;
let temporal: RunningTemporalDev;
let database: TestDatabase;
let deployment: Deployment;
let partner: TestPartner;
let key: string;
let api: ServiceProcess;
let worker: ServiceProcess;
/** What the partner has of each instruction. */
const statuses = new Map<string, string>();

async function startTemporal(): Promise<void> {
  const cli = process.env['CORRIDOR_TEMPORAL_CLI'];
  if (cli === undefined) throw new Error('Run the tests with "npm test": it finds the Temporal CLI.');
  const dataFile = path.join(folder, 'temporal.db');
  temporal = await startTemporalDev({ cli, dataFile, port, uiPort: null, log: () => undefined, namespace: 'default' });
  const connection = await Connection.connect({ address: temporal.address });
  await registerSearchAttributes(connection, 'default');
  await connection.close();
}

/** Copies Temporal's three files, which belong together. */
function copyTemporal(from: string, to: string): void {
  for (const ending of ['', '-wal', '-shm']) {
    const [source, target] = [path.join(folder, `${from}${ending}`), path.join(folder, `${to}${ending}`)];
    rmSync(target, { force: true });
    if (existsSync(source)) copyFileSync(source, target);
  }
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'corridor-restored-'));
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  port = await findFreePort();
  await startTemporal();
  closeAtEnd(() => temporal.stop());
  database = await createTestDatabase();
  deployment = await startDeployment({ temporalAddress: `127.0.0.1:${port}`, database });
  partner = await startTestPartner(database, deployment.vault, {
    name: 'north',
    react({ method, path: where, body }) {
      const id = method === 'POST' ? String(JSON.parse(body.toString()).instructionId) : (where.split('/')[2] ?? '');
      if (method === 'POST') statuses.set(id, statuses.get(id) ?? 'submitted');
      const status = statuses.get(id);
      return status === undefined ? { status: 404, body: {} } : { status: 200, body: { partnerReference: id, status } };
    },
  });
  key = await deployment.createKey('acme');
  [api, worker] = await Promise.all([deployment.startApi(), deployment.startWorker()]);
});

const create = (idempotencyKey: string): Promise<Answer> =>
  deployment.call(api, 'POST', PATH, {
    key,
    body: instructionBody(),
    headers: { 'Idempotency-Key': idempotencyKey },
  });

async function submitted(): Promise<{ id: string; repeat: string }> {
  const repeat = randomUUID();
  const { body } = await create(repeat);
  const { instructionId: id } = body['data'] as { instructionId: string };
  await deployment.submission(api, key, id);
  return { id, repeat };
}

/** Its partner settles it, and says so. */
async function settle(id: string): Promise<void> {
  const answer = await deployment.call(api, 'POST', `${PATH}/${id}/settlement`, {
    key: partner.key,
    body: settlementBody(),
  });
  expect(answer.status).toBe(200);
  statuses.set(id, 'settled');
}

const reaches = (id: string, status: string): Promise<unknown> =>
  eventually(
    () => database.query<{ status: string }>('select status from payment_instructions where id = $1', [id]),
    ([row]) => row?.status === status,
    `${id} ${status}`,
    REPAIR_MS,
  );

/** How often the partner was sent each instruction. */
function ledger(): Map<string, number> {
  const calls = new Map<string, number>();
  for (const { body } of partner.submissions()) {
    const { instructionId } = JSON.parse(body.toString()) as { instructionId: string };
    calls.set(instructionId, (calls.get(instructionId) ?? 0) + 1);
  }
  return calls;
}

/** Waits until Temporal has a mark beyond the database's of now. */
async function isMarked(): Promise<void> {
  const workflows = connectWorkflows(
    { address: temporal.address, namespace: 'default', tls: null, apiKey: null },
    'test',
  );
  const { position } = await readDatabaseMark(database);
  const kept = async () => (await readKeptMarks(workflows, await readDatabaseMark(database))).own?.position ?? 0;
  await eventually(kept, (own) => own > position, 'a later mark', REPAIR_MS).finally(() => workflows.close());
}

it('Temporal is set back: payments that it has forgotten go on, and none is sent again', async () => {
  const known = await submitted();
  await temporal.stop();
  copyTemporal('temporal.db', 'copy.db');
  await startTemporal();
  const [settled, open] = [await submitted(), await submitted()];
  await settle(settled.id);
  await settle(known.id);
  const before = ledger();
  await temporal.stop();
  copyTemporal('copy.db', 'temporal.db');
  await startTemporal();
  const answers = await eventually(
    () => deployment.workflowResult(`pay/${known.id}`).catch(() => null),
    (result) => result !== null,
    'the outcome of a payment whose workflow had forgotten it',
    REPAIR_MS,
  );
  expect(answers).toEqual({ status: 'settled' });
  await settle(open.id);
  await reaches(open.id, 'settled');
  expect(ledger()).toEqual(before);
  expect([...before.values()]).toEqual([1, 1, 1]);
});

it('Postgres is set back: processes stand by until the command was run, and nothing is paid twice', async () => {
  const [later, open] = [await submitted(), await submitted()];
  const restoredTo = new Date().toISOString();
  const copy = await backUp(database);
  await settle(later.id);
  const lost = await submitted();
  await settle(lost.id);
  await isMarked();
  await Promise.all([api.kill(), worker.kill()]);
  await restore(database, copy);
  const before = ledger();

  const ports = { api: await findFreePort(), worker: await findFreePort() };
  const started = [
    deployment.startApi({ PORT: String(ports.api) }),
    deployment.startWorker({ HEALTH_PORT: String(ports.worker) }),
  ] as const;
  for (const at of [ports.api, ports.worker]) {
    const look = (where: string) => () => call(`http://127.0.0.1:${at}`, 'GET', where).catch(() => null);
    const isBehind = ({ reason }: Record<string, unknown> = {}): boolean =>
      String(reason).includes('corridor restored --to TIME');
    const ready = await eventually(look('/readyz'), (answer) => isBehind(answer?.body), 'the reason', REPAIR_MS);
    expect(ready?.status).toBe(503);
    expect((await look('/healthz')())?.status).toBe(200);
  }
  const cli = new CommandLine({ ...deployment.settings });
  const { code, said } = await cli.run('restored', '--to', restoredTo, '--json');
  expect(code).toBe(0);
  expect(said).toMatchObject({ createsClosed: false, lost: { open: 0, settled: 1 } });

  [api, worker] = await Promise.all(started);
  await reaches(later.id, 'settled');
  const repeated = await create(lost.repeat);
  expect(repeated).toMatchObject({ status: 409, body: { error: { code: 'DUPLICATE', instructionId: lost.id } } });
  await settle(open.id);
  await reaches(open.id, 'settled');
  expect(ledger()).toEqual(before);
});
