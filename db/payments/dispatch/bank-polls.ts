import { SENT_STATUSES, type PaymentStatus } from '../../../domain/payments/instruction/status';
import type { Queryable } from '../../database';

/** A payment that a bank has and has not finished. */
export interface PolledPayment {
  id: string;
  status: PaymentStatus;
}

/**
 * Takes the turn to poll a bank for so many seconds.
 * @returns false if another process has it
 */
export async function takePoll(database: Queryable, partnerId: string, seconds: number): Promise<boolean> {
  const taken = await database.query(
    `insert into bank_polls (partner_id, next_at) values ($1, now() + $2 * interval '1 second')
     on conflict (partner_id) do update set next_at = excluded.next_at where bank_polls.next_at <= now()
     returning partner_id`,
    [partnerId, seconds],
  );
  return taken.length > 0;
}

/** How long a pass that goes on keeps its turn at least: longer than any question, with a token fetched before it, takes. */
const HELD_SECONDS = 30;

/** Keeps the turn of a bank while a pass goes on. */
export async function holdPoll(database: Queryable, partnerId: string): Promise<void> {
  await database.query(
    `update bank_polls set next_at = greatest(next_at, now() + $2 * interval '1 second') where partner_id = $1`,
    [partnerId, HELD_SECONDS],
  );
}

/** One page of payments that the partner has and that are polled, by id. */
export function listPolledPayments(
  database: Queryable,
  { partnerId, afterId, limit }: { partnerId: string; afterId: string; limit: number },
): Promise<PolledPayment[]> {
  return database.query<PolledPayment & Record<string, unknown>>(
    `select id, status from payment_instructions
     where partner_id = $1 and stage = 'sent' and id > $2 order by id limit $3`,
    [partnerId, afterId, limit],
  );
}

/**
 * Polls a bank soon, since it has notified a change of one of its payments. A pass that is under way keeps its turn.
 * @returns false for a payment that is not polled at that partner; then nothing is polled earlier
 * Source: docs/GAPS.md#described-webhooks
 */
export async function hastenPoll(database: Queryable, partnerId: string, instructionId: string): Promise<boolean> {
  const known = await database.query(
    `with known as (
       select id from payment_instructions i
       where id = $2 and partner_id = $1 and status = any($4)
         and exists (select from dispatches d where d.instruction_id = i.id and d.partner_id = $1)
     ),
     hastened as (
       update bank_polls set next_at = now() + $3 * interval '1 second'
       where partner_id = $1 and next_at > now() + $3 * interval '1 second' and exists (select from known)
     )
     select id from known`,
    [partnerId, instructionId, HELD_SECONDS, SENT_STATUSES],
  );
  return known.length > 0;
}
