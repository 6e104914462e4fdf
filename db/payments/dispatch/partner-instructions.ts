import type { Cancellation } from '../../../domain/payments/instruction/state';
import type { PayeeCheck } from '../../../domain/payments/review/payee-check';
import type { PaymentStatus, Timeline } from '../../../domain/payments/instruction/status';
import type { Reconciliation } from '../../../domain/payments/settlement/reconciliation';
import type { Queryable } from '../../database';
import { hasStatusSql } from '../../status-sql';
import { selectColumns, type InstructionValues } from '../instruction/instruction-columns';

const ORDER_COLUMNS = [
  'id',
  'amount',
  'currency',
  'valueDate',
  'uetr',
  'chargeBearer',
  'privateSealed',
] as const satisfies readonly (keyof InstructionValues)[];

/** A payment as the partner that it was handed to may see it, by its last attempt there. */
export interface GivenInstruction extends Pick<InstructionValues, (typeof ORDER_COLUMNS)[number]> {
  attempt: number;
  /** The route's, at that attempt. */
  timeline: Timeline;
  givenAt: Date;
  /** `failed` where it went on to another route. */
  status: PaymentStatus;
  partnerReference: string | null;
  bankReference: string | null;
  settledAt: Date | null;
  /** Only while the payment is with the partner, as what follows. */
  cancellation: Cancellation | null;
  payeeDecision: PayeeCheck['decision'];
  confirmation: Record<string, unknown> | null;
  reconciliation: Reconciliation | null;
}

export interface GivenFilter {
  partnerId: string;
  /** Only this one. */
  instructionId?: string | undefined;
  /** Those handed over at that moment or later. */
  since?: string | undefined;
  /** Those handed over before that moment. */
  until?: string | undefined;
  /** Those that the partner has and that have no outcome, the first handed over first. */
  isWaiting?: boolean | undefined;
  status?: PaymentStatus | undefined;
  /** Those that this names: its id, its UETR, or a reference that the partner or its bank gave it. */
  reference?: string | undefined;
  /** Id of an instruction of the partner after which the list goes on. */
  after?: string | undefined;
  limit: number;
}

/** Calls of which nothing left us gave nothing to anybody. */
const ARRIVED = `state <> 'not_delivered'`;

const GIVEN_SQL = `
  select given.*, case when "isCurrent" then "paymentStatus" else 'failed' end as status
  from (
    select ${selectColumns(ORDER_COLUMNS)}, d.attempt, d.timeline, d.started_at as "givenAt",
      i.status as "paymentStatus", c."isCurrent",
      case when c."isCurrent" then coalesce(i.partner_reference, d.partner_reference) else d.partner_reference end
        as "partnerReference",
      case when c."isCurrent" then i.bank_reference end as "bankReference",
      case when c."isCurrent" then i.settled_at end as "settledAt",
      case when c."isCurrent" then i.cancellation end as cancellation,
      case when c."isCurrent" then i.payee_check ->> 'decision' end as "payeeDecision",
      case when c."isCurrent" then s.confirmation end as confirmation,
      case when c."isCurrent" then s.reconciliation end as reconciliation
    from dispatches d
    join payment_instructions i on i.id = d.instruction_id
    left join settlements s on s.instruction_id = i.id
    cross join lateral (select i.partner_id = d.partner_id and not exists (
      select 1 from dispatches l where l.instruction_id = d.instruction_id and l.attempt > d.attempt) as "isCurrent") c
    where d.partner_id = $1 and d.${ARRIVED} and not exists (
      select 1 from dispatches n where n.instruction_id = d.instruction_id and n.partner_id = d.partner_id
        and n.attempt > d.attempt and n.${ARRIVED})`;

/** Open payments are few beside those that a partner was ever given. */
const MAX_WAITING = 10_000;
const WAITING_IDS = `array(select w.id from payment_instructions w
  where w.partner_id = $1 and w.stage = 'sent' order by w.id limit ${MAX_WAITING})`;

/** SQL of the ids of payments with this id, UETR or reference of the partner; one index look-up each. */
const namedIds = (reference: string): string => `array(
  select p.id from payment_instructions p where p.id = ${reference}
  union select p.id from payment_instructions p where p.uetr = ${reference}
  union select p.id from payment_instructions p where p.partner_reference = ${reference} and p.partner_id = $1
  union select p.id from payment_instructions p where p.bank_reference = ${reference} and p.partner_id = $1)`;

/**
 * One page of instructions that a partner was given, the newest first. Each set of filters is a statement with a plan
 * of its own.
 * Source: docs/GAPS.md#P14
 */
export function listGivenInstructions(database: Queryable, filter: GivenFilter): Promise<GivenInstruction[]> {
  const { partnerId, instructionId, since, until, isWaiting = false, status, reference, after, limit } = filter;
  const values: unknown[] = [partnerId, limit];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const when = <Value>(value: Value | undefined, sql: (place: string) => string): string =>
    value === undefined ? '' : sql(place(value));
  const conditions = [
    when(instructionId, (id) => ` and d.instruction_id = ${id}`),
    when(since, (moment) => ` and d.started_at >= ${moment}::timestamptz`),
    when(until, (moment) => ` and d.started_at < ${moment}::timestamptz`),
    when(reference, (name) => ` and d.instruction_id = any(${namedIds(name)})`),
    isWaiting ? ` and d.instruction_id = any(${WAITING_IDS})` : '',
    when(
      after,
      (id) => ` and (d.started_at, d.instruction_id) ${isWaiting ? '>' : '<'} (
        select b.started_at, b.instruction_id from dispatches b
        where b.instruction_id = ${id} and b.partner_id = $1 and b.${ARRIVED} order by b.attempt desc limit 1)`,
    ),
    // In the text, so that Postgres knows how rare it is. What went on to another partner counts as failed.
    status === undefined || status === 'failed' ? '' : ` and ${hasStatusSql('i', status)} and i.partner_id = $1`,
  ].join('');
  const only = when(status, (name) => ` where case when "isCurrent" then "paymentStatus" else 'failed' end = ${name}`);
  const order = isWaiting ? 'order by "givenAt", id limit $2' : 'order by "givenAt" desc, id desc limit $2';
  return database.query<GivenInstruction>(`${GIVEN_SQL}${conditions}) given${only} ${order}`, values, 'for_values');
}
