import { defaultPayloadConverter } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import { doubtPayment } from '../../../activities/payments/doubt-payment';
import { insertInstruction } from '../../../db/payments/instruction/create-instruction';
import { readOpenAtRestore, type OpenAtRestore } from '../../../db/restoration/restorations';
import { newId } from '../../../lib/ids';
import { connectWorkflows, type WorkflowClient } from '../../../workflows/client/workflow-client';
import { startPayment } from '../../../workflows/client/payments';
import { readLastRun } from '../../../workflows/client/payment-runs';
import { QUEUES } from '../../../workflows/contract';
import { newInstruction } from '../../interleavings/operation';
import { closeAtEnd } from '../../support/closing';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { insertPartner } from '../../support/rows';
import { clientOf, createNamespace, temporalAddress } from '../../support/temporal';

const RESTORED_TO = new Date('2026-11-20T09:00:00Z');
let database: TestDatabase;
let workflows: WorkflowClient;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'ptn_1');
  const target = { address: temporalAddress(), namespace: await createNamespace(), tls: null, apiKey: null };
  workflows = connectWorkflows(target, 'test');
  closeAtEnd(() => workflows.close());
});

/** A payment that is pending here, without a dispatch on record. */
async function pendingPayment(releaseAt: Date | null = null): Promise<OpenAtRestore> {
  const id = newId('instruction');
  await insertInstruction(database, { ...newInstruction(id), releaseAt }, null);
  const rows = await readOpenAtRestore(database, { begunAt: new Date(Date.now() + 60_000), place: '' }, 1_000);
  const payment = rows.find(({ instructionId }) => instructionId === id);
  if (payment === undefined) throw new Error(`${id} is not open`);
  return payment;
}

const begin = (payment: OpenAtRestore, partnerName = payment.partnerName): Promise<void> =>
  startPayment(workflows, { ...payment, partnerName });

/** Ends the only workflow that waits for a worker, as its own code would. */
async function endAs(status: string): Promise<void> {
  const { workflowService, connection, options } = clientOf(workflows);
  const { namespace } = options;
  const poll = { namespace, taskQueue: { name: QUEUES.payments }, identity: 'test' };
  const { taskToken } = await connection.withDeadline(Date.now() + 60_000, () =>
    workflowService.pollWorkflowTaskQueue(poll),
  );
  const commandType = temporal.api.enums.v1.CommandType.COMMAND_TYPE_COMPLETE_WORKFLOW_EXECUTION;
  const result = { payloads: [defaultPayloadConverter.toPayload({ status })] };
  const commands = [{ commandType, completeWorkflowExecutionCommandAttributes: { result } }];
  await workflowService.respondWorkflowTaskCompleted({ namespace, taskToken, commands, identity: 'test' });
}

const doubt = (payment: OpenAtRestore, repeats: string | null = null): Promise<boolean> =>
  doubtPayment({ database, workflows }, payment, { restoredTo: RESTORED_TO, repeats });

/** State of its dispatch, what operators are shown of it, and how its last run is. */
async function standing({ instructionId: id }: OpenAtRestore) {
  const [dispatch] = await database.query<{ state: string }>('select state from dispatches where instruction_id = $1', [
    id,
  ]);
  const flags = await database.query<{ says: string }>(
    `select detail ->> 'says' as says from operator_flags where subject = $1 and kind = 'workflow_ahead'`,
    [id],
  );
  const run = await readLastRun(workflows, id);
  return { dispatch: dispatch?.state, says: flags.map(({ says }) => says), run: run?.state };
}

async function signalsOf({ instructionId }: OpenAtRestore): Promise<number> {
  const { events } = await clientOf(workflows).workflow.getHandle(`pay/${instructionId}`).fetchHistory();
  return (events ?? []).filter((event) => event.workflowExecutionSignaledEventAttributes).length;
}

/** Source: docs/OPERATIONS.md, "When Postgres is restored to an earlier moment" */
describe('a payment that was pending at the moment of a restore', () => {
  it('is in doubt once, also where Temporal knows nothing of it', async () => {
    const payment = await pendingPayment();
    expect(await doubt(payment)).toBe(true);
    expect(await doubt(payment)).toBe(false);
    expect(await standing(payment)).toEqual({ dispatch: 'unknown', says: [], run: undefined });
  });

  it('has its partner asked by the workflow that runs', async () => {
    const payment = await pendingPayment();
    await begin(payment);
    await doubt(payment);
    expect(await standing(payment)).toEqual({ dispatch: 'unknown', says: [], run: 'RUNNING' });
    expect(await signalsOf(payment)).toBe(1);
    await endAs('settled');
  });

  it('waits for its value date', async () => {
    const payment = await pendingPayment(new Date(Date.now() + 86_400_000));
    await begin(payment);
    await doubt(payment);
    expect(await standing(payment)).toMatchObject({ dispatch: 'unknown', run: 'RUNNING' });
    expect(await signalsOf(payment)).toBe(0);
    await endAs('settled');
  });

  it('is left to a person where its workflow went over to another partner', async () => {
    const payment = await pendingPayment();
    await begin(payment, 'south');
    await doubt(payment);
    const { dispatch, says, run } = await standing(payment);
    expect({ dispatch, run }).toEqual({ dispatch: 'delivered', run: 'RUNNING' });
    expect(says).toEqual([expect.stringMatching(/with Bank ptn_1; its workflow pay\/.* went over to south/)]);
    expect(await signalsOf(payment)).toBe(0);
    await endAs('settled');
  });

  it('is left to a person where its workflow has ended as failed', async () => {
    const payment = await pendingPayment();
    await begin(payment);
    await endAs('failed');
    await doubt(payment);
    const says = ['Its workflow ended by itself as failed.'];
    expect(await standing(payment)).toEqual({ dispatch: 'unknown', says, run: 'COMPLETED' });
  });

  it('is followed again where its workflow has ended as settled, and no denial lets it be sent', async () => {
    const payment = await pendingPayment();
    await begin(payment);
    await endAs('settled');
    await doubt(payment);
    expect(await standing(payment)).toEqual({ dispatch: 'delivered', says: [], run: 'RUNNING' });
    await endAs('settled');
  });

  it('is left to a person where it repeats a lost payment', async () => {
    const payment = await pendingPayment();
    await begin(payment);
    await doubt(payment, 'instr_lost');
    const { dispatch, says } = await standing(payment);
    expect(dispatch).toBe('delivered');
    expect(says).toEqual([expect.stringContaining('repeats the lost payment instr_lost')]);
    await endAs('settled');
  });
});
