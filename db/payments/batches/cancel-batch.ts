import type { RequestActor } from '../../../domain/auth/actor';
import type { Tenant } from '../../../domain/auth/tenant';
import { DomainError } from '../../../domain/errors';
import { decideCancellation } from '../../../domain/payments/decisions/cancellation';
import type { BatchStatus } from '../../../domain/payments/batches/status';
import { isWithPartner } from '../../../domain/payments/instruction/state';
import { appendAuditEntry } from '../../auth/audit-log';
import type { Database, Queryable } from '../../database';
import { addToOutbox, TOPICS } from '../../outbox';
import { changePayment } from '../instruction/change-payment';
import { readPendingPayments, type OpenBatch } from './work-batch';

/** Who cancels a batch of theirs, and why. */
export interface BatchCancellation {
  tenant: Tenant;
  batchId: string;
  actor: RequestActor;
  reason: string | null;
}

const CANCEL_SQL = `
  with stopped as (
    update payment_batch_rows set state = 'cancelled', body_sealed = null
    where batch_id = $1 and state = 'waiting' returning 1)
  update payment_batches set status = 'cancelling', finished_at = null, cancelled_by = $2,
    cancelled = cancelled + (select count(*) from stopped)
  where id = $1`;

/**
 * Stops what is not sent: rows that wait are cancelled at once; rows in hand, and payments that no partner has, by the
 * workflow. Again, it changes nothing.
 * @returns false when the tenant has no such batch
 * @throws DomainError CANCELLATION_NOT_ALLOWED when everything is sent
 * Source: docs/GAPS.md#P18
 */
export function cancelBatch(
  database: Database,
  { tenant, batchId, actor, reason }: BatchCancellation,
): Promise<boolean> {
  const { accountId, environment } = tenant;
  return database.transaction(async (client) => {
    const [batch] = await client.query<{ status: BatchStatus }>(
      'select status from payment_batches where id = $1 and account_id = $2 and environment = $3 for no key update',
      [batchId, accountId, environment],
    );
    if (batch === undefined) return false;
    if (batch.status === 'cancelling' || batch.status === 'cancelled') return true;
    if (
      batch.status === 'completed' &&
      (await readPendingPayments(client, batchId, { after: '', limit: 1 })).length === 0
    )
      throw new DomainError('CANCELLATION_NOT_ALLOWED', 'Every payment of this batch is sent.');
    const { id, requestId } = actor;
    await client.query(CANCEL_SQL, [batchId, JSON.stringify({ actor: id, requestId, reason })]);
    await addToOutbox(client, { topic: TOPICS.workBatch, subject: batchId, accountId });
    const detail = { environment, ...(reason === null ? {} : { reason }) };
    await appendAuditEntry(client, { actor, act: 'payment_batch.cancelled', subject: batchId, accountId, detail });
    return true;
  });
}

/** Cancels a payment of a cancelled batch, if no partner has it; else nothing changes. */
async function cancelUnsent(database: Queryable, instructionId: string, batch: OpenBatch): Promise<void> {
  const { actor, requestId, reason } = batch.cancelledBy ?? { actor: 'corridor', requestId: null, reason: null };
  const audit = { actor, act: 'payment.cancellation_requested', requestId, detail: { batchId: batch.id } };
  await changePayment(database, { instructionId }, (state, at) => {
    if (state.status !== 'pending' || isWithPartner(state)) return { result: null, change: null };
    return decideCancellation(state, { reason, at, audit });
  });
}

/** Payments that are looked at together. */
const PAGE = 100;

/** Cancels every payment of a cancelled batch that no partner has. Source: docs/GAPS.md#P18 */
export async function cancelUnsentPayments(database: Queryable, batch: OpenBatch): Promise<void> {
  let after = '';
  for (;;) {
    const page = await readPendingPayments(database, batch.id, { after, limit: PAGE });
    for (const { instructionId } of page) await cancelUnsent(database, instructionId, batch);
    const last = page.at(-1);
    if (page.length < PAGE || last === undefined) return;
    after = last.rowId;
  }
}
