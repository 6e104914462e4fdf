import { decideUnproven } from '../../../domain/payments/settlement/proof';
import { UNPAID_OUTCOMES } from '../../../domain/payments/instruction/status';
import type { Queryable } from '../../database';
import type { RetentionRule } from '../../retention/rules';
import { isOneOfSql } from '../../status-sql';
import { changePayment } from '../instruction/change-payment';
import { HAS_BOOKINGS } from './insert-statement';

/** Days after the expected date by which a bank that sends statements should have booked a payment, over a long weekend. */
const BOOKED_WITHIN_DAYS = 5;
/** A daily pass that was missed for a week finds all the same. */
const LOOKED_AT_DAYS = 14;

/**
 * Payments that no statement has booked in time, of partners whose bank has sent statements since they were sent.
 * @param after id after which the page begins
 */
function listUnbookedPayments(database: Queryable, after: string, limit: number): Promise<{ id: string }[]> {
  return database.query<{ id: string }>(
    `select i.id from (
       select s.partner_id, min(s.imported_at) as since from payment_statements s where ${HAS_BOOKINGS} group by s.partner_id
     ) s
     join payment_instructions i on i.partner_id = s.partner_id
       and i.expected_date between current_date - ${LOOKED_AT_DAYS} and current_date - ${BOOKED_WITHIN_DAYS}
     where i.proof is null and not ${isOneOfSql('i.status', ['pending', 'returned', ...UNPAID_OUTCOMES])}
       and i.dispatched_at >= s.since - interval '1 day' and i.id > $1
     order by i.id limit $2`,
    [after, limit],
    'for_values',
  );
}

/** Opens the cases of payments that should have been booked; part of the daily pass. Source: docs/GAPS.md#P25 */
export const OVERDUE_BOOKINGS: RetentionRule = {
  name: 'overdueBookings',
  deletePage: async (database, pageSize, after) => {
    const rows = await listUnbookedPayments(database, after, pageSize);
    for (const { id } of rows) await changePayment(database, { instructionId: id }, decideUnproven);
    return { deleted: 0, next: rows.length < pageSize ? null : (rows.at(-1)?.id ?? null) };
  },
};
