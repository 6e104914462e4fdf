import type { Queryable } from '../../database';

/** The calls of an hour by which payments were handed to a partner. */
export interface DispatchHour {
  /** Its beginning. */
  at: Date;
  accepted: number;
  rejected: number;
  /** Without an answer that says either. */
  faulty: number;
  /** Milliseconds within which half of the calls had ended, and 95 % of them. */
  halfWithinMs: number;
  mostWithinMs: number;
}

/** Calls that are looked at: of a partner with more in a day, the newest stand for all. */
const MAX_DISPATCHES = 10_000;

/**
 * Calls to a partner by hour and result, since a moment, the earliest hour first.
 * @param since beginning of an hour
 */
export async function listDispatchHours(database: Queryable, partnerId: string, since: Date): Promise<DispatchHour[]> {
  return database.query<DispatchHour & Record<string, unknown>>(
    `select date_trunc('hour', started_at, 'UTC') as at,
       count(*) filter (where state = 'delivered')::integer as accepted,
       count(*) filter (where state = 'rejected')::integer as rejected,
       count(*) filter (where state in ('not_delivered', 'unknown'))::integer as faulty,
       percentile_disc(0.5) within group (order by took) as "halfWithinMs",
       percentile_disc(0.95) within group (order by took) as "mostWithinMs"
     from (
       select started_at, state, round(extract(epoch from finished_at - started_at) * 1000)::integer as took
       from dispatches where partner_id = $1 and started_at >= $2 and finished_at is not null
       order by started_at desc limit ${MAX_DISPATCHES}
     ) newest
     group by 1 order by 1`,
    [partnerId, since],
    'for_values',
  );
}
