import { listFlags, raiseFlag } from '../../../db/operator-flags';
import { recordDoubt } from '../../../db/payments/dispatch/dispatch';
import { recordOperatorDecision } from '../../../db/payments/review/operator-decision';
import { readLastRun } from '../../../workflows/client/payment-runs';
import { reportsRecorded, workflowIds } from '../../../workflows/contract';
import { eventually } from '../../support/builders';
import { startRestoreScene, type RestoreScene } from '../../support/restore-scene';
import { begun, clientOf } from '../../support/temporal';

/** What becomes of payments whose workflow says more than Postgres. Source: docs/OPERATIONS.md, "Backups and restore" */
const VALUE_DATE = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);

let scene: RestoreScene;

beforeAll(async () => {
  scene = await startRestoreScene();
  await scene.stack.startWorkers();
});

afterEach(() => jest.restoreAllMocks());

const service = () => clientOf(scene.stack.services.workflows).workflowService;

/** Tells a workflow what Postgres has not. */
async function invent(id: string, status: 'accepted'): Promise<void> {
  const notice = { reportId: 'rep_x', status, disposition: 'applied', version: 99 };
  const client = clientOf(scene.stack.services.workflows);
  await (await begun(client, workflowIds.payment(id))).signal(reportsRecorded, [notice]);
  await visible(id, status);
}

/** Waits until the visibility store has a status, as the reconciler reads it. */
async function visible(id: string, status: string): Promise<void> {
  const client = clientOf(scene.stack.services.workflows);
  const query = `WorkflowId = '${workflowIds.payment(id)}' and CorridorStatus = '${status}'`;
  await eventually(
    () => client.withDeadline(Date.now() + 10_000, () => client.workflow.count(query)),
    ({ count }) => count === 1,
    `that it shows ${status}`,
  );
}

async function isFlagged(id: string): Promise<boolean> {
  const flags = await listFlags(scene.stack.database, { kind: 'workflow_ahead', limit: 100 });
  return flags.some(({ subject }) => subject === id);
}

/** Waits for a value date, so that nothing is sent. */
const waiting = () => scene.pay({ valueDate: VALUE_DATE });

it('says nothing of a payment for which Temporal gives no answer, and goes on with the others', async () => {
  const [shown, other, silent] = [await waiting(), await waiting(), await waiting()];
  await invent(shown, 'accepted');
  await scene.reconcile();
  expect(await isFlagged(shown)).toBe(true);

  for (const id of [other, silent]) await invent(id, 'accepted');
  const read = service().getWorkflowExecutionHistory.bind(service());
  const noAnswerFor = [shown, silent].map(workflowIds.payment);
  jest.spyOn(service(), 'getWorkflowExecutionHistory').mockImplementation((request: Parameters<typeof read>[0]) => {
    const isSilent = noAnswerFor.includes(request.execution?.workflowId ?? '');
    return isSilent ? Promise.reject(new Error('no answer')) : read(request);
  });
  await scene.reconcile();
  expect(await Promise.all([shown, other, silent].map(isFlagged))).toEqual([true, true, false]);

  jest.restoreAllMocks();
  await scene.reconcile();
  expect(await isFlagged(silent)).toBe(true);
  expect(await scene.rowOf(other)).toEqual({ status: 'pending', dispatch: null });
});

it('sends what a workflow follows although nobody has it, once a person says so', async () => {
  scene.refusing = true;
  const id = await scene.pay();
  const isRefused = () =>
    scene.stack.database.query(
      `select from payment_instructions where id = $1 and waiting_reason = 'partner_refusing'`,
      [id],
    );
  await eventually(isRefused, (rows) => rows.length === 1, 'that it waits');
  await invent(id, 'accepted');
  scene.refusing = false;
  const before = scene.ledger().get(id) ?? 0;
  const word = { decision: 'try_now', reason: 'they have it not', partnerReference: null } as const;
  await recordOperatorDecision(scene.stack.database, id, { ...word, by: 'usr_1', requestId: null });
  await scene.reaches(id, 'submitted');
  expect(scene.ledger().get(id)).toBe(before + 1);
});

