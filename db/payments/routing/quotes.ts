import type { Tenant } from '../../../domain/auth/tenant';
import type { Quote, QuotedFacts } from '../../../domain/payments/routing/quotes';
import type { RouteReason } from '../../../domain/payments/routing/routing';
import type { Timeline } from '../../../domain/payments/instruction/status';
import type { Queryable } from '../../database';

interface Row {
  id: string;
  expires_at: Date;
  is_expired: boolean;
  facts: QuotedFacts;
  route_id: string;
  timeline: Timeline;
  route_reasons: RouteReason[];
  fee_minor: string;
  fee_breakdown: { type: string; amount: number }[];
  expected_date: string;
}

/**
 * Stores the terms of a preview for a number of seconds by Postgres' clock, which all processes share.
 * @returns when it expires
 * Source: docs/GAPS.md#quotes
 */
export async function insertQuote(
  database: Queryable,
  { accountId, environment }: Tenant,
  quote: Omit<Quote, 'expiresAt' | 'isExpired'> & { seconds: number },
): Promise<Date> {
  const { id, seconds, facts, routeId, timeline, routeReasons, fee, expectedDate } = quote;
  const [row] = await database.query<{ expires_at: Date }>(
    `insert into payment_quotes (id, account_id, environment, expires_at, facts, route_id, timeline, route_reasons,
       fee_minor, fee_breakdown, expected_date)
     values ($1, $2, $3, clock_timestamp() + make_interval(secs => $4), $5, $6, $7, $8, $9, $10, $11)
     returning expires_at`,
    [
      ...[id, accountId, environment, seconds, JSON.stringify(facts), routeId, timeline],
      ...[JSON.stringify(routeReasons), fee.estimatedMinor.toString(), JSON.stringify(fee.breakdown), expectedDate],
    ],
  );
  if (row === undefined) throw new Error('a quote was not kept');
  return row.expires_at;
}

/** A quote of a tenant, expired or not; null once it is deleted. */
export async function readQuote(
  database: Queryable,
  id: string,
  { accountId, environment }: Tenant,
): Promise<Quote | null> {
  const [row] = await database.query<Row & Record<string, unknown>>(
    `select id, expires_at, expires_at <= clock_timestamp() as is_expired, facts, route_id, timeline, route_reasons, fee_minor::text, fee_breakdown,
            expected_date::text
     from payment_quotes where id = $1 and account_id = $2 and environment = $3`,
    [id, accountId, environment],
  );
  if (row === undefined) return null;
  return {
    id: row.id,
    expiresAt: row.expires_at,
    isExpired: row.is_expired,
    facts: row.facts,
    routeId: row.route_id,
    timeline: row.timeline,
    routeReasons: row.route_reasons,
    fee: { estimatedMinor: BigInt(row.fee_minor), breakdown: row.fee_breakdown },
    expectedDate: row.expected_date,
  };
}
