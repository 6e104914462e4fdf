import type { Environment } from '../../../domain/auth/tenant';
import type { DispatchState } from '../../../domain/payments/instruction/state';
import type { WaitingReason } from '../../../domain/payments/dispatch/waiting';
import { firstIdAt } from '../../../domain/ids';
import type { Queryable } from '../../database';
import { isOpenSql } from '../../status-sql';
import { OPERATOR_SUMMARY_SQL, type OperatorSummary } from './operator-payments';

export interface WaitingPaymentRow extends OperatorSummary {
  clientReference: string | null;
  dispatchState: DispatchState | null;
  /** Kinds of flags about it that stand. */
  flags: string[];
  /** Of one that is held for a review, whether its client was asked something, and has answered all of it. */
  information: 'asked' | 'answered' | null;
}

/**
 * `person`: waits for a person; `in_doubt`: may or may not have reached its partner; `any`: both, and every reason; else
 * the reason of a wait.
 */
export type WaitingFor = 'any' | 'person' | 'in_doubt' | WaitingReason;

/** Payments with something in common, in the order of an index that holds no others. */
interface Source {
  from: string;
  where: string;
  /** The column that is the payment's id. */
  id: string;
  /** The column that is its partner's id; `i.partner_id` where it is absent. */
  partner?: string;
  /** Whether a payment can be in it more than once. */
  repeats?: true;
}

function pending(where: string): Source {
  return { from: 'payment_instructions i', where: `i.stage = 'pending' and ${where}`, id: 'i.id' };
}

function waitingFor(reason: WaitingReason): Source {
  return pending(`i.waiting_reason = '${reason}'`);
}

/** The source of pending payments with a call under way or in doubt that meets the condition. */
function dispatched(where: string): Source {
  const from = 'dispatches d join payment_instructions i on i.id = d.instruction_id';
  const inDoubt = `i.stage = 'pending' and d.state in ('sending', 'unknown')`;
  return { from, where: `${inDoubt} and ${where}`, id: 'd.instruction_id', partner: 'd.partner_id' };
}

/** A call that is under way ends within seconds; one that has not ended in a minute was lost with its process. */
const IN_DOUBT = dispatched(`(d.state = 'unknown' or d.started_at < now() - interval '1 minute')`);
/** Until then inquiries come closely one after the other: a partner that answers has answered. */
const LONG_IN_DOUBT = dispatched(`d.started_at < now() - interval '15 minutes'`);
const FLAGGED: Source = {
  from: 'operator_flags f join payment_instructions i on i.id = f.subject',
  where: `f.cleared_at is null and ${isOpenSql('i.stage')}`,
  id: 'f.subject',
  repeats: true,
};
/** Also where the partner has the payment and asks. */
const PAYEE_DECISIONS: Source = {
  ...{ from: 'payment_instructions i', where: `i.payee_check ->> 'decision' = 'pending'`, id: 'i.id' },
};
/** Of operators: an approval, a payee check and changed bank details wait for members of the account. */
const REASONS_FOR_PERSON = [
  'compliance_review',
  'contradiction',
  'blocked',
  'bank_rules',
  'partner_refusing',
] as const satisfies readonly WaitingReason[];
const UNFLAGGED_FOR_PERSON = [...REASONS_FOR_PERSON.map(waitingFor), LONG_IN_DOUBT];
/** SQL of why a payment waits for a person: one in doubt may have any other reason to wait, such as a slow partner. */
export const FOR_PERSON_KIND_SQL = `case when waiting_reason in ('${REASONS_FOR_PERSON.join("', '")}') then waiting_reason
  else 'in_doubt' end`;
const FOR_PERSON = [...UNFLAGGED_FOR_PERSON, FLAGGED];

/**
 * SQL of the payments that wait for a person, the oldest `most` for each reason. Payments under other reasons wait for
 * a person if they have a flag.
 * @param columns of payment `i`
 */
export function forPersonSql(columns: string, most: number): string {
  const pageSql = ({ from, where, id }: Source): string => `(
    select ${columns} from ${from}
    where ${where} and (i.waiting_reason is not distinct from 'compliance_review'
      or not exists (select from operator_flags f where f.subject = i.id and f.cleared_at is null))
    order by ${id} limit ${most})`;
  return UNFLAGGED_FOR_PERSON.map(pageSql).join(' union ');
}

/** The sources of payments that wait for a reason. */
function sourcesOf(waiting: WaitingFor): readonly Source[] {
  if (waiting === 'in_doubt') return [IN_DOUBT];
  if (waiting === 'person') return FOR_PERSON;
  if (waiting === 'payee_check') return [PAYEE_DECISIONS];
  if (waiting === 'any') return [pending('i.waiting_reason is not null'), IN_DOUBT, FLAGGED, PAYEE_DECISIONS];
  return [waitingFor(waiting)];
}

/** Who works on a payment. */
export type AssignedTo = { personId: string } | 'nobody';

