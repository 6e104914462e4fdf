import { PROBE_MS } from '../../domain/breaker';
import { hasDelivered, RETRY_DELAYS_MS } from '../../domain/webhooks/retry';
import type { Vault } from '../../lib/vault';
import type { Queryable } from '../database';
import { listensSql } from '../events';
import { TOPICS } from '../outbox';
import { ORDER_COLUMNS, ORDER_JOINS, orderOf, type AttemptOrder, type OrderRow } from './attempt-orders';
import { IS_UNWANTED_SQL, isUnfinishedSql } from './delivery-status';
import { BEFORE_SQL } from './subject-order';

/** What may be done about an attempt. */
export type AttemptDecision =
  | { kind: 'send'; order: AttemptOrder }
  /** It was made and recorded; its result was lost on the way to the workflow. */
  | { kind: 'made'; delivered: boolean; endedAt: Date }
  /** Another run makes it at this moment. */
  | { kind: 'under_way' }
  | ({ kind: 'waiting' } & Wait)
  /** Cancelled: the subscription is gone, the delivery is over, or it belongs to another workflow. */
  | { kind: 'paused' | 'cancelled' };

/** What holds up an attempt; one of them is there. */
export interface Wait {
  /** When its retry is due, or its turn under a rate is. */
  until: Date | null;
  /** Id of the delivery of an earlier event of its subject. */
  waitsFor: string | null;
  /** Since when its endpoint cannot be reached. */
  unreachableSince: Date | null;
}

/** A verdict, with the order of what may be sent. */
interface Row extends OrderRow, Wait {
  verdict: AttemptDecision['kind'];
  /** Of an attempt that was made. */
  ended_at: Date;
  status_code: number | null;
  error: string | null;
}

/** An attempt takes five seconds at most, and its record a moment: a sender that has not written by then has died. */
const LEASE_SECONDS = 8;
/** The sender waits for turns under a rate that come so soon, so that one take has all of them. */
const AHEAD_SECONDS = 1;
/** The clocks of a worker, of Temporal, whose timer wakes a retry, and of Postgres differ by less. */
const CLOCKS_DIFFER = "interval '1 second'";
/**
 * A turn that was missed by so much, while its subscription was disabled or no worker ran, is assigned again: the turns
 * that many missed would otherwise all be now.
 */
const MISSED_AFTER = "interval '10 seconds'";

/** Attempts `made` of delivery `d` that have ended. */
const MADE_SQL = `(select count(*)::int as count, max(m.started_at + make_interval(secs => m.duration_ms / 1000.0)) as ended_at
  from delivery_attempts m where m.delivery_id = d.id and m.duration_ms is not null) made`;
/** When their delivery's next retry is due; null before the first attempt. */
const RETRY_DUE_SQL = `made.ended_at + make_interval(secs =>
  (array[${RETRY_DELAYS_MS.map((ms) => ms / 1000).join(', ')}])[made.count])`;

/**
 * Whether an attempt may be made: the one rule for first attempts and retries, over deliveries `d` with subscription `s`,
 * event `e`, breaker `b`, the attempt itself `a` and those that have ended `made`. A rate is looked at afterwards. Tests
 * ignore order, breaker and rate, because a person waits for them.
 */
const VERDICT_SQL = `case
  when d.status = 'cancelled' then 'never'
  when a.duration_ms is not null then 'made'
  when d.status in ('delivered', 'failed') then 'never'
  when a.leased_until > now() then 'under_way'
  when ${IS_UNWANTED_SQL} then 'cancelled'
  when d.test then case asked.number when 1 then 'send' else 'never' end
  when asked.number <> made.count + 1 or d.in_sender is distinct from asked.of_sender then 'never'
  when not s.enabled then 'paused'
  when ${RETRY_DUE_SQL} > now() + ${CLOCKS_DIFFER}
    and coalesce(d.next_attempt_at > now() + ${CLOCKS_DIFFER}, true) then 'early'
  when s.ordered and ${BEFORE_SQL} is not null then 'order'
  when b.opened_at is not null and (b.probe_owner = d.id and b.probe_until > now()) is not true then 'unreachable'
  else 'send' end`;

