import type { RequestActor } from '../../../domain/auth/actor';
import type { Tenant } from '../../../domain/auth/tenant';
import { DomainError } from '../../../domain/errors';
import { cancelledWithBatch } from '../../../domain/payments/decisions/cancellation';
import type { BatchStatus } from '../../../domain/payments/batches/status';
import { isWithPartner } from '../../../domain/payments/instruction/state';
import { atATime } from '../../../lib/at-a-time';
import { appendAuditEntry } from '../../auth/audit-log';
import type { Database, Queryable } from '../../database';
import { addToOutbox, TOPICS } from '../../outbox';
import { changePayment } from '../instruction/change-payment';
import { readPendingPayments } from './work-batch';

/** Who cancels a batch of theirs, and why. */
export interface BatchCancellation {
  tenant: Tenant;
  batchId: string;
  actor: RequestActor;
  reason: string | null;
}

/** Rows that are not made become `cancelled`; of one whose payment was made a moment ago that is known by its key. */
const END_ROWS_SQL = `
  with open as (
    select r.id, i.id as instruction_id from payment_batch_rows r
    left join payment_instructions i on i.account_id = $2 and i.environment = $3 and i.idempotency_key = r.id
      and i.batch_id = r.batch_id
    where r.batch_id = $1 and r.state in ('waiting', 'making', 'failed')),
  ended as (
    update payment_batch_rows r set instruction_id = o.instruction_id, body_sealed = null,
      state = case when o.instruction_id is not null then 'made' when r.state = 'failed' then 'failed' else 'cancelled' end
    from open o where r.id = o.id returning r.state)
  update payment_batches set made = made + (select count(*) from ended where state = 'made'),
    cancelled = cancelled + (select count(*) from ended where state = 'cancelled'),
    failed = (select count(*) from ended where state = 'failed')
  where id = $1`;

/**
 * Cancels whatever of a batch is not sent, with an audit entry: after its commit no payment is made, and no unsent one
 * leaves. Rows are cancelled at once, payments that no partner has by the workflow. A repeat changes nothing.
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
    const [batch] = await client.query<{ status: BatchStatus; failed: number }>(
      'select status, failed from payment_batches where id = $1 and account_id = $2 and environment = $3 for no key update',
      [batchId, accountId, environment],
    );
    if (batch === undefined) return false;
    if (batch.status === 'cancelling' || batch.status === 'cancelled') return true;
    if (
      batch.status === 'completed' &&
      batch.failed === 0 &&
      (await readPendingPayments(client, batchId, { after: '', limit: 1 })).length === 0
    )
      throw new DomainError('CANCELLATION_NOT_ALLOWED', 'Every payment of this batch is sent.');
    const { id, requestId } = actor;
    // The status first, which waits for inserts under way: what those have made is seen by the next statement.
    await client.query(
      `update payment_batches set status = 'cancelling', finished_at = null, cancelled_by = $2 where id = $1`,
      [batchId, JSON.stringify({ actor: id, requestId, reason })],
    );
    await client.query(END_ROWS_SQL, [batchId, accountId, environment]);
    await addToOutbox(client, { topic: TOPICS.workBatch, subject: batchId, accountId });
    const detail = { environment, ...(reason === null ? {} : { reason }) };
    await appendAuditEntry(client, { actor, act: 'payment_batch.cancelled', subject: batchId, accountId, detail });
    return true;
  });
}

/** Payments that are cancelled together, which share statements. */
const PAGE = 100;
const CONCURRENCY = 25;

/**
 * Cancels every payment of a cancelled batch that no partner has, page by page. A fault with one does not stop the
 * others.
 * @throws the first fault, after all were tried
 * Source: docs/GAPS.md#P18
 */
export async function cancelUnsentPayments(database: Queryable, batchId: string): Promise<void> {
  const faults: unknown[] = [];
  let after = '';
  for (;;) {
    const page = await readPendingPayments(database, batchId, { after, limit: PAGE });
    await atATime(CONCURRENCY, page, async ({ instructionId }) => {
      await changePayment(database, { instructionId }, (state, at) => {
        if (state.status !== 'pending' || isWithPartner(state)) return { result: null, change: null };
        return { result: null, change: cancelledWithBatch(state, at) };
      }).catch((fault: unknown) => faults.push(fault));
    });
    const last = page.at(-1);
    if (page.length < PAGE || last === undefined) break;
    after = last.rowId;
  }
  if (faults.length > 0) throw faults[0];
}
