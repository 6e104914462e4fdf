import { createBatchActivities, type BatchActivities } from '../../activities/payments/batches';
import type { Database } from '../../db/database';
import { recordBatchDecision } from '../../db/payments/batches/approve-batch';
import { cancelBatch } from '../../db/payments/batches/cancel-batch';
import { findBatch } from '../../db/payments/batches/read-batch';
import { insertInstruction } from '../../db/payments/instruction/create-instruction';
import { DomainError } from '../../domain/errors';
import { newId } from '../../lib/ids';
import { readLeft } from './judges';
import { actor, newInstruction, VAULT } from './operation';
import { sendUntilItStays } from './sending';

const TENANT = { accountId: 'acc_ptn_1', environment: 'test' } as const;

/** The shipped activity over a creation without routing and screening. */
export function batchWorker(database: Database): BatchActivities {
  return createBatchActivities({
    ...{ database, vault: VAULT },
    makePayment: async (_body, { batchId, held }) => {
      const instruction = { ...newInstruction(newId('instruction')), batchId, requestedRoute: { routeId: 'rt_ptn_1' } };
      const kept = await insertInstruction(database, instruction, held);
      return kept.kind === 'known' ? kept.instructionId : instruction.id;
    },
  });
}

/** A worker makes the payment of the row, or cancels that of a cancelled batch; a transaction is one step. */
export const workOnBatch = actor('work-on-batch', async ({ database, step }, world) => {
  const transaction: Database['transaction'] = async (work) => {
    await step('write');
    return world.database.transaction(work);
  };
  await batchWorker({ ...database, transaction }).makeBatchPayments(world.batchId);
});

/** The relay starts what a row has made. */
export const sendRow = actor('send-row', async (steps, world) => {
  const [made] = await steps.database.query<{ id: string }>('select id from payment_instructions where batch_id = $1', [
    world.batchId,
  ]);
  if (made !== undefined) await sendUntilItStays(steps, { ...world, instructionId: made.id }, 'taken');
});

/** Its client cancels the batch; its workflow is late. */
export const cancelItsBatch = actor('cancel-batch', async (steps, world) => {
  await steps.step('write');
  const by = { id: 'key:key_1', requestId: null };
  try {
    await cancelBatch(world.database, { tenant: TENANT, batchId: world.batchId, actor: by, reason: null });
  } catch (fault) {
    if (!(fault instanceof DomainError) || fault.code !== 'CANCELLATION_NOT_ALLOWED') throw fault;
    return;
  }
  world.leftAtEnd ??= await readLeft(world);
});

/** A member rejects the batch as one thing; its workflow is late. */
export const rejectItsBatch = actor('reject-batch', async (steps, world) => {
  await steps.step('write');
  const { database, batchId } = world;
  const hash = (await findBatch(database, TENANT, batchId))?.approval?.hash ?? '';
  const by = { id: 'user:usr_3', requestId: null };
  const word = {
    tenant: TENANT,
    batchId,
    decision: 'reject',
    hash,
    member: 'usr_3',
    comment: null,
    actor: by,
  } as const;
  try {
    await recordBatchDecision(database, word);
  } catch (fault) {
    if (!(fault instanceof DomainError) || fault.code !== 'INVALID_TRANSITION') throw fault;
    return;
  }
  world.leftAtEnd ??= await readLeft(world);
});