/** That the payment with that id is assigned so; $7 is the id of the person. */
function isAssignedSql(assigned: AssignedTo | undefined, id: string): string {
  if (assigned === undefined) return '';
  const isOf = `exists (select from payment_assignments m where m.instruction_id = ${id}`;
  return assigned === 'nobody' ? `and not ${isOf})` : `and ${isOf} and m.user_id = $7)`;
}

/** SQL of the first ids of each source; among them are the first of all. */
function foundSql({ waiting, assigned, order = 'oldest' }: WaitingPaymentFilter): string {
  const pageSql = ({ from, where, id, partner = 'i.partner_id', repeats }: Source): string => `(
    select ${repeats === true ? 'distinct ' : ''}${id} as id from ${from}
    where ${where} ${isAssignedSql(assigned, id)} and ${id} > $3 and ($4::text is null or ${id} < $4)
      and ($1::text is null or i.environment = $1) and ($2::text is null or ${partner} = $2)
      and ($5::text is null or i.account_id = $5)
    order by ${id} ${DIRECTIONS[order]} limit $6)`;
  return sourcesOf(waiting).map(pageSql).join(' union ');
}

const DIRECTIONS = { oldest: 'asc', newest: 'desc' } as const;
/** Which payments come first: an id begins with the moment of submission. */
export type WaitingOrder = keyof typeof DIRECTIONS;

export interface WaitingPaymentFilter {
  waiting: WaitingFor;
  environment?: Environment | undefined;
  partnerId?: string | undefined;
  accountId?: string | undefined;
  /** Only those that were submitted before that moment. */
  submittedBefore?: Date | undefined;
  /** Who works on them; anybody or nobody where it is absent. */
  assigned?: AssignedTo | undefined;
  /** The oldest first where it is absent. */
  order?: WaitingOrder | undefined;
  /** Id after which the list goes on. */
  after?: string | undefined;
  limit: number;
}

/** Ids between which those of a page are, both excluded; the upper one is null without a limit. */
function boundsOf({ order, after, submittedBefore }: WaitingPaymentFilter): [from: string, below: string | null] {
  const end = submittedBefore === undefined ? [] : [firstIdAt('instruction', submittedBefore.getTime())];
  if (order !== 'newest') return [after ?? '', end[0] ?? null];
  const ends = [...end, ...(after === undefined ? [] : [after])];
  return ['', ends.sort()[0] ?? null];
}

/** SQL of what the list shows, for the payments whose ids are in `page`. */
function shownSql(filter: WaitingPaymentFilter): string {
  return `with page as materialized (
       select id from (${foundSql(filter)}) found order by id ${DIRECTIONS[filter.order ?? 'oldest']} limit $6),
     flagged as materialized (
       select f.subject, array_agg(f.kind order by f.id) as kinds from operator_flags f
       where f.cleared_at is null and f.subject = any(array(select id from page)) group by f.subject
     )
     select ${OPERATOR_SUMMARY_SQL}, i.client_reference as "clientReference",
       (select d.state from dispatches d where d.instruction_id = i.id order by d.attempt desc limit 1)
         as "dispatchState",
       coalesce(flagged.kinds, '{}') as flags,
       case when i.waiting_reason <> 'compliance_review' or i.information is null then null
         when i.information @> '[{"answeredAt": null}]' then 'asked' else 'answered' end as information
     from page join payment_instructions i on i.id = page.id join accounts a on a.id = i.account_id
     left join flagged on flagged.subject = i.id`;
}

/**
 * One page of payments without an outcome that wait for the filter's reason, by id. The reason is a literal in the
 * SQL, so that Postgres can estimate how many payments have it.
 */
export function listWaitingPayments(database: Queryable, filter: WaitingPaymentFilter): Promise<WaitingPaymentRow[]> {
  const { environment = null, partnerId = null, accountId = null, assigned, order = 'oldest', limit } = filter;
  const person = typeof assigned === 'object' ? [assigned.personId] : [];
  return database.query<WaitingPaymentRow & Record<string, unknown>>(
    `${shownSql(filter)} order by i.id ${DIRECTIONS[order]}`,
    [environment, partnerId, ...boundsOf(filter), accountId, limit, ...person],
    'for_values',
  );
}

/**
 * Counts what `listWaitingPayments` lists for each reason; all such counts come from here.
 * @param most where counting ends
 */
export async function countWaiting<For extends WaitingFor>(
  database: Queryable,
  reasons: readonly For[],
  most: number,
): Promise<Map<For, number>> {
  const countOf = (waiting: For): string =>
    `select '${waiting}' as waiting, count(*)::integer as count from (
      select id from (${foundSql({ waiting, limit: most })}) matching limit $6) found`;
  const rows = await database.query<{ waiting: For; count: number }>(
    reasons.map(countOf).join(' union all '),
    [null, null, '', null, null, most],
    'for_values',
  );
  return new Map(rows.map(({ waiting, count }) => [waiting, count]));
}
