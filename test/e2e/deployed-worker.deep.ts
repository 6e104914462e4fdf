import { findFreePort } from '../../cli/embedded/ports';
import { answerProbes } from '../../cli/worker-health';
import { Front } from '../../process/front';
import { WORKER_QUEUES } from '../../workflows/contract';
import { instructionBody } from '../support/builders';
import { closeAtEnd } from '../support/closing';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startDeployment, type Deployment, type ServiceProcess } from '../support/processes';

const PATH = '/api/v1/payments/instructions';

let deployment: Deployment;
let api: ServiceProcess;
let partner: TestPartner;
let key: string;
let healthPort: number;

beforeAll(async () => {
  deployment = await startDeployment();
  healthPort = await findFreePort();
  const told = { HEALTH_PORT: String(healthPort) };
  [api] = await Promise.all([deployment.startApi(), deployment.startWorker(told)]);
  partner = await startTestPartner(deployment.database, deployment.vault, { name: 'north' });
  key = await deployment.createKey('acme');
});

describe('a worker process as it is deployed', () => {
  it('ends the workflow of a payment with its outcome', async () => {
    const created = await deployment.call(api, 'POST', PATH, { key, body: instructionBody() });
    const { instructionId } = created.body['data'] as { instructionId: string };
    await deployment.submission(api, key, instructionId);
    for (const status of ['accepted', 'processing', 'settled']) {
      const path = `${PATH}/${instructionId}/status`;
      const told = await deployment.call(api, 'PUT', path, { key: partner.key, body: { status } });
      expect(told.status).toBe(200);
    }
    // The wait for reports is a timer in a scope of its own: ending that scope must not end the workflow.
    expect(await deployment.workflowResult(`pay/${instructionId}`)).toMatchObject({ status: 'settled' });
  });

  it('tells that it polls its queues and reads the outbox', async () => {
    expect((await fetch(`http://127.0.0.1:${healthPort}/livez`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${healthPort}/healthz`)).status).toBe(200);
    const answer = await fetch(`http://127.0.0.1:${healthPort}/readyz`);
    expect(answer.status).toBe(200);
    const { status, temporal, queues, ...rest } = (await answer.json()) as Record<string, unknown>;
    expect([status, temporal]).toEqual(['ok', true]);
    expect(rest).toMatchObject({ relayLookedAt: expect.any(String), clockOffsetSeconds: expect.any(Number) });
    expect(queues).toEqual(Object.fromEntries(WORKER_QUEUES.map((queue) => [queue, 'RUNNING'])));
    expect((await fetch(`http://127.0.0.1:${healthPort}/`)).status).toBe(404);
  });

  it('tells when it does not', async () => {
    const parts = {
      temporal: true,
      database: true,
      queues: { payments: 'FAILED' },
      clockOffsetSeconds: 0,
      relayLookedAt: null,
    };
    const front = await Front.open({ host: '127.0.0.1', port: 0, publicUrl: '' });
    closeAtEnd(() => front.close());
    const statusOf = async (isEnding: boolean): Promise<unknown> => {
      front.serve(answerProbes({ health: () => Promise.resolve({ isReady: false, isEnding, ...parts }) }));
      const answer = await fetch(`http://127.0.0.1:${front.port}/readyz`);
      expect(answer.status).toBe(503);
      return answer.json();
    };
    expect(await statusOf(false)).toEqual({ status: 'unavailable', ...parts });
    expect(await statusOf(true)).toEqual({ status: 'draining', ...parts });
    expect((await fetch(`http://127.0.0.1:${front.port}/livez`)).status).toBe(200);
  });
});
