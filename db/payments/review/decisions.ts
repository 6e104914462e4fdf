import type { WaitingGroup } from '../../../domain/auth/notices';
import type { Tenant } from '../../../domain/auth/tenant';
import { KeptBeneficiary } from '../../../domain/beneficiaries/beneficiary-schema';
import type { BatchApproval } from '../../../domain/payments/batches/approval';
import type { Vault } from '../../../lib/vault';
import { CHANGED_BY_SQL } from '../../beneficiaries/beneficiary-rows';
import type { Queryable } from '../../database';
import { openSealed, SAVED_BENEFICIARY } from '../../sealed-columns';
import { isOpenSql } from '../../status-sql';
import { AWAITS_APPROVAL_SQL, batchesInApprovalSql } from '../batches/read-approval';
import { readWithPayments, type PaymentRow } from '../instruction/payment-rows';

/** What waits for a member of an account. */
export type DecisionKind = 'approval' | 'batch_approval' | 'payee_check' | 'information' | 'bank_details' | 'endpoint';

interface Found {
  /** Its place in the list; one payment may wait for two things. */
  id: string;
  kind: DecisionKind;
  /** Id of what it is about. */
  subject: string;
  since: Date;
  /** Whether the reader may decide it. */
  isMine: boolean;
  /** Of an endpoint its address, of a batch the name that it was given; null for anything else. */
  name: string | null;
  /** Of a batch. */
  approval: BatchApproval | null;
}

/** Something that waits for a member, with what a list shows of it. Source: docs/GAPS.md#decisions */
export interface Decision extends Found {
  /** Null for what is about none. */
  payment: PaymentRow | null;
}

/** A member who looks at one side. */
export interface DecisionReader {
  tenant: Tenant;
  userId: string;
  /** Whether the member may change things of that side; approvals are given by every member. */
  mayChange: boolean;
}

/** Of each kind so many are listed and counted, the oldest. */
export const MAX_DECISIONS = 1_000;

const PAYEE_CHECK = `i.payee_check ->> 'decision' = 'pending'`;
const INFORMATION = `i.information @> '[{"answeredAt": null}]'`;
/** Payments of the side, in the words of the index `payment_instructions_decisions`. */
const PAYMENTS = `payment_instructions i where i.account_id = $1 and i.environment = $2 and ${isOpenSql('i.stage')}
     and (i.approval ->> 'state' = 'waiting' or ${PAYEE_CHECK} or ${INFORMATION})`;
/** One reads `$1`, `$2`: account and side; `$3`: the member; `$4`: whether the member may change things. */
const SOURCES = [
  // Payments of a batch that is approved as one thing are that batch.
  `select i.id, 'approval', i.submitted_at, i.approval ->> 'creator' is distinct from $3
       and not i.approval -> 'given' @> jsonb_build_array(jsonb_build_object('by', $3::text)),
     null::text, null::jsonb, null::bytea
   from ${PAYMENTS} and ${AWAITS_APPROVAL_SQL}
     and not exists (select from payment_batch_rows r join batch on batch.id = r.batch_id
       where r.id = i.idempotency_key and r.instruction_id = i.id)`,
  `select i.id, case when ${PAYEE_CHECK} then 'payee_check' else 'information' end, i.submitted_at, $4::boolean,
     null::text, null::jsonb, null::bytea
   from ${PAYMENTS} and (${PAYEE_CHECK} or ${INFORMATION})`,
  `select id, 'batch_approval', "createdAt", "isForMember", name, approval, null::bytea from batch`,
  `select b.id, 'bank_details', v.changed_at, $4::boolean and not changed.ids @> array[$3::text]
       and array_position(changed.ids, null) is null, null::text, null::jsonb,
     b.private_sealed
   from beneficiary_versions v join beneficiaries b on b.id = v.beneficiary_id and b.version = v.version
   cross join lateral (select ${CHANGED_BY_SQL} as ids) changed
   where v.confirmed_at is null and v.held_until > now()
     and b.account_id = $1 and b.environment = $2 and b.deleted_at is null`,
  `select s.id, 'endpoint', coalesce(s.failing_since, s.used_up_at, s.created_at), $4::boolean, s.url, null::jsonb, null::bytea
   from webhook_subscriptions s where s.account_id = $1 and s.environment = $2 and s.deleted_at is null
     and (s.failing_since is not null or s.disabled_reason is not null)`,
];

/** SQL of all open decisions of members, at most `MAX_DECISIONS` of each source. */
function waitingSql(isMineOnly: boolean): string {
  const columns = 'subject, kind, since, "isMine", name, approval, sealed';
  const limited = SOURCES.map(
    (source) => `(select * from (${source}) source (${columns}) ${isMineOnly ? 'where "isMine"' : ''}
      order by subject limit ${MAX_DECISIONS})`,
  );
  return limited.join(' union all ');
}

const PLACE = `(extract(epoch from since) * 1000000)::bigint`;

