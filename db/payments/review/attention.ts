import type { WaitingGroup } from '../../../domain/auth/notices';
import { confirmationRefusal, isCurrentProposer } from '../../../domain/auth/approvals';
import { partyOf } from '../../../domain/auth/independence';
import type { OperatorRole } from '../../../domain/auth/operator-roles';
import type { Environment } from '../../../domain/auth/tenant';
import { confirmableProposal, proposerOf } from '../../../domain/payments/decisions/screening';
import type { ReleaseProposal } from '../../../domain/payments/review/compliance-hold';
import { readApprovals } from '../../administration/approvals';
import { readPeople, reviewersAmong } from '../../auth/makers';
import type { Queryable } from '../../database';
import { CURRENT_FLAGS_SQL, FLAG_SIDE_SQL } from '../../operator-flags';
import { CASES_SQL } from '../settlement/reconciliation-cases';
import { assignmentSql, type PlainAssignment } from './payment-assignments';
import { FOR_PERSON_KIND_SQL, forPersonSql, type AssignedTo } from './waiting-payments';

/** A flag, an open reconciliation case, a payment that waits for a person or a proposal, as a list shows it. */
export interface AttentionRow {
  /** Of the case, the payment or the proposal, or `flag_` and the number of the flag. */
  id: string;
  kind: string;
  /** Id of what it is about; of a case, of its payment. */
  subject: string;
  /** Null for what is about the whole service. */
  environment: Environment | null;
  since: Date;
  /** Of a flag, what was found; of a case, what the partner said last. */
  detail: Record<string, unknown>;
  accountName: string | null;
  partnerName: string | null;
  /** Of the payment, in major units as decimal text; null for what is about none. */
  amount: string | null;
  currency: string | null;
  /** The operator who works on the payment. */
  assignment: PlainAssignment | null;
  /** Whether it is the reader's to decide: by role, as the second person where one is needed, and assigned to nobody else. */
  isMine: boolean;
}

/** The operator who looks. */
export interface AttentionReader {
  personId: string;
  roles: readonly OperatorRole[];
}

export interface AttentionFilter {
  reader: AttentionReader;
  /** Only what is the reader's to decide. */
  isMineOnly: boolean;
  /** Of one alone. */
  id?: string | undefined;
  kind?: string | undefined;
  /** `live`: with what is about the whole service; both when absent. */
  side?: Environment | undefined;
  partnerId?: string | undefined;
  /** Who works on the payment; what is about none is assigned to nobody. */
  assigned?: AssignedTo | undefined;
  /** The oldest first where it is absent. */
  order?: AttentionOrder | undefined;
  /** Id after which the list goes on. */
  after?: string | undefined;
  limit: number;
}

/** What comes first, by the moment since which it is open, or by kind and then by that moment. */
export const ATTENTION_ORDERS = ['oldest', 'newest', 'kind'] as const;
export type AttentionOrder = (typeof ATTENTION_ORDERS)[number];

/** What flags and cases alike are sorted by; their tables keep it when a row is closed. */
const BY = {
  oldest: { columns: [], isDown: false },
  newest: { columns: [], isDown: true },
  kind: { columns: ['kind'], isDown: false },
} as const satisfies Record<AttentionOrder, { columns: readonly string[]; isDown: boolean }>;

const FLAG_ID = /^flag_(\d{1,18})$/;

/** Of payments that wait for the same reason so many are listed and counted, the oldest. */
const MAX_WAITING = 1_000;

/** Who decides and who else sees it; null: every operator. */
const BY_OPERATIONS = `'{operations}'::text[] as deciders, null::text[] as seers`;
const OF_PAYMENT = `i.id, ${FOR_PERSON_KIND_SQL} as kind, i.id as subject, i.environment,
  i.submitted_at as since, '{}'::jsonb as detail, i.account_id, i.partner_id, i.amount, i.currency,
  array[case i.waiting_reason when 'compliance_review' then 'compliance' else 'operations' end] as deciders,
  case i.waiting_reason when 'compliance_review' then '{operations,compliance}' else '{operations}' end::text[] as seers`;

/** What is open: few enough to be read whole, as people close it. */
const OPEN_SQL = `
  select 'flag_' || f.id as id, f.kind, f.subject, ${FLAG_SIDE_SQL} as environment, f.created_at as since,
    f.detail, coalesce(i.account_id, k.account_id, b.account_id) as account_id,
    coalesce(p.id, k.partner_id) as partner_id, i.amount, i.currency, ${BY_OPERATIONS}
  ${CURRENT_FLAGS_SQL}
  union all
  select c.id, c.kind, c.instruction_id, i.environment, c.created_at, c.last_detail, i.account_id, p.id, i.amount, i.currency,
    ${BY_OPERATIONS}
  ${CASES_SQL} where c.state = 'open'
  union all
  (${forPersonSql(OF_PAYMENT, MAX_WAITING)})
  union all
  select r.id, 'proposal', r.subject, null, r.proposed_at, jsonb_build_object('act', r.act), null, null, null, null,
    array[r.role], array[r.role]
  from proposals r where r.outcome is null and r.expires_at > now()`;

