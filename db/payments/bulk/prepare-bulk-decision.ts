import type { OperatorActor } from '../../../domain/auth/actor';
import { invalidField } from '../../../domain/errors';
import { MAX_BULK_PAYMENTS, type BulkDecision, type BulkFilter } from '../../../domain/payments/review/bulk-decision';
import type { Queryable, Transacting } from '../../database';
import { nameIdempotentSubject, type HeldKey } from '../../idempotency';
import { listWaitingPayments } from '../review/waiting-payments';
import { readBulkDecision, type CountedBulkDecision } from './read-bulk-decision';

const PAGE = 1_000;

export interface NewBulkDecision {
  id: string;
  decision: BulkDecision;
  reason: string;
  filter: BulkFilter;
  actor: OperatorActor;
}

const CHOOSE_SQL = `
  insert into bulk_decision_payments (bulk_decision_id, instruction_id, screening_id)
  select $1, i.id, s.id from unnest($2::text[]) i (id)
  left join lateral (
    select id, candidates from screenings where instruction_id = i.id order by screened_at desc limit 1) s on $3
  where $4::text is null or s.candidates @> jsonb_build_array(jsonb_build_object('entryId', $4::text))
  order by i.id limit $5
  returning 1`;

/**
 * Stores the payments that match the filter, the oldest first, up to the limit.
 * @returns how many there are, and whether there may be more
 */
async function choosePayments(
  client: Queryable,
  { id, filter }: NewBulkDecision,
): Promise<{ total: number; hasMore: boolean }> {
  const { waiting, environment, partner: partnerId, listEntry = null } = filter;
  let [total, after, isLast] = [0, '', false];
  while (!isLast && total < MAX_BULK_PAYMENTS) {
    const page = await listWaitingPayments(client, { waiting, environment, partnerId, after, limit: PAGE });
    const ids = page.map((payment) => payment.id);
    const values = [id, ids, waiting === 'compliance_review', listEntry, MAX_BULK_PAYMENTS - total];
    const chosen = await client.query(CHOOSE_SQL, values, 'for_values');
    total += chosen.length;
    after = ids.at(-1) ?? after;
    isLast = page.length < PAGE;
  }
  return { total, hasMore: !isLast || total === MAX_BULK_PAYMENTS };
}

/**
 * Prepares one decision about many payments: stores which ones they are, and decides nothing yet.
 * @param held Idempotency-Key of the request, or null
 * @throws DomainError INVALID_REQUEST where no payment matches the filter
 * Source: docs/GAPS.md#bulk-decisions
 */
export function prepareBulkDecision(
  database: Transacting,
  bulk: NewBulkDecision,
  held: HeldKey | null,
): Promise<CountedBulkDecision> {
  const { id, decision, reason, filter, actor } = bulk;
  return database.transaction(async (client) => {
    await client.query(
      `insert into bulk_decisions (id, decision, reason, filter, prepared_by, has_more) values ($1, $2, $3, $4, $5, false)`,
      [id, decision, reason, JSON.stringify(filter), actor.id],
    );
    const { total, hasMore } = await choosePayments(client, bulk);
    if (total === 0) throw invalidField('filter', 'no_payment', 'has no payment');
    if (hasMore) await client.query('update bulk_decisions set has_more = true where id = $1', [id]);
    await nameIdempotentSubject(client, held, id);
    return readBulkDecision(client, id);
  });
}