/**
 * One page of open decisions of members of one side, the oldest first.
 * @param query `isMineOnly`: only what the reader may decide; `after`: id after which the list continues
 * Source: docs/GAPS.md#decisions
 */
export async function listDecisions(
  database: Queryable,
  vault: Vault,
  { tenant, userId, mayChange }: DecisionReader,
  { isMineOnly, after, limit }: { isMineOnly: boolean; after?: string | undefined; limit: number },
): Promise<Decision[]> {
  const [, place = null, subject = null, kind = null] = /^(\d+)_([a-z]+_[0-9a-z]+)_(.+)$/.exec(after ?? '') ?? [];
  const found = await database.query<Found & { sealed: Buffer | null } & Record<string, unknown>>(
    `with batch as materialized (${batchesInApprovalSql('$3')})
     select ${PLACE}::text || '_' || subject || '_' || kind as id, w.* from (${waitingSql(isMineOnly)}) w
     where $5::bigint is null or (${PLACE}, subject, kind) > ($5, $6::text, $7::text)
     order by ${PLACE}, subject, kind limit $8`,
    [tenant.accountId, tenant.environment, userId, mayChange, place, subject, kind, limit],
    'for_values',
  );
  const rows = found.map(({ sealed, ...row }) => ({
    ...row,
    name: sealed === null ? row.name : beneficiaryNameIn(vault, row, sealed),
  }));
  return readWithPayments(database, vault, {
    rows,
    idOf: ({ subject: id }) => (id.startsWith('instr_') ? id : null),
  });
}

function beneficiaryNameIn(vault: Vault, { subject: id }: Found, value: Buffer): string {
  const { label, name } = KeptBeneficiary.parse(
    JSON.parse(openSealed(vault, SAVED_BENEFICIARY, { id, value }).toString('utf8')),
  );
  return label ?? name;
}

/** What every page of a side says of it. */
export interface SideState {
  /** What the reader may decide, and all that waits; at most `MAX_DECISIONS` of each source. */
  mine: number;
  all: number;
  /** Since when work for the account waits for more than `LATE_SECONDS`; null where it goes on. */
  delayedSince: Date | null;
}

/** Work of a rush is done by then. */
const LATE_SECONDS = 120;
/** Items of a lane that are looked at, those that are due first: where nothing goes on, they are old. */
const FIRST_ITEMS = 100;

/**
 * Counts what `listDecisions` lists, with the other facts that each page of the console shows; all such counts come
 * from here. Source: docs/GAPS.md#decisions
 */
export async function readSideState(
  database: Queryable,
  { tenant, userId, mayChange }: DecisionReader,
): Promise<SideState> {
  const [state] = await database.query<SideState & Record<string, unknown>>(
    `with batch as materialized (${batchesInApprovalSql('$3')})
     select (select count(*) from (${waitingSql(true)}) w)::integer as mine,
       (select count(*) from (${waitingSql(false)}) w)::integer as all,
       (select min(first.created_at) from unnest('{payments,documents,deliveries}'::text[]) l (lane), lateral (
          select o.created_at from outbox o where o.lane = l.lane and o.account_id = $1
          order by o.available_at, o.id limit ${FIRST_ITEMS}) first
        where first.created_at < now() - interval '${LATE_SECONDS} seconds') as "delayedSince"`,
    [tenant.accountId, tenant.environment, userId, mayChange],
    'for_values',
  );
  if (state === undefined) throw new Error('a count has no row');
  return state;
}

/** Payments of the side that are held for a review, which operators decide. */
const HELD_SQL = `select i.id as subject, 'held' as kind, coalesce(i.waiting_since, i.submitted_at) as since from payment_instructions i
  where i.account_id = $1 and i.environment = $2 and i.stage = 'pending' and i.waiting_reason = 'compliance_review'
  order by i.id limit ${MAX_DECISIONS}`;

/** Ids of the open questions about payment `i`: one that is asked after an answer is another one. */
const QUESTIONS = `coalesce(jsonb_path_query_array(i.information, '$[*] ? (@.answeredAt == null).id')::text, '')`;

/**
 * Reads the items of a member's notices by e-mail: the reader's own of `listDecisions`, and held payments.
 * A wait that ended and began anew has another id.
 * Source: docs/GAPS.md#mail
 */
export function readWaiting(
  database: Queryable,
  { tenant, userId, mayChange }: DecisionReader,
): Promise<WaitingGroup[]> {
  return database.query<WaitingGroup & Record<string, unknown>>(
    `with batch as materialized (${batchesInApprovalSql('$3')})
     select kind, $2::text as side, array_agg(${PLACE} || '_' || w.subject || '_' || kind || ${QUESTIONS}) as ids
     from (select subject, kind, since from (${waitingSql(true)}) mine union all (${HELD_SQL})) w
     left join payment_instructions i on i.id = w.subject and w.kind = 'information'
     group by kind order by kind`,
    [tenant.accountId, tenant.environment, userId, mayChange],
    'for_values',
  );
}
