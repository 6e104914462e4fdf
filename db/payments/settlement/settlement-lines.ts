import type { Reconciliation } from '../../../domain/payments/settlement/reconciliation';
import type { SettlementState } from '../../../domain/payments/settlement/settlement-lines';
import { UNPAID_OUTCOMES, type PaymentStatus } from '../../../domain/payments/instruction/status';
import type { Environment } from '../../../domain/auth/tenant';
import type { Queryable } from '../../database';
import { isOneOfSql } from '../../status-sql';

/** One payment of a partner on a day; amounts are decimal text. */
export interface SettlementLineRow {
  id: string;
  environment: Environment;
  accountId: string;
  accountName: string;
  clientReference: string | null;
  partnerReference: string | null;
  bankReference: string | null;
  settlementReference: string | null;
  amount: string;
  currency: string;
  status: PaymentStatus;
  state: SettlementState;
  /** Calendar date. */
  expectedDate: string;
  settledAt: Date | null;
  actualAmount: string | null;
  actualCurrency: string | null;
  reconciliation: Reconciliation['status'] | null;
  statement: 'confirmed' | 'contradicted' | null;
}

export interface SettlementDay {
  partnerId: string;
  /** Calendar date in the zone of each payment's route. */
  date: string;
  /** Decides what is overdue. */
  now: Date;
}

/**
 * The payments of a day among those of the condition `which`, with what a line shows. A partner was to settle what the
 * newest attempt gave it; a call of which nothing left us gave it nothing. A moment of a date is, in any zone, within a
 * day of that date in UTC, so an index finds it. `materialized` makes a page read the partner's day: for an order by id
 * alone, Postgres would read the payments of all days.
 */
const linesSql = (which: string): string => `
  lines as materialized (
    select i.id, i.environment, i.account_id, i.client_reference, i.partner_reference, i.bank_reference, i.amount,
      i.currency, i.status, i.expected_date, i.settled_at, s.confirmation,
      s.reconciliation ->> 'status' as reconciliation,
      case
        when i.status = 'returned' then 'returned'
        when ${isOneOfSql('i.status', UNPAID_OUTCOMES)} then 'ended'
        when s.instruction_id is not null then 'confirmed'
        when i.status = 'settled' then 'reported'
        when ($3::timestamptz at time zone r.cut_off_zone)::date > i.expected_date then 'overdue'
        else 'expected'
      end as state
    from payment_instructions i
    join routes r on r.id = i.route_id
    cross join lateral (
      select d.partner_id, d.state from dispatches d where d.instruction_id = i.id order by d.attempt desc limit 1) given
    left join settlements s on s.instruction_id = i.id
    where i.partner_id = $1 and given.partner_id = $1 and given.state <> 'not_delivered' and ${which}
      and (i.expected_date = $2::date or (
        i.settled_at >= ($2::date - 1)::timestamp at time zone 'UTC'
        and i.settled_at < ($2::date + 2)::timestamp at time zone 'UTC'
        and (i.settled_at at time zone r.cut_off_zone)::date = $2::date))
  )`;

/** Lines of a day of one state or currency; undefined: of any. */
export interface SettlementLinesFilter {
  state: SettlementState | undefined;
  currency: string | undefined;
}

/** Which lines of a day, by id, after that one. */
export interface SettlementLinesPage extends SettlementLinesFilter {
  after: string | undefined;
  limit: number;
}

/** Reads lines of a settlement day that meet the condition `which`, whose parameter is $6. */
function readLines(
  database: Queryable,
  { partnerId, date, now }: SettlementDay,
  { which, of: value, state, currency, limit }: SettlementLinesFilter & { which: string; of: unknown; limit: number },
): Promise<SettlementLineRow[]> {
  return database.query<SettlementLineRow & Record<string, unknown>>(
    `with ${linesSql(which)}
     select l.id, l.environment, l.account_id as "accountId", a.name as "accountName",
       l.client_reference as "clientReference", l.partner_reference as "partnerReference",
       l.bank_reference as "bankReference", l.confirmation ->> 'settlementReference' as "settlementReference",
       l.amount::text, l.currency, l.status, l.state, l.expected_date::text as "expectedDate",
       l.settled_at as "settledAt", l.confirmation ->> 'actualAmount' as "actualAmount",
       l.confirmation ->> 'actualCurrency' as "actualCurrency", l.reconciliation,
       (select case when bool_or(e.verdict = 'contradicted') then 'contradicted'
          when bool_or(e.verdict = 'confirmed') then 'confirmed' end
        from statement_entries e join payment_statements s on s.id = e.statement_id and s.partner_id = $1
        where e.instruction_id = l.id) as statement
     from lines l join accounts a on a.id = l.account_id
     where ($4::text is null or l.state = $4) and ($5::text is null or l.currency = $5)
     order by l.id limit $7`,
    [partnerId, date, now, state ?? null, currency ?? null, value, limit],
    'for_values',
  );
}

/** One page of the payments that a partner was given and was to settle, or settled, on a day, by id. */
export function listSettlementLines(
  database: Queryable,
  day: SettlementDay,
  { after, ...page }: SettlementLinesPage,
): Promise<SettlementLineRow[]> {
  return readLines(database, day, { ...page, which: '($6::text is null or i.id > $6)', of: after ?? null });
}

/** The ids of a day's lines in order, so that a reader of all lines finds them once and reads them in portions. */
export async function listSettlementIds(database: Queryable, day: SettlementDay): Promise<string[]> {
  const { partnerId, date, now } = day;
  const rows = await database.query<{ id: string }>(
    `with ${linesSql('true')} select id from lines order by id`,
    [partnerId, date, now],
    'for_values',
  );
  return rows.map(({ id }) => id);
}

/** @returns those of the lines that the filter has, and that still are of that day */
export function readSettlementLines(
  database: Queryable,
  day: SettlementDay,
  { ids, ...filter }: SettlementLinesFilter & { ids: readonly string[] },
): Promise<SettlementLineRow[]> {
  return readLines(database, day, { ...filter, which: 'i.id = any($6::text[])', of: [...ids], limit: ids.length });
}

export interface SettlementTotal {
  currency: string;
  state: SettlementState;
  count: number;
  /** Decimal text in the currency's major unit. */
  amount: string;
}

/** @returns sums of instructed amounts, by currency and state of settlement */
export function sumSettlementLines(
  database: Queryable,
  { partnerId, date, now }: SettlementDay,
): Promise<SettlementTotal[]> {
  return database.query<SettlementTotal & Record<string, unknown>>(
    `with ${linesSql('true')}
     select currency, state, count(*)::integer as count, sum(amount)::text as amount
     from lines group by currency, state order by currency, state`,
    [partnerId, date, now],
    'for_values',
  );
}