/** What each attempt is judged by, of rows `asked`; `seen_at` shows whether it was made due meanwhile. */
const FACTS_SQL = `
  facts as materialized (
    select d.id, d.webhook_id, d.account_id, d.test, d.in_sender, d.next_attempt_at as seen_at, asked.number, asked.of_sender, s.rate_per_second as rate,
      case when d.slot_rate = s.rate_per_second and d.slot_at > now() - ${MISSED_AFTER} then d.slot_at end as slot_at,
      ${RETRY_DUE_SQL} as due_at, b.opened_at, a.status_code, a.error,
      a.started_at + make_interval(secs => a.duration_ms / 1000.0) as ended_at, ${VERDICT_SQL} as verdict
    from asked join deliveries d on d.id = asked.id ${ORDER_JOINS}
    left join webhook_breakers b on b.webhook_id = s.id and s.breaker and b.opened_at is not null
    left join delivery_attempts a on a.delivery_id = d.id and a.number = asked.number
    cross join lateral ${MADE_SQL}
  )`;

/**
 * SQL that judges attempts and begins those that may be made. Each is recorded under a lease before it is made, so
 * that one that a killed worker has left is made again, and no two runs make it at once. While the breaker is open,
 * one of them is the probe when that is due. Under a rate limit each has its own slot. An attempt that may not be made
 * is held: the sender ignores it until something makes it due.
 * @param asked rows of (id, number, of_sender)
 */
function takeSql(asked: string): string {
  return `
  with asked as materialized (${asked}),
  ${FACTS_SQL},
  probe as (
    update webhook_breakers b set probe_owner = first.id, probe_until = now() + interval '${PROBE_MS} milliseconds'
    from (select id, webhook_id from facts where verdict = 'unreachable' order by seen_at, id limit 1) first
    where b.webhook_id = first.webhook_id and b.open_until <= now() and coalesce(b.probe_until <= now(), true)
    returning b.probe_owner as id
  ),
  paced as (
    select *, row_number() over (partition by slot_at is null order by seen_at, id) - 1 as place
    from facts where rate is not null and not test and (verdict = 'send' or id in (select id from probe))
  ),
  clock as materialized (
    select s.id, greatest(s.next_slot_at, now()) as next_slot_at from webhook_subscriptions s
    where s.id in (select webhook_id from paced where slot_at is null) for no key update
  ),
  turn as (
    select paced.id, paced.webhook_id, paced.slot_at is null as is_new, paced.rate,
      coalesce(paced.slot_at, clock.next_slot_at + make_interval(secs => paced.place::float8 / paced.rate)) as at
    from paced left join clock on clock.id = paced.webhook_id
  ),
  booked as (
    update webhook_subscriptions s set next_slot_at = booking.next from (
      select webhook_id, max(at) + make_interval(secs => 1.0 / min(rate)) as next from turn where is_new group by webhook_id) booking
    where s.id = booking.webhook_id
  ),
  judged as materialized (
    select facts.*, turn.at as turn_at, turn.rate as turn_rate,
      case when turn.at > now() + interval '${AHEAD_SECONDS} seconds' then 'rate'
        when facts.id in (select id from probe) then 'send' else facts.verdict end as decision
    from facts left join turn using (id)
  ),
  begun as (
    insert into delivery_attempts as known (delivery_id, number, started_at, leased_until)
    select id, number, now(), greatest(turn_at, now()) + interval '${LEASE_SECONDS} seconds'
    from judged where decision = 'send' order by id
    on conflict (delivery_id, number) do update set started_at = excluded.started_at, leased_until = excluded.leased_until
      where known.duration_ms is null and (known.leased_until is null or known.leased_until <= now())
    returning delivery_id as id
  ),
  changed as (
    update deliveries d set
      status = case decision when 'send' then 'delivering' when 'paused' then 'paused' when 'cancelled' then 'cancelled' else 'pending' end,
      in_sender = judged.in_sender and decision not in ('made', 'never'),
      finished_at = case when decision = 'cancelled' then now() end,
      next_attempt_at = case decision when 'rate' then turn_at when 'made' then due_at end,
      slot_at = case when decision = 'rate' then turn_at end, slot_rate = case when decision = 'rate' then turn_rate end
    from judged where d.id = judged.id and d.next_attempt_at is not distinct from judged.seen_at
      and ${isUnfinishedSql('d.status')}
      and (decision in ('order', 'rate', 'paused', 'cancelled') or decision = 'unreachable' and not judged.in_sender
        or decision in ('made', 'never') and judged.in_sender and of_sender or decision = 'send' and number > 1 and d.id in (select id from begun))
  ),
  told as (
    insert into outbox (topic, subject, account_id)
    select '${TOPICS.sendFirsts}', webhook_id, account_id from judged where decision = 'unreachable' and not in_sender
  )
  select case when decision in ('early', 'order', 'unreachable', 'rate') then 'waiting' when decision = 'never' then 'cancelled'
      when decision = 'send' and begun.id is null then 'under_way' else decision end as verdict,
    case decision when 'early' then due_at when 'rate' then turn_at end as "until",
    case decision when 'order' then ${BEFORE_SQL} end as "waitsFor", case decision when 'unreachable' then opened_at end as "unreachableSince",
    judged.ended_at, judged.status_code, judged.error, judged.number, judged.turn_at as "notBefore", ${ORDER_COLUMNS}
  from judged left join begun using (id) join deliveries d on d.id = judged.id ${ORDER_JOINS}
  order by judged.seen_at, judged.id`;
}

