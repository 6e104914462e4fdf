import { isOpenSql } from '../../../db/status-sql';
import { ensureMaintenance, MAINTENANCE } from '../../../workflows/client/maintenance';
import { workflowIds } from '../../../workflows/contract';
import { closeAtEnd } from '../../support/closing';
import { eventually, instructionBody, settlementBody } from '../../support/builders';
import { startScriptedServer, type Reaction, type ScriptedServer } from '../../support/http-server';
import { startTestPartner, type TestPartner } from '../../support/partner';
import { startStack, type Stack } from '../../support/stack';
import { begun, clientOf } from '../../support/temporal';
import { wakeSender } from '../../../workflows/client/deliveries';

const PATH = '/api/v1/payments/instructions';

let stack: Stack;
let partner: TestPartner;
let receiver: ScriptedServer;
let key: string;
let reaction: Reaction | undefined;
let received = 200;

beforeAll(async () => {
  receiver = await startScriptedServer(() => ({ status: received }));
  stack = await startStack({ maintenance: true, webhookTrustedOrigins: [receiver.url] });
  partner = await startTestPartner(stack.database, stack.vault, { name: 'north', react: () => reaction });
  key = await stack.createKey('acme');
  const { schedule } = clientOf(stack.services.workflows);
  for (const id of [MAINTENANCE.reconciliation, MAINTENANCE.repairs]) {
    const pause = () => schedule.getHandle(id).pause('tests trigger it');
    await eventually(
      () =>
        pause()
          .then(() => true)
          .catch(() => false),
      Boolean,
      'the Schedule',
    );
  }
  closeAtEnd(async () => {
    for (const id of Object.values(MAINTENANCE)) await schedule.getHandle(id).delete();
  });
});

beforeEach(() => {
  reaction = undefined;
  received = 200;
});

function handleOf(workflowId: string) {
  return begun(clientOf(stack.services.workflows), workflowId);
}

/** Visibility of workflows, which the reconciler compares with, follows what happens after a moment. */
async function terminate(workflowId: string): Promise<void> {
  const client = clientOf(stack.services.workflows);
  await (await begun(client, workflowId)).terminate('by mistake');
  const running = `WorkflowId = '${workflowId}' and ExecutionStatus = 'Running'`;
  await eventually(
    () => client.workflow.count(running),
    ({ count }) => count === 0,
    `that ${workflowId} is listed as ended`,
  );
}

/** Lets everything have happened ten minutes earlier, and looks once. */
async function reconcile(): Promise<Record<string, number>> {
  const earlier = `- interval '10 minutes'`;
  await stack.database.query(`update payment_instructions set last_updated_at = last_updated_at ${earlier}`);
  await stack.database.query(
    `update deliveries set next_attempt_at = now() ${earlier}, created_at = created_at ${earlier}
     where status in ('pending', 'delivering', 'paused')`,
  );
  await stack.database.query(`update repairs set last_at = last_at - interval '2 hours'`);
  const client = clientOf(stack.services.workflows);
  const workflowId = `reconciliation-${Math.random()}`;
  const taskQueue = 'maintenance';
  return (await client.workflow.execute('reconciliation', { workflowId, taskQueue, args: [] })) as Record<
    string,
    number
  >;
}

async function pay(): Promise<string> {
  const body = instructionBody({
    settlementRoute: { routeId: partner.routeId },
    clientReference: `c-${Math.random()}`,
  });
  const answer = await stack.call('POST', PATH, { key, body });
  expect(answer.status).toBe(201);
  return (answer.body['data'] as { instructionId: string }).instructionId;
}

async function statusOf(id: string): Promise<unknown> {
  const [row] = await stack.database.query<{ status: string }>(
    'select status from payment_instructions where id = $1',
    [id],
  );
  return row?.status;
}

async function reaches(id: string, status: string): Promise<void> {
  await eventually(
    () => statusOf(id),
    (found) => found === status,
    status,
  );
}

async function isRunning(workflowId: string): Promise<boolean> {
  return (await (await handleOf(workflowId)).describe()).status.name === 'RUNNING';
}

function settle(id: string): Promise<unknown> {
  return stack.call('POST', `${PATH}/${id}/settlement`, { key: partner.key, body: settlementBody() });
}

function submissionsOf(id: string): number {
  return partner.submissions().filter(({ headers }) => JSON.stringify(headers).includes(id)).length;
}

