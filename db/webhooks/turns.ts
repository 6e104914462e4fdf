import type { WaitsFor } from '../../domain/webhooks/controls';
import type { Queryable } from '../database';
import { TOPICS } from '../outbox';
import { anyOf } from '../parameters';
import { hasStatusSql } from './delivery-status';

/**
 * What holds up an attempt: an earlier event of the same subject, an endpoint that cannot be reached, or the rate of its
 * subscription.
 */
export type Hold =
  | { reason: 'order'; deliveryId: string }
  /** `until`: when it is to make the next probe; null where another delivery makes it. */
  | { reason: 'unreachable'; since: Date; until: Date | null }
  | { reason: 'rate'; until: Date };

/** The log's order of events; see docs/decisions/0013-order-of-the-event-log.md. */
function placeOf(event: string): string {
  return `(${event}.transaction_id, ${event}.created_at, coalesce(${event}.sequence, 0), ${event}.id)`;
}

/** Deliveries that are not over, of other events of the same subject to the same subscription. */
function othersOf(delivery: string, event: string): string {
  return `from events other_event join deliveries other on other.event_id = other_event.id
    where other_event.subject = ${event}.subject and other_event.account_id = ${event}.account_id
      and other.webhook_id = ${delivery}.webhook_id and not other.test
      and other.status in ('pending', 'delivering', 'paused')`;
}

/** The delivery of the latest earlier event, of `d` and `e`. */
const BEFORE_SQL = `(select other.id ${othersOf('d', 'e')} and ${placeOf('other_event')} < ${placeOf('e')}
  order by ${placeOf('other_event')} desc limit 1)`;

/** Whether delivery `d` of event `e` waits for an earlier one, to a subscription `s` that may keep the order. */
export const HAS_BEFORE_SQL = `(s.ordered and ${BEFORE_SQL} is not null)`;

/**
 * Deliveries that wait for an earlier one of the same subject, of subscriptions that keep the order.
 * @returns by delivery, the one that it waits for
 */
export async function readOrderHolds(database: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await database.query<{ id: string; before: string | null }>(
    `select d.id, ${BEFORE_SQL} as before
     from deliveries d join events e on e.id = d.event_id join webhook_subscriptions s on s.id = d.webhook_id
     where d.id = ${anyOf('text')} and s.ordered and not d.test`,
    [ids],
  );
  return new Map(rows.flatMap(({ id, before }) => (before === null ? [] : [[id, before] as const])));
}

/**
 * A turn that was missed by so much, while its subscription was disabled or no worker ran, is given anew: turns that
 * many missed would else all be now.
 */
const MISSED_AFTER_SECONDS = 10;

/** Whether a delivery `d` has a turn under the rate that its subscription `s` has now. */
const HAS_TURN = `(d.slot_rate = s.rate_per_second
  and d.slot_at > now() - make_interval(secs => ${MISSED_AFTER_SECONDS}))`;

/**
 * Gives the next attempt of a delivery its turn under the rate of its subscription, once: asked again, it is the same
 * until the rate is changed or the turn was missed.
 * @returns until when it must wait, by Postgres' clock, or null when its turn has come
 */
export async function takeSlot(database: Queryable, deliveryId: string): Promise<Date | null> {
  const [row] = await database.query<{ at: Date; is_due: boolean }>(
    `with own as (
       select d.id, d.webhook_id, d.slot_at, d.slot_rate from deliveries d where d.id = $1 for no key update
     ),
     mine as (
       select d.webhook_id, case when ${HAS_TURN} then d.slot_at end as slot_at
       from own d join webhook_subscriptions s on s.id = d.webhook_id
     ),
     turn as (
       update webhook_subscriptions s
       set next_slot_at = greatest(s.next_slot_at, now()) + make_interval(secs => 1.0 / s.rate_per_second)
       from mine where s.id = mine.webhook_id and s.rate_per_second is not null and mine.slot_at is null
       returning s.next_slot_at - make_interval(secs => 1.0 / s.rate_per_second) as at, s.rate_per_second as rate
     ),
     kept as (
       update deliveries d set slot_at = turn.at, slot_rate = turn.rate,
         next_attempt_at = case when turn.at > now() then turn.at else d.next_attempt_at end
       from turn where d.id = $1
     )
     select coalesce(mine.slot_at, turn.at) as at, coalesce(mine.slot_at, turn.at) <= now() as is_due
     from mine left join turn on true`,
    [deliveryId],
  );
  return row === undefined || row.at === null || row.is_due ? null : row.at;
}

/** Writes down that a delivery waits, and until when where that is known. */
export async function recordHold(database: Queryable, deliveryId: string, hold: Hold): Promise<void> {
  await database.query(
    `update deliveries set status = 'pending', next_attempt_at = $2 where id = $1 and status <> 'delivered'`,
    [deliveryId, hold.reason === 'order' ? null : hold.until],
  );
}

/** @returns what a delivery waits for, as the API shows it */
export async function readWait(database: Queryable, deliveryId: string): Promise<WaitsFor> {
  const [row] = await database.query<{
    before: string | null;
    slot_at: Date | null;
    since: Date;
    probe_at: Date | null;
  }>(
    `select case when s.ordered and d.next_attempt_at is null then ${BEFORE_SQL} end as before,
       case when d.slot_at > now() and d.slot_rate = s.rate_per_second then d.slot_at end as slot_at, b.opened_at as since, b.open_until as probe_at
     from deliveries d join events e on e.id = d.event_id join webhook_subscriptions s on s.id = d.webhook_id
     left join webhook_breakers b on b.webhook_id = s.id and s.breaker and b.opened_at is not null
       and (d.next_attempt_at is null or b.next_prober = d.id)
     where d.id = $1 and ${hasStatusSql('pending')} and not d.test`,
    [deliveryId],
  );
  if (row === undefined) return undefined;
  if (row.before !== null) return { reason: 'order', delivery_id: row.before };
  if (row.probe_at !== null) {
    return { reason: 'unreachable', since: row.since.toISOString(), probe_at: row.probe_at.toISOString() };
  }
  return row.slot_at === null ? undefined : { reason: 'rate', until: row.slot_at.toISOString() };
}

/** Wakes the next delivery of the subject of each that is over, as CTEs after `finished`. */
export const WAKE_NEXT_SQL = `,
  woken as (
    insert into outbox (topic, subject, account_id)
    select '${TOPICS.signalDelivery}', next.id, next.account_id
    from finished d join events e on e.id = d.event_id cross join lateral (
      select other.id, other.account_id ${othersOf('d', 'e')} and ${placeOf('other_event')} > ${placeOf('e')}
      order by ${placeOf('other_event')} limit 1) next
    where d.status in ('delivered', 'failed')
  )`;