/** Where a row of the list is kept, by the beginning of its id: its kind and its moment. */
const KEPT: Readonly<Record<string, { table: string; kind: string; since: string }>> = {
  case: { table: 'reconciliation_cases', kind: 'kind', since: 'created_at' },
  flag: { table: 'operator_flags', kind: 'kind', since: 'created_at' },
  instr: { table: 'payment_instructions', kind: FOR_PERSON_KIND_SQL, since: 'submitted_at' },
  prop: { table: 'proposals', kind: `'proposal'`, since: 'proposed_at' },
};

/** Adds a value and tells its place, such as `$4`. */
type Place = (value: unknown) => string;

/** Conditions by which a list continues after a row, even if that was closed since. */
function isAfterSql({ after, order = 'oldest' }: AttentionFilter, place: Place): string[] {
  if (after === undefined) return [];
  const { columns, isDown } = BY[order];
  const [, flag] = FLAG_ID.exec(after) ?? [];
  const kept = KEPT[after.split('_')[0] ?? ''];
  if (kept === undefined) return [];
  const id = flag === undefined ? place(after) : `${place(flag)}::bigint`;
  const before = [...columns.map((column) => kept[column]), kept.since].map(
    (value) => `(select ${value} from ${kept.table} where id = ${id})`,
  );
  const mine = [...columns, 'since', 'id'].map((column) => `o.${column}`);
  return [`(${mine.join(', ')}) ${isDown ? '<' : '>'} (${[...before, `${place(after)}::text`].join(', ')})`];
}

/** That the payment is assigned as the filter asks. */
function isAssignedSql(assigned: AssignedTo | undefined, place: Place): string[] {
  if (assigned === undefined) return [];
  const isOf = 'exists (select from payment_assignments m where m.instruction_id = o.subject';
  return [assigned === 'nobody' ? `not ${isOf})` : `${isOf} and m.user_id = ${place(assigned.personId)})`];
}

/** An act that one person has proposed, and another one has to confirm. */
interface Begun {
  id: string;
  /** As the audit log names actors. */
  by: string;
  personId: string | null;
  role: OperatorRole;
  /** Whether its person may not propose it any more. */
  isVoid: boolean;
}

/** A proposal with the person who made it; null for one who cannot log in any more. */
type Proposed = Omit<Begun, 'isVoid'> & { subject: string; person: { roles: string[]; partner: string | null } | null };

const PROPOSED_SQL = `select r.id, r.proposed_by as by, r.proposed_person as "personId", r.role, r.subject,
    case when u.id is not null then json_build_object('roles', u.operator_roles, 'partner', u.partner_id) end as person
  from proposals r left join users u on u.id = r.proposed_person and u.disabled_at is null
  where r.outcome is null and r.expires_at > now() and r.role = any($1) order by r.id limit ${MAX_WAITING}`;
/** The payments of which a list has any, with what is proposed of them. */
const RELEASES_SQL = `select id, proposal, clock_timestamp() as at from (
    select i.id, i.compliance_hold -> 'proposal' as proposal from payment_instructions i
    where i.stage = 'pending' and i.waiting_reason = 'compliance_review' order by i.id limit ${MAX_WAITING}) held
  where proposal is not null`;

/** A release that was proposed, and the time of Postgres. */
interface ProposedRelease extends Record<string, unknown> {
  id: string;
  proposal: ReleaseProposal;
  at: Date;
}

/** Releases that wait for a second person, as the act judges it. */
async function confirmableReleases(
  database: Queryable,
  proposed: readonly ProposedRelease[],
  people: Parameters<typeof reviewersAmong>[0],
): Promise<Begun[]> {
  if (proposed.length === 0 || (await readApprovals(database))['release-approvals'] === 'one') return [];
  const reviewers = reviewersAmong(people);
  return proposed
    .filter(({ proposal, at }) => confirmableProposal(proposal, { at, reviewers }) !== null)
    .map(({ id, proposal }) => ({
      id,
      by: proposal.by,
      personId: proposerOf(proposal),
      role: 'compliance',
      isVoid: false,
    }));
}

/**
 * What the reader cannot confirm: own proposals, those of a person who is not independent of the reader, and those of a
 * person who is gone. Whether the login has a second factor is not asked: the page of the act does.
 * @returns ids of proposals and payments
 * Source: docs/GAPS.md#A5
 */
async function readBegun(database: Queryable, { personId, roles }: AttentionReader): Promise<string[]> {
  const [asked, proposed] = await Promise.all([
    database.query<Proposed>(PROPOSED_SQL, [[...roles]], 'for_values'),
    roles.includes('compliance') ? database.query<ProposedRelease>(RELEASES_SQL, [], 'for_values') : [],
  ]);
  // Every page of operators asks; mostly nothing is proposed.
  if (asked.length + proposed.length === 0) return [];
  const proposals = asked.map(({ person, ...one }) => ({
    ...one,
    isVoid: one.personId !== null && !isCurrentProposer(person, one),
  }));
  const people = await readPeople(database, { personId });
  const releases = await confirmableReleases(database, proposed, people);
  const actor = { id: `user:${personId}`, requestId: null, personId, roles, isIdentified: true };
  const isRefused = ({ by, personId: proposer, role, isVoid }: Begun): boolean => {
    const first = partyOf({ id: by, personId: proposer }, people);
    return isVoid || confirmationRefusal({ first, role, makersOf: people }, actor) !== null;
  };
  return [...proposals, ...releases].filter(isRefused).map(({ id }) => id);
}