describe('a payment whose workflow was terminated', () => {
  it('is sent once its partner is back', async () => {
    reaction = { status: 503, body: {} };
    const id = await pay();
    const waits = () =>
      stack.database.query(`select 1 from payment_instructions where id = $1 and waiting_reason like 'partner_%'`, [
        id,
      ]);
    await eventually(waits, (rows) => rows.length === 1, 'that it waits');
    await terminate(workflowIds.payment(id));
    reaction = undefined;
    expect((await reconcile())['payment']).toBe(1);
    await reaches(id, 'submitted');
  });

  it('is not sent again when the partner has it, and gets its outcome', async () => {
    const id = await pay();
    await reaches(id, 'submitted');
    const sent = partner.submissions().length;
    await terminate(workflowIds.payment(id));
    expect((await reconcile())['payment']).toBe(1);
    expect(await isRunning(workflowIds.payment(id))).toBe(true);
    await settle(id);
    await expect((await handleOf(workflowIds.payment(id))).result()).resolves.toEqual({ status: 'settled' });
    expect(partner.submissions().length).toBe(sent);
    expect(submissionsOf(id)).toBe(1);
  });

  it('has its partner asked for a cancellation at once, without the reconciler', async () => {
    const id = await pay();
    await reaches(id, 'submitted');
    await terminate(workflowIds.payment(id));
    expect((await stack.call('POST', `${PATH}/${id}/cancel`, { key, body: {} })).status).toBe(202);
    await reaches(id, 'cancelled');
    expect(partner.server.requests.filter(({ path }) => path.includes(`${id}/cancel`))).toHaveLength(1);
    expect(submissionsOf(id)).toBe(1);
    await expect((await handleOf(workflowIds.payment(id))).result()).resolves.toEqual({ status: 'cancelled' });
  });

  it('is tried again by the Schedule itself, while its partner was away and is back', async () => {
    reaction = { status: 429, body: {} };
    const id = await pay();
    const isWaiting = () =>
      stack.database.query(`select from payment_instructions where id = $1 and waiting_reason = 'partner_refusing'`, [
        id,
      ]);
    await eventually(isWaiting, (rows) => rows.length === 1, 'that it waits');
    await terminate(workflowIds.payment(id));
    reaction = undefined;
    const schedule = clientOf(stack.services.workflows).schedule.getHandle(MAINTENANCE.reconciliation);
    await schedule.unpause();
    await reaches(id, 'submitted');
    await schedule.pause('tests trigger it');
  });

  it('has its partner asked again and again while nothing is decided', async () => {
    const id = await pay();
    await reaches(id, 'submitted');
    reaction = { status: 404, body: {} };
    const questions = () => partner.server.requests.filter(({ path }) => path.includes(`${id}/cancel`)).length;
    const areAsked = (times: number) =>
      eventually(
        () => Promise.resolve(questions()),
        (count) => count === times,
        `${times} questions`,
      );
    await stack.call('POST', `${PATH}/${id}/cancel`, { key, body: {} });
    await areAsked(1);
    for (const times of [2, 3]) {
      expect((await reconcile())['cancellation']).toBe(1);
      await areAsked(times);
    }
    reaction = undefined;
    await reconcile();
    await reaches(id, 'cancelled');
  });

  it('is shown to the operator once it was begun in vain three times, until it runs', async () => {
    const id = await pay();
    await reaches(id, 'submitted');
    for (let times = 0; times < 4; times += 1) {
      await terminate(workflowIds.payment(id));
      await reconcile();
    }
    const flags = () =>
      stack.database.query<{ kind: string }>(
        `select kind from operator_flags where subject = $1 and cleared_at is null`,
        [id],
      );
    expect(await flags()).toEqual([{ kind: 'workflow_missing' }]);
    await reconcile();
    expect(await flags()).toEqual([]);
    await settle(id);
  });
});

