import { OUTCOMES, UNPAID_OUTCOMES, type PaymentStatus } from '../../domain/payments/instruction/status';
import type { Queryable } from '../database';
import { isOneOfSql, isOpenSql } from '../status-sql';

/**
 * What may be stuck although Postgres says that it is open. `payment`, `delivery`, `document`, `recovery`, `batch`,
 * `bulkDecision`: its workflow should be running. `cancellation`: its signal may be lost, or its answer outstanding. `report`: waits for a
 * step that never came, without a flag. `question`: a request to a partner, with its own workflow, to recall or stop a
 * payment.
 */
export const STOPPABLE = [
  'payment',
  'delivery',
  'document',
  'recovery',
  'batch',
  'bulkDecision',
  'cancellation',
  'report',
  'question',
] as const;
export type Stoppable = (typeof STOPPABLE)[number];
/** What is looked at one by one; payments are compared as sets (db/repairs/open-payments.ts). */
export type Visited = Exclude<Stoppable, 'payment'>;

/** Where a page ended: the time by which its rows are in order, in Postgres' own words, and the id. */
export interface PagePosition {
  at: string;
  id: string;
}

/** How long something must have rested before it is looked at: whatever is under way is done by then. */
const REST = "now() - interval '1 minute'";
const DELIVERY_REST = "now() - interval '2 minutes'";
const CANCELLATION_REST = "now() - interval '5 minutes'";
const REPORT_REST = "now() - interval '1 day 5 minutes'";
/**
 * Temporal knows a workflow for a day at least after its end. Whether the partner has answered an older
 * question is not known, and an answered one is never asked again. Source: docs/GAPS.md#recalls
 */
const QUESTION_END = "now() - interval '23 hours'";

/** Intervals of Postgres: how long something rests after its first repair, and at most. */
interface Rest {
  first: string;
  most: string;
}

/** A new workflow for what stopped. */
export const BEGUN_AGAIN: Rest = { first: '30 seconds', most: '1 hour' };
/** A further question to a partner, which may be working on the first one. */
const ASKED_AGAIN: Rest = { first: '5 minutes', most: '4 hours' };

/**
 * What was repaired a moment ago rests, twice as long with each further time, up to a bound.
 * @param kind of the repairs, in SQL
 */
export function restHasEndedSql(id: string, { first, most }: Rest = BEGUN_AGAIN, kind = '$4'): string {
  return `not exists (select from repairs known where known.kind = ${kind} and known.subject = ${id}
    and known.last_at > now() - least(interval '${most}', interval '${first}' * 2 ^ least(known.attempts - 1, 7)))`;
}

/** Endpoints with parked deliveries, from one to the next along their index: how many each has does not matter. */
const PARKED_AT = `parked_at (webhook_id) as (
      (select webhook_id from deliveries where status = 'paused' order by webhook_id limit 1)
      union all
      select (select d.webhook_id from deliveries d where d.status = 'paused' and d.webhook_id > parked_at.webhook_id
              order by d.webhook_id limit 1)
      from parked_at where parked_at.webhook_id is not null)`;

const DUE = 'coalesce(d.next_attempt_at, d.created_at)';

function overdueDeliveries(condition: string): string {
  return `
    select d.id, ${DUE} as at from deliveries d
    where ${condition} and ${DUE} < ${DELIVERY_REST} and (${DUE}, d.id) > ($1::timestamptz, $2)
      and not exists (
        select from delivery_attempts a
        where a.delivery_id = d.id and a.duration_ms is null and a.started_at > ${DELIVERY_REST})
      and ${restHasEndedSql('d.id')}
    order by ${DUE}, d.id limit $3`;
}

