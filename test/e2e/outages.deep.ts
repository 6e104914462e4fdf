import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../cli/embedded/ports';
import { startTemporalDev, type RunningTemporalDev } from '../../cli/embedded/temporal';
import { Connection } from '@temporalio/client';
import { registerSearchAttributes } from '../../workflows/search-attributes';
import { closeAtEnd } from '../support/closing';
import { eventually, instructionBody, settlementBody } from '../support/builders';
import type { ShownPayment } from '../support/payment-scene';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startDeployment, type Deployment, type ServiceProcess } from '../support/processes';

const PATH = '/api/v1/payments/instructions';

let folder: string;
let port: number;
let temporal: RunningTemporalDev;
let deployment: Deployment;
let partner: TestPartner;
let key: string;

function cli(): string {
  const file = process.env['CORRIDOR_TEMPORAL_CLI'];
  if (file === undefined) throw new Error('Run the tests with "npm test": it finds the Temporal CLI.');
  return file;
}

async function startTemporal(): Promise<RunningTemporalDev> {
  const started = await startTemporalDev({
    cli: cli(),
    dataFile: path.join(folder, 'temporal.db'),
    port,
    uiPort: null,
    log: () => undefined,
    namespace: 'default',
  });
  const connection = await Connection.connect({ address: started.address });
  await registerSearchAttributes(connection, 'default');
  await connection.close();
  return started;
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'corridor-outage-'));
  port = await findFreePort();
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  temporal = await startTemporal();
  closeAtEnd(() => temporal.stop());
  deployment = await startDeployment({ temporalAddress: `127.0.0.1:${port}` });
  partner = await startTestPartner(deployment.database, deployment.vault, { name: 'north' });
  key = await deployment.createKey('acme');
});

async function instruction(api: ServiceProcess, id: string): Promise<ShownPayment> {
  const answer = await deployment.call(api, 'GET', `${PATH}/${id}`, { key });
  expect(answer.status).toBe(200);
  return answer.body['data'] as ShownPayment;
}

describe('while Temporal is down', () => {
  it('reads and reports go on, creates are kept and submitted afterwards', async () => {
    const api = await deployment.startApi();
    const worker = await deployment.startWorker();
    const before = await deployment.call(api, 'POST', PATH, { key, body: instructionBody() });
    const known = (before.body['data'] as { instructionId: string }).instructionId;
    await deployment.submission(api, key, known);
    await temporal.stop();

    expect((await instruction(api, known)).status).toBe('submitted');
    const report = await deployment.call(api, 'PUT', `${PATH}/${known}/status`, {
      key: partner.key,
      body: { status: 'accepted' },
    });
    expect(report.status).toBe(200);
    expect(report.body['data']).toMatchObject({ disposition: 'applied' });

    // Temporal comes back after the answer alone.
    const created = await deployment.call(api, 'POST', PATH, { key, body: instructionBody() });
    expect(created.status).toBe(201);
    expect(created.body['data']).toMatchObject({ status: 'pending' });
    const kept = (created.body['data'] as { instructionId: string }).instructionId;
    expect((await instruction(api, kept)).statusHistory.map((entry) => entry.status)).toEqual(['pending']);

    temporal = await startTemporal();
    const { statusHistory } = await deployment.submission(api, key, kept);
    expect(statusHistory.map((entry) => entry.status)).toEqual(['pending', 'submitted']);
    expect(partner.submissions().filter((request) => request.body.toString().includes(kept))).toHaveLength(1);

    const settled = await deployment.call(api, 'POST', `${PATH}/${known}/settlement`, {
      key: partner.key,
      body: settlementBody(),
    });
    expect(settled.status).toBe(200);
    const left = () => deployment.database.query<{ topic: string }>('select topic from outbox');
    await eventually(left, (rows) => rows.length === 0, 'the emptying of the outbox');
    await Promise.all([api.kill(), worker.kill()]);
  });
});

describe('while a partner cannot be reached', () => {
  it('the instruction waits as pending and is sent once the partner is back', async () => {
    const dead = await findFreePort();
    const away = await startTestPartner(deployment.database, deployment.vault, {
      name: 'away',
      url: `http://127.0.0.1:${dead}`,
      route: { currencies: ['CHF'], countries: ['CH'], priority: 1 },
    });
    const api = await deployment.startApi();
    const worker = await deployment.startWorker();
    const beneficiary = {
      name: 'Muster AG',
      country: 'CH',
      bankAccount: { accountNumber: '1234', swiftBic: 'UBSWCHZH', country: 'CH' },
    };
    const body = instructionBody({ currency: 'CHF', beneficiary, settlementRoute: { routeId: away.routeId } });
    const created = await deployment.call(api, 'POST', PATH, { key, body });
    expect(created.body['data']).toMatchObject({ status: 'pending' });
    const { instructionId } = created.body['data'] as { instructionId: string };
    const dispatches = () =>
      deployment.database.query<{ state: string }>('select state from dispatches where instruction_id = $1', [
        instructionId,
      ]);
    await eventually(dispatches, (rows) => rows[0]?.state === 'not_delivered', 'the failed dispatch');

    await deployment.database.query('update partners set url = $2 where id = $1', [away.id, away.server.url]);
    await worker.kill();
    const next = await deployment.startWorker();
    await deployment.submission(api, key, instructionId);
    expect(away.submissions()).toHaveLength(1);
    await away.server.close();
    await Promise.all([api.kill(), next.kill()]);
  });
});