describe('payments that all run', () => {
  it('are compared with Temporal in one call, and only the one that was lost is asked about', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, pay));
    for (const id of ids) await reaches(id, 'submitted');
    const client = clientOf(stack.services.workflows);
    const isShown = async () => {
      const [open] = await stack.database.query<{ count: number }>(
        `select count(*)::int as count from payment_instructions where ${isOpenSql('stage')}`,
      );
      const prefix = workflowIds.payment('');
      const running = `WorkflowId starts_with '${prefix}' and ExecutionStatus = 'Running'`;
      return (await client.workflow.count(running)).count === open?.count;
    };
    await eventually(isShown, Boolean, 'that Temporal lists the open payments and no other');
    const list = jest.spyOn(client.workflowService, 'listWorkflowExecutions');
    const describeOne = jest.spyOn(client.workflowService, 'describeWorkflowExecution');
    await reconcile();
    expect(list).toHaveBeenCalledTimes(1);
    expect(describeOne).not.toHaveBeenCalled();
    await terminate(workflowIds.payment(ids[7] ?? ''));
    describeOne.mockClear();
    expect((await reconcile())['payment']).toBe(1);
    expect(describeOne).toHaveBeenCalledTimes(1);
    jest.restoreAllMocks();
    for (const id of ids) await settle(id);
  });
});

describe('a payment whose signal was lost', () => {
  it('learns its outcome from the row', async () => {
    const id = await pay();
    await reaches(id, 'submitted');
    await stack.stopWorkers();
    await settle(id);
    await stack.database.query(`delete from outbox where subject = $1`, [id]);
    await stack.startWorkers();
    // Payments of other tests that have just ended may be listed as running still.
    expect((await reconcile())['outcome']).toBeGreaterThanOrEqual(1);
    await expect((await handleOf(workflowIds.payment(id))).result()).resolves.toEqual({ status: 'settled' });
  });
});

describe('a delivery', () => {
  async function waitingDelivery(): Promise<string> {
    received = 500;
    const body = { url: `${receiver.url}/hook`, events: ['payment.submitted'] };
    const hook = await stack.call('POST', '/v1/webhooks', { key, body });
    expect(hook.status).toBe(201);
    await pay();
    const waiting = () =>
      stack.database.query<{ id: string }>(
        `select d.id from deliveries d join delivery_attempts a on a.delivery_id = d.id and a.duration_ms is not null
         where d.webhook_id = $1 and d.status = 'pending' and d.next_attempt_at is not null limit 1`,
        [hook.body['id']],
      );
    const [row] = await eventually(waiting, (rows) => rows.length > 0, 'a failed attempt');
    const id = row?.id ?? '';
    await begun(clientOf(stack.services.workflows), workflowIds.delivery(id));
    return id;
  }

  const attemptsOf = (id: string) => () =>
    stack.database.query<{ number: number }>(
      'select number from delivery_attempts where delivery_id = $1 and duration_ms is not null order by number',
      [id],
    );

  it('goes on with its next attempt when its workflow was terminated', async () => {
    const id = await waitingDelivery();
    await terminate(workflowIds.delivery(id));
    received = 200;
    expect((await reconcile())['delivery']).toBeGreaterThanOrEqual(1);
    const numbers = await eventually(attemptsOf(id), (rows) => rows.length === 2, 'the second attempt');
    expect(numbers).toEqual([{ number: 1 }, { number: 2 }]);
    await expect((await handleOf(workflowIds.delivery(id))).result()).resolves.toEqual({
      status: 'delivered',
      attempts: 2,
    });
  });

  it('is sent when the sender of its subscription was terminated before the first attempt', async () => {
    await stack.stopWorkers();
    const body = { url: `${receiver.url}/hook`, events: ['shipment.created'] };
    const hook = String((await stack.call('POST', '/v1/webhooks', { key, body })).body['id']);
    const shipment = { origin_country: 'US', destination_country: 'DE' };
    expect((await stack.call('POST', '/v1/shipments', { key, body: shipment })).status).toBe(201);
    await wakeSender(stack.services.workflows, { webhookId: hook, accountId: 'acc_1' });
    await terminate(workflowIds.sender(hook));
    await stack.database.query(`delete from outbox where topic = 'webhook.send'`);
    await stack.startWorkers();
    expect((await reconcile())['delivery']).toBeGreaterThanOrEqual(1);
    const statuses = () =>
      stack.database.query<{ status: string }>('select status from deliveries where webhook_id = $1', [hook]);
    await eventually(statuses, (rows) => rows.every(({ status }) => status === 'delivered'), 'the delivery');
  });

  it('goes on when somebody cancels its workflow', async () => {
    const id = await waitingDelivery();
    const handle = await handleOf(workflowIds.delivery(id));
    await handle.cancel();
    const isNoted = async () => JSON.stringify(await handle.fetchHistory()).includes('CancelRequested');
    await eventually(isNoted, Boolean, 'the request');
    expect((await handle.describe()).status.name).toBe('RUNNING');
    const note = async () => String(await handle.query('__temporal_workflow_metadata').then(JSON.stringify));
    await eventually(note, (text) => text.includes('cancels no delivery'), 'the note');
  });
});

