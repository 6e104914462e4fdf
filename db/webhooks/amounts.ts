import type { EventRecord, PaymentAmount } from '../../domain/webhooks/payload';
import type { Queryable } from '../database';
import { anyOf } from '../parameters';

/** Of the payment that event `e` is about, for a subscription `s` that asks for it; a test's sample is about none. */
export const AMOUNT_SQL = `(select jsonb_build_object('amount', i.amount, 'currency', i.currency)
  from payment_instructions i where s.include_amount and e.type like 'payment.%' and i.id = e.subject)`;

/** The amount of the payment that each event is about; events about anything else are absent. */
export async function readAmounts(
  database: Queryable,
  events: readonly EventRecord[],
): Promise<Map<string, PaymentAmount>> {
  const rows = await database.query<{ id: string; about: PaymentAmount }>(
    `select e.id, jsonb_build_object('amount', i.amount, 'currency', i.currency) as about
     from events e join payment_instructions i on i.id = e.subject
     where e.id = ${anyOf('text')} and e.type like 'payment.%'`,
    [events.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, about }) => [id, about]));
}
