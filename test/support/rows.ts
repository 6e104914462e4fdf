import type { Queryable } from '../../db/database';
import type { Environment } from '../../domain/auth/tenant';
import type { WaitingReason } from '../../domain/payments/dispatch/waiting';

/** Rows put straight into tables: for tests of what reads many of them, where the way that they came about is no matter. */

/** A partner with one route and an account of the same name. */
export async function insertPartner(
  database: Queryable,
  id: string,
  { environment = 'test', adapter = 'http' }: { environment?: Environment; adapter?: string } = {},
): Promise<void> {
  await database.query(`insert into partners (id, name, adapter, environment) values ($1, 'Bank ' || $1, $2, $3)`, [
    id,
    adapter,
    environment,
  ]);
  await database.query(
    `insert into routes (id, partner_id, channel, currencies, countries, timelines, environment)
     values ('rt_' || $1, $1, 'api', '{*}', '{*}', '{same_day}', $2)`,
    [id, environment],
  );
  await database.query(`insert into accounts (id, name) values ('acc_' || $1, $1)`, [id]);
}

/**
 * Instructions `<prefix>1` to `<prefix><count>` of a partner that `insertPartner` made, 1250.50 USD each; submitted, or
 * pending for a reason.
 */
export async function insertInstructions(
  database: Queryable,
  request: { prefix: string; count: number; partner: string; environment?: Environment; waitingReason?: WaitingReason },
): Promise<void> {
  await database.query(
    `insert into payment_instructions (id, account_id, request_id, status, environment, amount, currency,
       beneficiary_country, purpose_code, private_sealed, requested_route, partner_id, partner_name, route_id, channel,
       timeline, route_reasons, expected_date, date_explanation, fee_estimated, fee_breakdown, uetr, submitted_at,
       last_updated_at, waiting_reason)
     select $1 || number, 'acc_' || $3, 'req_1', case when $5::text is null then 'submitted' else 'pending' end, $4, 1250.5, 'USD', 'US', 'trade_settlement', '', '{}', $3,
       'Bank ' || $3, 'rt_' || $3, 'api', 'same_day', '[]', '2026-11-20', '[]', 5, '[]', gen_random_uuid(), '2026-11-20T09:00:00Z',
       '2026-11-20T09:00:00Z', $5
     from generate_series(1, $2::integer) as number`,
    [request.prefix, request.count, request.partner, request.environment ?? 'test', request.waitingReason ?? null],
  );
}

/**
 * A dispatch of an instruction, past every rule of the program.
 * @param over its state, and an attempt at another partner that `insertPartner` made
 */
export async function insertDispatch(
  database: Queryable,
  instructionId: string,
  { state = 'delivered', attempt = 1, partner }: { state?: string; attempt?: number; partner?: string } = {},
): Promise<void> {
  await database.query(
    `insert into dispatches (instruction_id, attempt, state, partner_id, partner_name, route_id, channel, timeline,
       route_reasons, fee_estimated, expected_date, started_at)
     select id, $2, $3, coalesce($4, partner_id), partner_name, coalesce('rt_' || $4, route_id), channel, timeline,
       route_reasons, fee_estimated, expected_date, now()
     from payment_instructions where id = $1`,
    [instructionId, attempt, state, partner ?? null],
  );
}

/** A case for each of those instructions, a second apart, each opened by a report of its own. */
export async function insertCases(
  database: Queryable,
  request: { prefix: string; count: number; partner: string; kind: string; detail: object; from: Date },
): Promise<void> {
  await database.query(
    `with opened as (
       insert into reconciliation_cases (id, instruction_id, report_id, kind, detail, created_at, last_seen_at,
         last_report_id, last_detail)
       select 'case_' || lpad((extract(epoch from at) * 10)::bigint::text, 26, '0'), $1 || number, 'rep_' || $1 || number, $4, $5, at, at, 'rep_' || $1 || number, $5
       from generate_series(1, $2::integer) as number, lateral (select $6::timestamptz + number * interval '1 second') as t (at)
       returning instruction_id, report_id, created_at
     )
     insert into partner_reports (id, instruction_id, partner_id, kind, dedupe_key, body_hash, status, effective_at,
       disposition, previous_status, resulting_status, recorded_at)
     select report_id, instruction_id, $3, 'status', report_id, '', 'settled', created_at, 'conflicting', 'submitted',
       'submitted', created_at
     from opened`,
    [request.prefix, request.count, request.partner, request.kind, JSON.stringify(request.detail), request.from],
  );
}

/** @returns tables in which a row has these words, as text or as bytes, in the clear */
export async function tablesThatName(database: Queryable, words: string): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const named = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await database.query(`select 1 from ${name} t where t::text like any ($1) limit 1`, [
        [`%${words}%`, `%${Buffer.from(words).toString('hex')}%`],
      ]);
      return rows.length > 0 ? [name] : [];
    }),
  );
  return named.flat();
}
