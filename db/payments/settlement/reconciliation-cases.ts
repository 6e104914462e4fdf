import type { Environment } from '../../../domain/auth/tenant';
import { actorId, appendAuditEntry, type Actor } from '../../auth/audit-log';
import type { Database, Queryable } from '../../database';

/** Two facts about money that contradict each other. Source: docs/GAPS.md#P5 */
export interface ReconciliationCase {
  id: string;
  instructionId: string;
  environment: Environment;
  /** The newest report that says so. */
  reportId: string;
  /** Such as `conflicting_report`. */
  kind: string;
  partnerId: string;
  partnerName: string;
  /** How often it was said. */
  count: number;
  openedAt: Date;
  lastSeenAt: Date;
  /** What we have: status, amount, currency and, once confirmed, the settlement. */
  ours: Record<string, unknown>;
  /** What the partner said last. */
  theirs: Record<string, unknown>;
  state: 'open' | 'closed';
  closedBy: string | null;
  closeReason: string | null;
}

/** Open cases of one partner and kind. */
export interface CaseGroup {
  partnerId: string;
  partnerName: string;
  environment: Environment;
  kind: string;
  cases: number;
  /** Reports that the cases count. */
  reports: number;
  oldestAt: Date;
  newestAt: Date;
}

export interface CaseFilter {
  partnerId?: string | undefined;
  kind?: string | undefined;
  /** Id after which the list goes on. */
  after?: string | undefined;
  limit: number;
}

/** Who partners are changes rarely and kinds are few: beyond that many groups an operator looks for one cause. */
const MAX_GROUPS = 500;

/**
 * Cases `c` with their payments `i`, and the partner `p` that said it, or whose bank did: with another route, it need not be
 * the one that has the instruction.
 */
export const CASES_SQL = `
  from reconciliation_cases c
  join payment_instructions i on i.id = c.instruction_id
  left join partner_reports r on r.id = c.report_id
  join partners p on p.id = coalesce(r.partner_id, c.detail ->> 'partnerId', i.partner_id)`;

const CASE_SQL = `
  select c.id, c.instruction_id as "instructionId", i.environment, c.last_report_id as "reportId", c.kind,
    p.id as "partnerId", p.name as "partnerName", c.count, c.created_at as "openedAt", c.last_seen_at as "lastSeenAt",
    jsonb_strip_nulls(jsonb_build_object('status', i.status, 'amount', i.amount, 'currency', i.currency,
      'feeEstimated', i.fee_estimated, 'expectedDate', i.expected_date, 'settlement', s.confirmation)) as ours,
    c.last_detail as theirs, c.state, c.closed_by as "closedBy", c.close_reason as "closeReason"
  ${CASES_SQL}
  left join settlements s on s.instruction_id = i.id`;

/** Open cases by partner and kind, those of live payments and the largest groups first; at most 500. */
export async function listCaseGroups(database: Queryable): Promise<CaseGroup[]> {
  return database.query<CaseGroup & Record<string, unknown>>(
    `select p.id as "partnerId", p.name as "partnerName", p.environment, c.kind, count(*)::integer as cases,
       sum(c.count)::integer as reports, min(c.created_at) as "oldestAt", max(c.last_seen_at) as "newestAt"
     ${CASES_SQL} where c.state = 'open' group by p.id, c.kind
     order by (p.environment = 'live') desc, count(*) desc, p.id, c.kind limit ${MAX_GROUPS}`,
  );
}

/** @returns open cases, the oldest first */
export async function listOpenCases(database: Queryable, filter: CaseFilter): Promise<ReconciliationCase[]> {
  return database.query<ReconciliationCase & Record<string, unknown>>(
    `${CASE_SQL}
     where c.state = 'open' and ($1::text is null or p.id = $1) and ($2::text is null or c.kind = $2)
       and ($3::text is null or c.id > $3)
     order by c.id limit $4`,
    [filter.partnerId ?? null, filter.kind ?? null, filter.after ?? null, filter.limit],
    'for_values',
  );
}

/** @returns a case, open or closed; null when there is none */
export async function findCase(database: Queryable, id: string): Promise<ReconciliationCase | null> {
  const rows = await database.query<ReconciliationCase & Record<string, unknown>>(`${CASE_SQL} where c.id = $1`, [id]);
  return rows[0] ?? null;
}

/**
 * Closes a case that is agreed with the partner; it changes no fact of the payment.
 * @param request the reason is stored with the case, the actor there and in the audit log
 * @returns whether it was open
 */
export async function closeCase(
  database: Database,
  request: { id: string; reason: string; actor: Actor },
): Promise<boolean> {
  const { id, reason, actor } = request;
  return database.transaction(async (client) => {
    const [found] = await client.query<{ instruction_id: string }>(
      `update reconciliation_cases set state = 'closed', closed_at = now(), closed_by = $2, close_reason = $3
       where id = $1 and state = 'open' returning instruction_id`,
      [id, actorId(actor), reason],
    );
    if (found === undefined) return false;
    const detail = { instruction: found.instruction_id, reason };
    await appendAuditEntry(client, { actor, act: 'case.closed', subject: id, accountId: null, detail });
    return true;
  });
}

/** New cases of one partner within an hour beyond which the partner itself is the matter. */
const ALARM_CASES = 20;

/**
 * Flags each partner with more than twenty new cases within the last hour; the flag stays until a person clears it.
 * Source: docs/GAPS.md#P5
 */
export async function flagContradictingPartners(database: Queryable): Promise<void> {
  await database.query(
    `insert into operator_flags (subject, kind, detail)
     select p.id, 'partner_contradicts', jsonb_build_object('cases', count(*))
     ${CASES_SQL} where c.created_at > now() - interval '1 hour' group by p.id having count(*) > ${ALARM_CASES}
     on conflict (subject, kind) where cleared_at is null do nothing`,
  );
}