/**
 * Some that are due now or within a second of the sender's, in their order; one that another transaction holds is left
 * out. What the sender has in hand it passes over.
 */
const FIRSTS_SQL = takeSql(`
    select d.id, 1 as number, true as of_sender from deliveries d
    where d.webhook_id = $1 and d.in_sender and d.status = 'pending'
      and d.next_attempt_at <= now() + interval '${AHEAD_SECONDS} seconds'
      and not exists (select from delivery_attempts a where a.delivery_id = d.id and a.leased_until > now())
    order by d.next_attempt_at, d.id limit $2 for no key update of d skip locked`);

const ONE_SQL = takeSql('select $1::text as id, $2::int as number, false as of_sender');

/** What a run is to do with an attempt, with its order if it is to be sent. */
function decisionOf(row: Row, vault: Vault): AttemptDecision {
  const { verdict: kind, until, waitsFor, unreachableSince } = row;
  switch (kind) {
    case 'send':
      return { kind, order: orderOf(row, vault, new Date()) };
    case 'made':
      return {
        kind,
        delivered: hasDelivered({ statusCode: row.status_code, error: row.error }),
        endedAt: row.ended_at,
      };
    case 'waiting':
      return { kind, until, waitsFor, unreachableSince };
    case 'under_way':
    case 'paused':
    case 'cancelled':
      return { kind };
    default:
      return kind satisfies never;
  }
}

/** First attempts that a sender has taken. */
export interface TakenFirsts {
  /** Which are the caller's to make. */
  orders: AttemptOrder[];
  /** Deliveries that were looked at: as many as were asked for, where more may be due. */
  seen: number;
}

/**
 * Takes first attempts of a subscription that may be made now.
 * Source: docs/GAPS.md#W10
 */
export async function takeFirsts(
  database: Queryable,
  vault: Vault,
  { webhookId, limit }: { webhookId: string; limit: number },
): Promise<TakenFirsts> {
  const rows = await database.query<Row>(FIRSTS_SQL, [webhookId, limit]);
  const orders = rows.filter(({ verdict }) => verdict === 'send').map((row) => orderOf(row, vault, new Date()));
  return { orders, seen: rows.length };
}

/**
 * Takes an attempt of a delivery that has its own workflow, or returns why there is none to make: the input of the
 * workflow is not trusted.
 * @param attempt `number` counts attempts from 1
 * Source: docs/GAPS.md#W10
 */
export async function takeAttempt(
  database: Queryable,
  vault: Vault,
  { deliveryId, number }: { deliveryId: string; number: number },
): Promise<AttemptDecision> {
  const [row] = await database.query<Row>(ONE_SQL, [deliveryId, number]);
  return row === undefined ? { kind: 'cancelled' } : decisionOf(row, vault);
}

/** State of a delivery that waits in a workflow of its own. */
export type DeliveryState = 'waiting' | 'paused' | 'cancelled';

/**
 * Updates status and due time of a waiting delivery after its subscription changed. One that is finished or deleted
 * counts as cancelled for its workflow. Source: docs/GAPS.md#W5
 */
export async function settleDelivery(database: Queryable, deliveryId: string): Promise<DeliveryState> {
  const [row] = await database.query<{ status: 'pending' | 'paused' | 'cancelled' }>(
    `update deliveries d set status = now_is.status, finished_at = case when now_is.status = 'cancelled' then now() end,
       next_attempt_at = case when now_is.status = 'pending' then coalesce(greatest(d.next_attempt_at, now_is.due_at), now()) end
     from (
       select d.id, ${RETRY_DUE_SQL} as due_at,
         case when not ${listensSql('s', 'd.event_type')} then 'cancelled' when s.enabled then 'pending' else 'paused' end as status
       from deliveries d join webhook_subscriptions s on s.id = d.webhook_id cross join lateral ${MADE_SQL}
       where d.id = $1) now_is
     where d.id = now_is.id and not d.in_sender and not d.test and ${isUnfinishedSql('d.status')}
     returning d.status`,
    [deliveryId],
  );
  if (row === undefined) return 'cancelled';
  return row.status === 'pending' ? 'waiting' : row.status;
}
