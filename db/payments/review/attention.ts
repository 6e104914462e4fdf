import type { Environment } from '../../../domain/auth/tenant';
import type { Queryable } from '../../database';
import { CURRENT_FLAGS_SQL, FLAG_SIDE_SQL } from '../../operator-flags';
import { CASES_SQL } from '../settlement/reconciliation-cases';
import { assignmentSql, type PlainAssignment } from './payment-assignments';
import type { AssignedTo } from './waiting-payments';

/** A flag or an open reconciliation case, as a list shows it. */
export interface AttentionRow {
  /** Of the case, or `flag_` and the number of the flag. */
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
}

export interface AttentionFilter {
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

/** What is open: few enough to be read whole, as people close it. */
const OPEN_SQL = `
  select 'flag_' || f.id as id, f.kind, f.subject, ${FLAG_SIDE_SQL} as environment, f.created_at as since,
    f.detail, coalesce(i.account_id, k.account_id, b.account_id) as account_id,
    coalesce(p.id, k.partner_id) as partner_id, i.amount, i.currency
  ${CURRENT_FLAGS_SQL}
  union all
  select c.id, c.kind, c.instruction_id, i.environment, c.created_at, c.last_detail, i.account_id, p.id, i.amount, i.currency
  ${CASES_SQL} where c.state = 'open'`;

/** Adds a value and tells its place, such as `$4`. */
type Place = (value: unknown) => string;

/** Where the list goes on after a row, which may have been closed since. */
function isAfterSql({ after, order = 'oldest' }: AttentionFilter, place: Place): string[] {
  if (after === undefined) return [];
  const { columns, isDown } = BY[order];
  const [, flag] = FLAG_ID.exec(after) ?? [];
  const [table, id] =
    flag === undefined ? ['reconciliation_cases', place(after)] : ['operator_flags', `${place(flag)}::bigint`];
  const kept = [...columns, 'created_at'].map((column) => `(select ${column} from ${table} where id = ${id})`);
  const mine = [...columns, 'since', 'id'].map((column) => `o.${column}`);
  return [`(${mine.join(', ')}) ${isDown ? '<' : '>'} (${[...kept, `${place(after)}::text`].join(', ')})`];
}

/** That the payment is assigned as the filter asks. */
function isAssignedSql(assigned: AssignedTo | undefined, place: Place): string[] {
  if (assigned === undefined) return [];
  const isOf = 'exists (select from payment_assignments m where m.instruction_id = o.subject';
  return [assigned === 'nobody' ? `not ${isOf})` : `${isOf} and m.user_id = ${place(assigned.personId)})`];
}

/** @returns flags and open cases, by the moment since which they are open */
export async function listAttention(database: Queryable, filter: AttentionFilter): Promise<AttentionRow[]> {
  const { id, kind, side, partnerId, assigned, order = 'oldest', limit } = filter;
  const values: unknown[] = [limit];
  const place: Place = (value) => `$${values.push(value)}`;
  const conditions = [
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
       p.name as "partnerName", ${assignmentSql('o.subject')} as assignment
     from (${OPEN_SQL}) o left join accounts a on a.id = o.account_id left join partners p on p.id = o.partner_id
     ${conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`}
     order by ${sorted.join(', ')} limit $1`,
    values,
    'for_values',
  );
}

/** How many flags and cases of a kind and side are open. */
export interface AttentionCount {
  kind: string;
  /** `live`: with what is about the whole service. */
  side: Environment;
  count: number;
}

/** @returns counts by kind and side, those of the live side and the largest first */
export async function countAttention(database: Queryable): Promise<AttentionCount[]> {
  return database.query<AttentionCount & Record<string, unknown>>(
    `select kind, coalesce(environment, 'live') as side, count(*)::integer as count from (${OPEN_SQL}) o
     group by 1, 2 order by 2, 3 desc, 1`,
  );
}

/** @returns a flag that is current; null when there is none, or not any more */
export async function findOpenFlag(database: Queryable, id: string): Promise<AttentionRow | null> {
  const [row] = await listAttention(database, { id: `flag_${id}`, limit: 1 });
  return row ?? null;
}
