import type { Tenant } from '../../domain/auth/tenant';
import type { Queryable } from '../database';
import { newestSql } from './delivery-status';

/** The attempts of an hour at an endpoint that have ended. */
export interface AttemptHour {
  /** Its beginning. */
  at: Date;
  delivered: number;
  /** Answered otherwise than with 200. */
  refused: number;
  /** Without an answer that could be read. */
  unanswered: number;
  /** Milliseconds within which half of the attempts had ended, and 95 % of them. */
  halfWithinMs: number;
  mostWithinMs: number;
}

/** Deliveries that are looked at: of an endpoint with more in a day, the newest stand for all. */
const MAX_LOOKED_AT = 2_000;

/**
 * Attempts by hour and result, the earliest hour first.
 * @param since beginning of an hour
 */
export async function listAttemptHours(
  database: Queryable,
  { accountId, environment }: Tenant,
  webhookId: string,
  since: Date,
): Promise<AttemptHour[]> {
  return database.query<AttemptHour & Record<string, unknown>>(
    `select date_trunc('hour', a.started_at, 'UTC') as at,
       count(*) filter (where a.status_code = 200 and a.error is null)::integer as delivered,
       count(*) filter (where a.status_code is not null and (a.status_code <> 200 or a.error is not null))::integer as refused,
       count(*) filter (where a.status_code is null)::integer as unanswered,
       percentile_disc(0.5) within group (order by a.duration_ms) as "halfWithinMs",
       percentile_disc(0.95) within group (order by a.duration_ms) as "mostWithinMs"
     from (
       ${newestSql('(select id from webhook_subscriptions where id = $1 and account_id = $2 and environment = $3)', MAX_LOOKED_AT)}
     ) newest, lateral (
       -- Planned by itself: as one join Postgres may read the attempts of everybody.
       select * from delivery_attempts where delivery_id = newest.id offset 0
     ) a
     where a.started_at >= $4 and a.duration_ms is not null
     group by 1 order by 1`,
    [webhookId, accountId, environment, since],
    'for_values',
  );
}