/** Each is paged by its partial index; the literal conditions are those of the index. */
const SQL: Record<Visited, string> = {
  // An attempt may be under way, and one that is paused goes on when its subscription is enabled.
  delivery: `
    with recursive ${PARKED_AT}
    select id, at::text from (
      (${overdueDeliveries("d.status in ('pending', 'delivering')")})
      union all
      (select parked.* from parked_at join webhook_subscriptions s on s.id = webhook_id and (s.enabled or s.deleted_at is not null)
       cross join lateral (${overdueDeliveries("d.status = 'paused' and d.webhook_id = s.id")}) parked)
    ) overdue order by overdue.at, id limit $3`,
  document: `
    select d.id, d.created_at::text as at from documents d
    where d.status = 'generating' and d.created_at < ${REST} and (d.created_at, d.id) > ($1::timestamptz, $2)
      and ${restHasEndedSql('d.id')}
    order by d.created_at, d.id limit $3`,
  recovery: `
    select r.id, r.created_at::text as at from webhook_recoveries r
    where r.status = 'running' and r.created_at < ${REST} and (r.created_at, r.id) > ($1::timestamptz, $2)
      and ${restHasEndedSql('r.id')}
    order by r.created_at, r.id limit $3`,
  batch: `
    select b.id, b.worked_at::text as at from payment_batches b
    where b.status in ('making', 'deciding', 'cancelling') and b.worked_at < ${REST} and (b.worked_at, b.id) > ($1::timestamptz, $2)
      and ${restHasEndedSql('b.id')}
    order by b.worked_at, b.id limit $3`,
  bulkDecision: `
    select b.id, b.worked_at::text as at from bulk_decisions b
    where b.status = 'running' and b.worked_at < ${REST} and (b.worked_at, b.id) > ($1::timestamptz, $2)
      and ${restHasEndedSql('b.id')}
    order by b.worked_at, b.id limit $3`,
  // The signal may be lost; and an answer of 202 or 404 decides nothing, so that the partner is asked ever again.
  cancellation: `
    select i.id, i.changed_period::text as at from payment_instructions i
    where ${isOpenSql('i.stage')} and i.cancellation ->> 'status' = 'requested'
      and i.last_updated_at < ${CANCELLATION_REST} and (i.changed_period, i.id) > ($1::timestamptz, $2)
      and ${restHasEndedSql('i.id', ASKED_AGAIN)}
    order by i.changed_period, i.id limit $3`,
  report: `
    select r.instruction_id as id, r.recorded_at::text as at from partner_reports r
    where r.disposition = 'waiting' and r.flagged_at is null and r.recorded_at < ${REPORT_REST}
      and (r.recorded_at, r.instruction_id) > ($1::timestamptz, $2)
      and ${restHasEndedSql('r.instruction_id')}
    order by r.recorded_at, r.instruction_id limit $3`,
  // As `questionOf` reads them. A case of earlier partners has the last word of one; their reports have that of each. One
  // that took the submission after all made no report; one that has an outcome, or cannot cancel, is not to stop.
  question: `
    select q.id, q.at::text as at from (
      select 'recall/' || i.id as id, (i.recall ->> 'requestedAt')::timestamptz as at from payment_instructions i
      where i.recall ->> 'status' = 'requested' and i.stage = 'settled'
      union all
      select 'stop/' || c.instruction_id, c.last_seen_at from reconciliation_cases c
      join payment_instructions i on i.id = c.instruction_id and ${isOneOfSql('i.status', UNPAID_OUTCOMES)}
      where c.state = 'open' and c.kind in ('partner_continues', 'given_up') and c.last_seen_at > ${QUESTION_END}
      union all
      select 'stop/' || c.instruction_id || '/' || (c.last_detail ->> 'partnerId'), c.last_seen_at
      from reconciliation_cases c
      where c.state = 'open' and c.kind = 'earlier_partner' and c.last_seen_at > ${QUESTION_END}
        and c.last_detail ->> 'kind' = 'submission'
      union all
      select 'stop/' || c.instruction_id || '/' || said.partner_id, said.recorded_at
      from reconciliation_cases c
      join payment_instructions i on i.id = c.instruction_id
      cross join lateral (
        select distinct on (r.partner_id) r.partner_id, r.status, r.disposition, r.recorded_at from partner_reports r
        where r.instruction_id = c.instruction_id and r.partner_id <> i.partner_id
        order by r.partner_id, r.recorded_at desc, r.id desc
      ) said
      where c.state = 'open' and c.kind = 'earlier_partner' and c.last_seen_at > ${QUESTION_END}
        and said.disposition = 'conflicting' and not ${isOneOfSql('said.status', OUTCOMES)}
        and (c.last_detail ->> 'kind', c.last_detail ->> 'partnerId') is distinct from ('cancellation', said.partner_id)
    ) q
    where q.at > ${QUESTION_END} and q.at < ${REST} and (q.at, q.id) > ($1::timestamptz, $2)
      and ${restHasEndedSql('q.id')}
    order by q.at, q.id limit $3`,
};

/** A request to a partner that may have lost its workflow. */
export interface Question {
  about: 'recall' | 'stop';
  instructionId: string;
  /** Who is to stop, where it is not the partner that the payment has. */
  partnerId: string | undefined;
}

/** @param id of a row of `question` */
export function questionOf(id: string): Question {
  const [about, instructionId = '', partnerId] = id.split('/');
  return { about: about === 'recall' ? 'recall' : 'stop', instructionId, partnerId };
}

export interface StoppedRow {
  id: string;
  at: string;
}

/** @returns the rows of one page, in their order, that may stand still; fewer than `limit` when they are the last */
export async function readMaybeStopped(
  database: Queryable,
  kind: Visited,
  page: { after: PagePosition | null; limit: number },
): Promise<StoppedRow[]> {
  const { at, id } = page.after ?? { at: '-infinity', id: '' };
  return database.query<StoppedRow>(SQL[kind], [at, id, page.limit, kind]);
}

/** The sender that a delivery belongs to. */
export interface SenderOf {
  id: string;
  webhookId: string;
  accountId: string;
}

/** The sender of each delivery; a delivery with a workflow of its own is absent. */
export async function readSenders(database: Queryable, ids: readonly string[]): Promise<Map<string, SenderOf>> {
  const rows = await database.query<SenderOf & Record<string, unknown>>(
    `select id, webhook_id as "webhookId", account_id as "accountId" from deliveries where id = any($1) and in_sender`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Status of a payment in Postgres, which its workflow may lack. */
export interface KnownStatus {
  id: string;
  status: PaymentStatus;
  version: number;
  /** Whether it has been so for a minute: a signal on its way has arrived by then. */
  hasRested: boolean;
}

export async function readKnownStatuses(database: Queryable, ids: readonly string[]): Promise<KnownStatus[]> {
  return database.query<KnownStatus>(
    `select id, status, version, last_updated_at < ${REST} as "hasRested" from payment_instructions where id = any($1)`,
    [ids],
  );
}
