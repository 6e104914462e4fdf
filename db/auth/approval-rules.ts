import { invalidRequest } from '../../domain/errors';
import type { Tenant } from '../../domain/auth/tenant';
import { APPROVAL_DAYS } from '../../domain/payments/review/approval';
import { MAX_APPROVAL_RULES, type ApprovalRule } from '../../domain/payments/review/approval-rules';
import type { Database, Queryable } from '../database';
import { appendAuditEntry, type Actor } from './audit-log';

/**
 * SQL of the approval that a new payment needs, or null. The strictest rule of its currency that it exceeds counts; in
 * a currency without rules, the strictest of all rules. One more approval is needed if it is not known who made the
 * payment, because one of the approvers may be that person. A payment that an agent proposes needs an approval even
 * without a rule, from any member, including the one who made the agent's key. The rules are read in the statement
 * that stores the payment, so none is missed.
 * @param row name of a row with account, side, currency, amount and `approval_terms` (`ApprovalTerms`)
 * Source: docs/GAPS.md#P17, docs/GAPS.md#A5
 */
export function approvalSql(row: string): string {
  return `(
    select case when ruled.needed > 0 or ${row}.approval_terms ? 'agent' then ${row}.approval_terms || jsonb_build_object('state', 'waiting',
      'creator', case when ruled.needed > 0 then ${row}.approval_terms -> 'creator' end,
      'needed', coalesce(ruled.needed + (${row}.approval_terms ->> 'creator' is null)::integer, 1),
      'given', '[]'::jsonb, 'expiresAt', to_char(
        (clock_timestamp() + interval '${APPROVAL_DAYS} days') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end
    from (
      select case when bool_or(r.currency = ${row}.currency)
        then max(r.approvals) filter (where r.currency = ${row}.currency and ${row}.amount > r.above)
        else max(r.approvals) end as needed
      from approval_rules r where r.account_id = ${row}.account_id and r.environment = ${row}.environment
    ) ruled)`;
}

/** @returns the rules of one side of an account, by currency and amount */
export async function listApprovalRules(
  database: Queryable,
  { accountId, environment }: Tenant,
): Promise<ApprovalRule[]> {
  const rows = await database.query<{ currency: string; above: string; approvals: number }>(
    `select currency, above::text, approvals from approval_rules where account_id = $1 and environment = $2
     order by currency, approval_rules.above`,
    [accountId, environment],
  );
  return rows.map(({ currency, above, approvals }) => ({ above: { amount: Number(above), currency }, approvals }));
}

/** Changes of the rules of an account come one after the other, so that each entry of the audit log says what it replaced. */
async function lockRules(client: Queryable, { accountId, environment }: Tenant): Promise<ApprovalRule[]> {
  await client.query('select from accounts where id = $1 for no key update', [accountId]);
  return listApprovalRules(client, { accountId, environment });
}

/**
 * Sets how many approvals new payments above an amount need, with an audit entry; waiting payments keep what they need.
 * @returns all rules of that side
 * @throws DomainError INVALID_REQUEST when that side has the largest number of rules
 * Source: docs/GAPS.md#P17
 */
export function setApprovalRule(
  database: Database,
  { tenant, rule, actor }: { tenant: Tenant; rule: ApprovalRule; actor: Actor },
): Promise<ApprovalRule[]> {
  const { accountId, environment } = tenant;
  const { above, approvals } = rule;
  return database.transaction(async (client) => {
    const before = await lockRules(client, tenant);
    const same = before.find((one) => one.above.currency === above.currency && one.above.amount === above.amount);
    if (same?.approvals === approvals) return before;
    if (same === undefined && before.length >= MAX_APPROVAL_RULES) {
      const message = `One side of an account has at most ${MAX_APPROVAL_RULES} rules.`;
      throw invalidRequest([{ field: 'above', code: 'too_many', message }]);
    }
    await client.query(
      `insert into approval_rules (account_id, environment, currency, above, approvals) values ($1, $2, $3, $4, $5)
       on conflict (account_id, environment, currency, above) do update set approvals = excluded.approvals`,
      [accountId, environment, above.currency, above.amount, approvals],
    );
    const detail = { environment, above, approvals, before: same?.approvals ?? null };
    await appendAuditEntry(client, { actor, act: 'approval_rule.set', subject: accountId, accountId, detail });
    return listApprovalRules(client, tenant);
  });
}

/** Which rules to clear: those of a currency, of them the one of an amount; all where nothing is named. */
export interface RulesToClear {
  tenant: Tenant;
  currency?: string | undefined;
  /** In the currency's major unit. */
  amount?: number | undefined;
  actor: Actor;
}

/**
 * Deletes approval rules of a side, a currency or an amount, with an audit entry. Waiting payments keep what they need.
 * @returns the deleted rules, and the remaining ones
 * Source: docs/GAPS.md#P17
 */
export function clearApprovalRules(
  database: Database,
  { tenant, currency, amount, actor }: RulesToClear,
): Promise<{ cleared: ApprovalRule[]; rules: ApprovalRule[] }> {
  const { accountId, environment } = tenant;
  return database.transaction(async (client) => {
    const before = await lockRules(client, tenant);
    await client.query(
      `delete from approval_rules where account_id = $1 and environment = $2 and ($3::text is null or currency = $3)
         and ($4::numeric is null or approval_rules.above = $4)`,
      [accountId, environment, currency ?? null, amount ?? null],
    );
    const rules = await listApprovalRules(client, tenant);
    const isLeft = ({ above }: ApprovalRule): boolean =>
      rules.some((one) => one.above.currency === above.currency && one.above.amount === above.amount);
    const cleared = before.filter((rule) => !isLeft(rule));
    if (cleared.length > 0) {
      const detail = { environment, rules: cleared };
      await appendAuditEntry(client, { actor, act: 'approval_rule.cleared', subject: accountId, accountId, detail });
    }
    return { cleared, rules };
  });
}