/** SQL of whether row `o` is for the reader to decide. @param begun ids of what the reader cannot confirm */
function isMineSql({ roles, personId }: AttentionReader, begun: readonly string[], place: Place): string {
  const me = place(personId);
  return `(o.deciders && ${place([...roles])}::text[] and o.id <> all(${place([...begun])}::text[])
    and not exists (select from payment_assignments m where m.instruction_id = o.subject and m.user_id <> ${me}))`;
}

/** SQL of whether the reader may see row `o`. */
const isSeenSql = ({ roles }: AttentionReader, place: Place): string =>
  `(o.seers is null or o.seers && ${place([...roles])}::text[])`;

/** One page of what needs an operator's attention, by the moment since which it does. */
export async function listAttention(database: Queryable, filter: AttentionFilter): Promise<AttentionRow[]> {
  const { reader, isMineOnly, id, kind, side, partnerId, assigned, order = 'oldest', limit } = filter;
  const values: unknown[] = [limit];
  const place: Place = (value) => `$${values.push(value)}`;
  const isMine = isMineSql(reader, await readBegun(database, reader), place);
  const conditions = [
    isMineOnly ? isMine : isSeenSql(reader, place),
    ...(id === undefined ? [] : [`o.id = ${place(id)}`]),
    ...(kind === undefined ? [] : [`o.kind = ${place(kind)}`]),
    ...(side === undefined ? [] : [`coalesce(o.environment, 'live') = ${place(side)}`]),
    ...(partnerId === undefined ? [] : [`o.partner_id = ${place(partnerId)}`]),
    ...isAssignedSql(assigned, place),
    ...isAfterSql(filter, place),
  ];
  const { columns, isDown } = BY[order];
  const sorted = [...columns, 'since', 'id'].map((column) => `o.${column} ${isDown ? 'desc' : 'asc'}`);
  return database.query<AttentionRow & Record<string, unknown>>(
    `select o.id, o.kind, o.subject, o.environment, o.since, o.detail, o.amount, o.currency, a.name as "accountName",
       p.name as "partnerName", ${assignmentSql('o.subject')} as assignment, ${isMine} as "isMine"
     from (${OPEN_SQL}) o left join accounts a on a.id = o.account_id left join partners p on p.id = o.partner_id
     where ${conditions.join(' and ')}
     order by ${sorted.join(', ')} limit $1`,
    values,
    'for_values',
  );
}

/** How many of a kind and side wait. */
export interface AttentionCount {
  kind: string;
  /** `live`: with what is about the whole service. */
  side: Environment;
  count: number;
  /** Those of them that are the reader's to decide. */
  mine: number;
}

/**
 * Counts what `listAttention` lists; all such counts come from here.
 * @returns counts by kind and side, those of the live side and the largest first
 */
export async function countAttention(database: Queryable, reader: AttentionReader): Promise<AttentionCount[]> {
  const values: unknown[] = [];
  const place: Place = (value) => `$${values.push(value)}`;
  const isMine = isMineSql(reader, await readBegun(database, reader), place);
  return database.query<AttentionCount & Record<string, unknown>>(
    `select kind, coalesce(environment, 'live') as side, count(*)::integer as count,
       count(*) filter (where ${isMine})::integer as mine
     from (${OPEN_SQL}) o where ${isSeenSql(reader, place)} group by 1, 2 order by 2, 3 desc, 1`,
    values,
    'for_values',
  );
}

/** When the wait of payment `i` began that row `o` shows, and when its release was proposed: one begun anew is another one. */
const WAIT = `coalesce(extract(epoch from i.waiting_since)::text || coalesce(i.compliance_hold #>> '{proposal,at}', ''), '')`;

/** Reads what `listAttention` lists as the reader's own, with its ids. Source: docs/GAPS.md#mail */
export async function readOwnAttention(database: Queryable, reader: AttentionReader): Promise<WaitingGroup[]> {
  const values: unknown[] = [];
  const place: Place = (value) => `$${values.push(value)}`;
  const isMine = isMineSql(reader, await readBegun(database, reader), place);
  return database.query<WaitingGroup & Record<string, unknown>>(
    `select kind, o.environment as side, array_agg(o.id || '_' || kind || ${WAIT}) as ids
     from (${OPEN_SQL}) o left join payment_instructions i on i.id = o.id and i.waiting_reason = o.kind
     where ${isMine} group by kind, o.environment order by o.environment, kind`,
    values,
    'for_values',
  );
}

/** @returns a flag that is current; null when there is none, or not any more */
export async function findOpenFlag(
  database: Queryable,
  reader: AttentionReader,
  id: string,
): Promise<AttentionRow | null> {
  const [row] = await listAttention(database, { reader, isMineOnly: false, id: `flag_${id}`, limit: 1 });
  return row ?? null;
}
