import type { PaymentToApprove } from '../../../domain/payments/batches/approval';
import { APPROVAL_DAYS, type ApprovalDecision } from '../../../domain/payments/review/approval';
import { isMemberSql } from '../../auth/member-sql';
import type { Queryable } from '../../database';

/** SQL: instruction `i` waits for approvals. */
export const AWAITS_APPROVAL_SQL = `i.status = 'pending' and i.approval ->> 'state' = 'waiting'`;

/** The payments of a batch in the order of its rows; null for one that needs no approval. */
export async function readPaymentsToApprove(
  database: Queryable,
  batchId: string,
): Promise<(PaymentToApprove | null)[]> {
  const rows = await database.query<{ payment: PaymentToApprove | null }>(
    `select case when i.approval is not null then jsonb_build_object('hash', i.approval ->> 'hash',
       'needed', i.approval -> 'needed', 'expiresAt', i.approval ->> 'expiresAt', 'currency', i.currency,
       'amount', i.amount::text) end as payment
     from payment_batch_rows r join payment_instructions i on i.id = r.instruction_id
     where r.batch_id = $1 and r.state = 'made' order by r.id`,
    [batchId],
    'for_values',
  );
  return rows.map(({ payment }) => payment);
}

/** How many payments of a batch wait for approvals. */
export async function countAwaitingApproval(database: Queryable, batchId: string): Promise<number> {
  const [row] = await database.query<{ waiting: number }>(
    `select count(*)::integer as waiting from payment_batch_rows r join payment_instructions i on i.id = r.instruction_id
     where r.batch_id = $1 and r.state = 'made' and ${AWAITS_APPROVAL_SQL}`,
    [batchId],
    'for_values',
  );
  return row?.waiting ?? 0;
}

/** A decision about a batch, with the member's email address. */
export interface GivenDecision {
  memberId: string;
  member: string | null;
  decision: ApprovalDecision;
  at: Date;
  comment: string | null;
}

/** The decisions of members about a batch, in the order of time. */
export function listBatchDecisions(database: Queryable, batchId: string): Promise<GivenDecision[]> {
  return database.query<GivenDecision & Record<string, unknown>>(
    `select d.member_id as "memberId", u.email as member, d.decision, d.decided_at as at, d.comment
     from payment_batch_approvals d join payment_batches b on b.id = d.batch_id left join users u on u.id = d.member_id
     where d.batch_id = $1 and (d.decision = 'reject' or ${isMemberSql('b.account_id')})
     order by d.decided_at, d.member_id`,
    [batchId],
  );
}

/** Batches of a week that a side of an account may have open at once on a page; those after them are approved later. */
const MAX_OPEN = 100;

/**
 * SQL of the batches of account `$1` and side `$2` that wait for approvals as a whole. Batches whose last payment is
 * older than an approval may be are left out.
 * @param member SQL of the id of the member who asks
 * Source: docs/GAPS.md#P18
 */
export function batchesInApprovalSql(member: string): string {
  return `select b.id, b.name, b.created_at as "createdAt", b.approval,
       b.member_id is distinct from ${member} and not coalesce(d.given @> array[${member}::text], false) as "isForMember"
     from payment_batches b
     left join lateral (select array_agg(a.member_id) as given, count(*) as approvals
       from payment_batch_approvals a join users u on u.id = a.member_id
       where a.batch_id = b.id and a.decision = 'approve' and ${isMemberSql('b.account_id')}) d on true
     where b.account_id = $1 and b.environment = $2 and b.approval is not null
       and b.worked_at > now() - interval '${APPROVAL_DAYS} days' and b.status in ('completed', 'deciding')
       and d.approvals < (b.approval ->> 'needed')::integer
       and exists (select from payment_batch_rows r join payment_instructions i on i.id = r.instruction_id
         where r.batch_id = b.id and r.state = 'made' and ${AWAITS_APPROVAL_SQL})
     order by b.id desc limit ${MAX_OPEN}`;
}
