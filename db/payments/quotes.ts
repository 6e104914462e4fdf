import type { Tenant } from '../../domain/auth/tenant';
import type { Quote, QuotedFacts } from '../../domain/payments/quotes';
import type { RouteReason } from '../../domain/payments/routing';
import type { Timeline } from '../../domain/payments/status';
import type { Queryable } from '../database';

interface Row {
  id: string;
  expires_at: Date;
  facts: QuotedFacts;
  route_id: string;
  timeline: Timeline;
  route_reasons: RouteReason[];
  fee_minor: string;
  fee_breakdown: { type: string; amount: number }[];
  expected_date: string;
}

/** Keeps what a preview promises. Source: docs/GAPS.md#quotes */
export async function insertQuote(
  database: Queryable,
  { accountId, environment }: Tenant,
  quote: Quote,
): Promise<void> {
  const { id, expiresAt, facts, routeId, timeline, routeReasons, fee, expectedDate } = quote;
  await database.query(
    `insert into payment_quotes (id, account_id, environment, expires_at, facts, route_id, timeline, route_reasons,
       fee_minor, fee_breakdown, expected_date)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      ...[id, accountId, environment, expiresAt, JSON.stringify(facts), routeId, timeline],
      ...[JSON.stringify(routeReasons), fee.estimatedMinor.toString(), JSON.stringify(fee.breakdown), expectedDate],
    ],
  );
}

/** @returns null when the tenant has no such quote, or none any more */
export async function readQuote(
  database: Queryable,
  id: string,
  { accountId, environment }: Tenant,
): Promise<Quote | null> {
  const [row] = await database.query<Row & Record<string, unknown>>(
    `select id, expires_at, facts, route_id, timeline, route_reasons, fee_minor::text, fee_breakdown,
            expected_date::text
     from payment_quotes where id = $1 and account_id = $2 and environment = $3`,
    [id, accountId, environment],
  );
  if (row === undefined) return null;
  return {
    id: row.id,
    expiresAt: row.expires_at,
    facts: row.facts,
    routeId: row.route_id,
    timeline: row.timeline,
    routeReasons: row.route_reasons,
    fee: { estimatedMinor: BigInt(row.fee_minor), breakdown: row.fee_breakdown },
    expectedDate: row.expected_date,
  };
}
