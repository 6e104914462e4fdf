import { signalOrResume, type ResumptionContext } from '../../../activities/payments/resume-payment';
import { insertInstruction } from '../../../db/payments/instruction/create-instruction';
import { newId } from '../../../lib/ids';
import { openVault } from '../../../lib/vault';
import { connectWorkflows } from '../../../workflows/client/workflow-client';
import { workflowIds } from '../../../workflows/contract';
import { newInstruction } from '../../interleavings/operation';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { insertPartner } from '../../support/rows';
import { closeAtEnd } from '../../support/closing';
import { clientOf, createNamespace, temporalAddress } from '../../support/temporal';
import { startPayment } from '../../../workflows/client/payments';

const WORDS = [
  { signal: 'reports', notices: [{ reportId: 'rep_1', status: 'accepted', disposition: 'applied', version: 2 }] },
  { signal: 'cancellation', notice: { status: 'submitted', version: 2 } },
] as const;
type Word = Parameters<typeof signalOrResume>[2];

let database: TestDatabase;
let context: ResumptionContext;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'ptn_1');
  const target = { address: temporalAddress(), namespace: await createNamespace(), tls: null, apiKey: null };
  const workflows = connectWorkflows(target, 'test');
  closeAtEnd(() => workflows.close());
  context = { database, workflows, vault: openVault(Buffer.alloc(32, 7).toString('base64')) };
});

/** @returns id of a pending payment whose workflow waits for a worker, of which there is none */
async function startedPayment(): Promise<string> {
  const id = newId('instruction');
  await insertInstruction(database, newInstruction(id), null);
  await database.query('delete from outbox where subject = $1', [id]);
  await startPayment(context.workflows, {
    ...{ instructionId: id, accountId: 'acc_1', currency: 'USD', partnerName: 'ptn_1', releaseAt: null },
    ...{ environment: 'test', idempotencyKey: null, clientReference: null },
  });
  return id;
}

const handleOf = (id: string) => clientOf(context.workflows).workflow.getHandle(workflowIds.payment(id));

/** @returns the run of a payment's workflow, and names of the signals that it has been given */
async function runOf(id: string): Promise<{ runId: string; signals: string[] }> {
  const handle = handleOf(id);
  const { runId } = await handle.describe();
  const { events } = await handle.fetchHistory();
  const signals = (events ?? []).flatMap(
    ({ workflowExecutionSignaledEventAttributes: signal }) => signal?.signalName ?? [],
  );
  return { runId, signals };
}

const repairsOf = (id: string) => database.query('select attempts from repairs where subject = $1', [id]);

/** Source: docs/ARCHITECTURE.md, "Why a payment is dispatched once" */
describe.each(WORDS)('$signal of an open payment', (word) => {
  it('are told to its workflow, which goes on', async () => {
    const id = await startedPayment();
    const before = await runOf(id);
    expect(await signalOrResume(context, id, word as Word)).toBe(true);
    const after = await runOf(id);
    expect(after.runId).toBe(before.runId);
    expect(after.signals).toHaveLength(1);
    expect(await repairsOf(id)).toEqual([]);
  });

  it('begin its workflow again where that was terminated', async () => {
    const id = await startedPayment();
    const before = await runOf(id);
    await handleOf(id).terminate('a slip');
    expect(await signalOrResume(context, id, word as Word)).toBe(true);
    const after = await runOf(id);
    expect(after.runId).not.toBe(before.runId);
    expect(after.signals).toHaveLength(1);
    expect(await repairsOf(id)).toEqual([{ attempts: 1 }]);
  });

  it('begin nothing where the payment has its outcome', async () => {
    const id = await startedPayment();
    const { runId } = await runOf(id);
    await handleOf(id).terminate('a slip');
    await database.query(
      `update payment_instructions set version = version + 1, status = 'cancelled', last_updated_at = now() where id = $1`,
      [id],
    );
    expect(await signalOrResume(context, id, word as Word)).toBe(false);
    expect((await runOf(id)).runId).toBe(runId);
    expect(await repairsOf(id)).toEqual([]);
  });
});
