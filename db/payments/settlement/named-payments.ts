import { isIdOf, isUuid } from '../../../domain/ids';
import type { PaymentStatus } from '../../../domain/payments/instruction/status';
import type { Queryable } from '../../database';

/** A payment that a bank's reference may name. */
export interface NamedPayment {
  id: string;
  status: PaymentStatus;
  /** Every reference that names it at this partner. */
  names: string[];
  dispatchedAt: Date | null;
  /** Whether its settlement is confirmed with figures, as far as was seen without a lock. */
  isConfirmed: boolean;
}

/**
 * Payments that the partner was given, now or before they went over to another one, that any of the references names; each
 * index is asked by itself, for what can stand there. Of a payment that another partner has now, only our own references are this one's too.
 */
export function findNamedPayments(
  database: Queryable,
  partnerId: string,
  references: readonly string[],
): Promise<NamedPayment[]> {
  return database.query<NamedPayment & Record<string, unknown>>(
    `with named as (
       select id from payment_instructions where id = any($3)
       union select id from payment_instructions where uetr = any($4)
       union select id from payment_instructions where partner_reference = any($2)
       union select id from payment_instructions where bank_reference = any($2))
     select i.id, i.status, i.dispatched_at as "dispatchedAt", s.instruction_id is not null as "isConfirmed",
       array_remove(array[i.id, i.uetr]
         || case when i.partner_id = $1 then array[i.partner_reference, i.bank_reference] end, null) as names
     from named join payment_instructions i on i.id = named.id
     left join settlements s on s.instruction_id = i.id
     where exists (select from dispatches d where d.instruction_id = i.id and d.partner_id = $1)`,
    [
      partnerId,
      references,
      references.filter((reference) => isIdOf('instruction', reference)),
      references.filter(isUuid),
    ],
  );
}