/** Source: docs/GAPS.md#P3, docs/GAPS.md#recalls */
describe('a question to a partner whose workflow was terminated', () => {
  const questionsAbout = (path: string) => partner.server.requests.filter((request) => request.path === path).length;

  /** Has the partner answer nothing of use until its workflow was terminated, and then looks for what is lost. */
  async function losing(workflowId: string, path: string, ask: () => Promise<unknown>): Promise<void> {
    reaction = { status: 503, body: {} };
    await ask();
    await partner.server.until(() => questionsAbout(path) > 0, 'the first question');
    await terminate(workflowId);
    reaction = undefined;
    const asked = questionsAbout(path);
    const earlier = `interval '10 minutes'`;
    await stack.database.query(
      `update payment_instructions
       set recall = recall || jsonb_build_object('requestedAt', now() - ${earlier}) where recall is not null`,
    );
    await stack.database.query(`update reconciliation_cases set last_seen_at = last_seen_at - ${earlier}`);
    expect((await reconcile())['question']).toBe(1);
    await (await handleOf(workflowId)).result();
    expect(questionsAbout(path)).toBe(asked + 1);
    // It was answered: what is waited for now is the partner's report.
    expect((await reconcile())['question']).toBe(0);
  }

  it('is asked again for settled money that its client wants back', async () => {
    const id = await pay();
    await reaches(id, 'submitted');
    await settle(id);
    const recall = () => stack.call('POST', `${PATH}/${id}/recall`, { key, body: {} });
    await losing(workflowIds.paymentRecall(id), `/instructions/${id}/recall`, recall);
  });

  it('is asked again to stop a payment that has ended here', async () => {
    const id = await pay();
    await reaches(id, 'submitted');
    const report = (status: string) =>
      stack.call('PUT', `${PATH}/${id}/status`, { key: partner.key, body: { status } });
    await report('failed');
    await losing(workflowIds.paymentStop(id), `/instructions/${id}/cancel`, () => report('processing'));
  });

  it('is asked again to stop where the payment has left it', async () => {
    let stopAnswer: Reaction = { status: 503, body: {} };
    const refusing = await startTestPartner(stack.database, stack.vault, {
      name: 'refusing',
      route: { currencies: ['SEK'], feeFixed: '0', feeBps: '0' },
      react: ({ path }) => (path === '/instructions' ? { status: 422, body: { message: 'not this one' } } : stopAnswer),
    });
    const body = instructionBody({ currency: 'SEK' });
    const answer = await stack.call('POST', PATH, { key, body });
    const id = (answer.body['data'] as { instructionId: string }).instructionId;
    await reaches(id, 'submitted');
    await stack.call('PUT', `${PATH}/${id}/status`, { key: refusing.key, body: { status: 'processing' } });
    const workflowId = workflowIds.paymentStop(id, refusing.id);
    await refusing.server.until((all) => all.some(({ path }) => path.endsWith('/cancel')), 'the first question');
    await terminate(workflowId);
    stopAnswer = { status: 202, body: {} };
    await stack.database.query(`update partner_reports set recorded_at = recorded_at - interval '10 minutes'`);
    expect((await reconcile())['question']).toBe(1);
    await (await handleOf(workflowId)).result();
    expect((await reconcile())['question']).toBe(0);
  });
});

describe('the Schedule of the retention', () => {
  it('deletes what is out of date', async () => {
    await stack.database.query(
      `insert into repairs (kind, subject, last_at) values ('payment', 'instr_old', now() - interval '8 days')`,
    );
    await clientOf(stack.services.workflows).schedule.getHandle(MAINTENANCE.retention).trigger();
    const left = () => stack.database.query(`select 1 from repairs where subject = 'instr_old'`);
    await eventually(left, (rows) => rows.length === 0, 'the deletion');
  });
});

describe('a Schedule of the reconciler', () => {
  it.each([MAINTENANCE.reconciliation, MAINTENANCE.repairs])('%s is made once, and keeps a pause', async (id) => {
    await ensureMaintenance(stack.services.workflows);
    const { state, policies } = await clientOf(stack.services.workflows).schedule.getHandle(id).describe();
    expect(policies.overlap).toBe('SKIP');
    expect(state.paused).toBe(true);
  });
});
