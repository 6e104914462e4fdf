import { isUuid } from '../../../domain/ids';
import { referenceKeys, STEM_LENGTH } from '../../../domain/payments/iso20022/bank-reference';
import type { Booking } from '../../../domain/payments/settlement/booking';
import type { PaymentStatus } from '../../../domain/payments/instruction/status';
import type { Queryable } from '../../database';

/** A payment that a bank's reference may name. */
export interface NamedPayment {
  id: string;
  status: PaymentStatus;
  /** Every reference that names it at this partner, for `PaymentsByName`. */
  names: string[];
  dispatchedAt: Date | null;
  /** What banks have booked about it, as far as was seen without a lock. */
  bookings: readonly Booking[];
  /** Whether its settlement is confirmed with figures, seen in the same way. */
  isConfirmed: boolean;
}

/** Payments that may begin with what is left of a reference: several are named by none. */
const MOST_CUT = 3;

/** SQL of the payments of a partner that any of the references names; one index look-up for each kind of name. */
const namedIn = (schema: 'public' | 'archive'): string => `
  select i.id, i.status, i.dispatched_at as "dispatchedAt", s.instruction_id is not null as "isConfirmed",
    coalesce(i.bookings, '[]') as bookings, array_remove(array[i.id, i.uetr]
      || case when i.partner_id = $1 then array[i.partner_reference, i.bank_reference] end
      || array(select left(d.reference, ${STEM_LENGTH}) from ${schema}.dispatches d where d.instruction_id = i.id), null) as names
  from (
    select id from ${schema}.payment_instructions where id = any($3)
    union select p.id from unnest($6::text[]) as cut (beginning)
      cross join lateral (select id from ${schema}.payment_instructions
        where id >= cut.beginning and id < cut.beginning || '~' order by id limit ${MOST_CUT}) p
    union select instruction_id from ${schema}.dispatches where left(reference, ${STEM_LENGTH}) = any($5)
    union select id from ${schema}.payment_instructions where uetr = any($4)
    union select id from ${schema}.payment_instructions where partner_reference = any($2)
    union select id from ${schema}.payment_instructions where bank_reference = any($2)) named
  join ${schema}.payment_instructions i on i.id = named.id
  left join ${schema}.settlements s on s.instruction_id = i.id
  where exists (select from ${schema}.dispatches d where d.instruction_id = i.id and d.partner_id = $1)`;

/**
 * Payments, archived or not, that the partner was ever given and that any of the references names. Of a payment that
 * has moved to another partner, only our own references count.
 */
export function findNamedPayments(
  database: Queryable,
  partnerId: string,
  references: readonly string[],
): Promise<NamedPayment[]> {
  const keys = referenceKeys(references);
  return database.query<NamedPayment & Record<string, unknown>>(
    `${namedIn('public')} union all ${namedIn('archive')}`,
    [
      partnerId,
      references,
      keys.ids,
      references.map((one) => one.toLowerCase()).filter(isUuid),
      keys.stems,
      keys.beginnings,
    ],
  );
}
