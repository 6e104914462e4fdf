import { firstIdAt } from '../../../domain/ids';
import type { Queryable } from '../../database';

/** Payments of one currency that a partner received, settled or returned on a day. */
export interface PartnerDaySum {
  kind: 'received' | 'settled' | 'returned';
  currency: string;
  count: number;
  /** Instructed amounts: decimal text in the major unit. */
  amount: string;
}

/** More than so many payments of a day are not counted for a page. */
const MAX_COUNTED = 10_000;

/**
 * Sums of a partner's day by kind of event and currency; of very many, only the newest 10,000.
 * @param start beginning of the day
 */
export function countPartnerDay(database: Queryable, partnerId: string, start: Date): Promise<PartnerDaySum[]> {
  return database.query<PartnerDaySum & Record<string, unknown>>(
    `with found as (
       (select distinct 'received' as kind, instruction_id as id from (
          select instruction_id from dispatches where partner_id = $1 and started_at >= $2 and state <> 'not_delivered'
          order by started_at desc limit ${MAX_COUNTED}) given)
       union all
       (select 'settled', id from payment_instructions where partner_id = $1 and settled_at >= $2
        order by settled_at desc limit ${MAX_COUNTED})
       union all
       (select distinct 'returned', instruction_id from (
          select instruction_id, status, disposition from partner_reports where partner_id = $1 and id >= $3
          order by id desc limit ${MAX_COUNTED}) reported
        where status = 'returned' and disposition = 'applied'))
     select f.kind, i.currency, count(*)::integer as count, sum(i.amount)::text as amount
     from found f join payment_instructions i on i.id = f.id
     group by f.kind, i.currency order by 1, 2`,
    [partnerId, start, firstIdAt('report', start.getTime())],
    'for_values',
  );
}