it('keeps showing what went over to another partner, where it waits as it does here', async () => {
  const id = await waiting();
  await visible(id, 'pending');
  const { database } = scene.stack;
  await recordDoubt(database, id, { isTaken: true, fault: 'Postgres was restored' });
  await raiseFlag(database, id, 'workflow_ahead', { says: 'its workflow went over to south' });
  await scene.reconcile();
  expect(await isFlagged(id)).toBe(true);
});

/** The rows as they were before the client's cancellation, which a fail-over has lost. */
async function loseCancellation(id: string): Promise<void> {
  await scene.stack.database.transaction(async (client) => {
    await client.query('set local session_replication_role = replica');
    for (const lost of [
      `delete from status_history where instruction_id = $1 and status = 'cancelled'`,
      `delete from events where subject = $1 and type = 'payment.cancelled'`,
      `update payment_instructions set status = 'pending', cancellation = null, waiting_reason = 'partner_refusing',
         event_sequence = event_sequence - 1, version = version - 1 where id = $1`,
    ]) {
      await client.query(lost, [id]);
    }
  });
}

async function forgetRun(id: string): Promise<void> {
  const { workflowService, options, connection } = clientOf(scene.stack.services.workflows);
  const workflowExecution = { workflowId: workflowIds.payment(id) };
  await connection.withDeadline(Date.now() + 10_000, () =>
    workflowService.deleteWorkflowExecution({ namespace: options.namespace, workflowExecution }),
  );
  const find = () => readLastRun(scene.stack.services.workflows, id);
  await eventually(find, (run) => run === null, 'that Temporal has forgotten the run');
}

/** Source: docs/GAPS.md#P21 */
it.each([
  ['try_now', 'submitted', 1],
  ['give_up', 'failed', 0],
] as const)('waits for a person also once Temporal has forgotten the run: %s', async (decision, status, sends) => {
  scene.refusing = true;
  const { database } = scene.stack;
  const id = await scene.pay();
  const reasonOf = async () =>
    (
      await database.query<{ reason: string }>(
        'select waiting_reason as reason from payment_instructions where id = $1',
        [id],
      )
    )[0]?.reason;
  await eventually(reasonOf, (reason) => reason === 'partner_refusing', 'that it waits');
  const path = `/api/v1/payments/instructions/${id}`;
  const cancelled = await scene.stack.call('POST', `${path}/cancel`, { key: scene.key, body: {} });
  expect(cancelled.status).toBe(200);
  await expect((await scene.handleOf(id)).result()).resolves.toEqual({ status: 'cancelled' });
  await loseCancellation(id);
  await scene.reconcile();
  expect(await reasonOf()).toBe('contradiction');
  const shown = await scene.stack.call('GET', path, { key: scene.key });
  expect(shown.body['data']).toMatchObject({ status: 'pending', waitingReason: 'contradiction' });

  await forgetRun(id);
  scene.refusing = false;
  const before = scene.ledger().get(id) ?? 0;
  await scene.reconcile();
  const events = async () => (await (await scene.handleOf(id)).fetchHistory()).events ?? [];
  await eventually(events, (all) => all.some((one) => one.timerStartedEventAttributes), 'that the next run waits');
  await scene.reconcile();
  expect(await scene.rowOf(id)).toEqual({ status: 'pending', dispatch: 'not_delivered' });
  expect([await reasonOf(), await isFlagged(id)]).toEqual(['contradiction', true]);
  expect(scene.ledger().get(id) ?? 0).toBe(before);

  const word = { decision, reason: 'their people looked', partnerReference: null } as const;
  await recordOperatorDecision(database, id, { ...word, by: 'usr_1', requestId: null });
  await scene.reaches(id, status);
  expect((scene.ledger().get(id) ?? 0) - before).toBe(sends);
  expect(await isFlagged(id)).toBe(false);
});
