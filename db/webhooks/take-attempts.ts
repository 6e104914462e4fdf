import { judgeAttempts, type Candidate, type GateState, type Verdict } from '../../domain/webhooks/gate';
import { RETRY_DELAYS_MS } from '../../domain/webhooks/retry';
import type { Vault } from '../../lib/vault';
import type { Queryable, Transacting } from '../database';
import { listensSql } from '../events';
import { TOPICS } from '../outbox';
import { ORDER_COLUMNS, ORDER_JOINS, orderOf, type AttemptOrder, type OrderRow } from './attempt-orders';
import { IS_UNWANTED_SQL, isUnfinishedSql } from './delivery-status';
import { BEFORE_SQL } from './subject-order';

/** What may be done about an attempt, with the order of one that is the caller's to make. */
export type AttemptDecision = Exclude<Verdict, { status: 'send' }> | { status: 'send'; order: AttemptOrder };

/** A candidate with all that its attempt needs; `seen` shows whether it was made due meanwhile. */
type Row = Omit<OrderRow, 'notBefore'> & Candidate & GateState & { seen: string | null };

/** Attempts `made` of delivery `d` that have ended. */
const MADE_SQL = `(select count(*)::int as count, max(m.started_at + make_interval(secs => m.duration_ms / 1000.0)) as ended_at
  from delivery_attempts m where m.delivery_id = d.id and m.duration_ms is not null) made`;
/** When their delivery's next retry is due; null before the first attempt. */
const RETRY_DUE_SQL = `made.ended_at + make_interval(secs =>
  (array[${RETRY_DELAYS_MS.map((ms) => ms / 1000).join(', ')}])[made.count])`;

/**
 * Reads candidates. The row of a breaker that is open stays locked, and that of a subscription with a rate: one taker at
 * a time makes the probe and assigns slots. Their `now` is read once these locks are held: a lease is not shorter by the
 * wait for them.
 * @param asked SQL of rows of (id, number)
 */
function readSql(asked: string, { isSender }: Pick<GateState, 'isSender'>): string {
  return `
  with asked as materialized (${asked}),
  state as materialized (
    select clock_timestamp() as now, ${isSender} as "isSender", s.enabled as "isEnabled", clock.rate_per_second as rate, clock.next_slot_at as "nextSlotAt",
      b.opened_at as "openedAt", b.open_until as "openUntil", b.probe_owner as "probeOwner", b.probe_until as "probeUntil"
    from webhook_subscriptions s
    left join lateral (select * from webhook_subscriptions c where c.id = s.id and c.rate_per_second is not null for no key update) clock on true
    left join lateral (select * from webhook_breakers k where k.webhook_id = s.id and s.breaker and k.opened_at is not null for no key update) b
      on true
    where s.id = (select d.webhook_id from asked join deliveries d on d.id = asked.id limit 1)
  )
  select ${ORDER_COLUMNS}, asked.number, d.status, d.in_sender as "isInSender", ${IS_UNWANTED_SQL} as "isUnwanted", state.*,
    d.next_attempt_at as "nextAttemptAt", d.next_attempt_at::text as seen, made.count as "attemptsMade", ${RETRY_DUE_SQL} as "dueAt",
    a.started_at + make_interval(secs => a.duration_ms / 1000.0) as "endedAt", a.leased_until as "leasedUntil",
    a.status_code as "statusCode", a.error, case when s.ordered then ${BEFORE_SQL} end as before, d.slot_at as "slotAt",
    d.slot_rate as "slotRate"
  from asked join deliveries d on d.id = asked.id ${ORDER_JOINS} cross join state cross join lateral ${MADE_SQL}
  left join delivery_attempts a on a.delivery_id = d.id and a.number = asked.number
  order by d.next_attempt_at, d.id`;
}

/**
 * Some that are due now or within a second of the sender's, in their order; one that another transaction holds is left
 * out. What the sender has in hand it passes over. A rate is locked before them, in the order of `recordAttempts`, which
 * makes the next delivery of a subject due.
 */
const FIRSTS_SQL = readSql(
  `select d.id, 1 as number from deliveries d
    where (select count(*) from (select from webhook_subscriptions where id = $1 and rate_per_second is not null for no key update) rate)
        is not null
      and d.webhook_id = $1 and d.in_sender and d.status = 'pending' and d.next_attempt_at <= now() + interval '1 second'
      and not exists (select from delivery_attempts a where a.delivery_id = d.id and a.leased_until > now())
    order by d.next_attempt_at, d.id limit $2 for no key update of d skip locked`,
  { isSender: true },
);

const ONE_SQL = readSql('select $1::text as id, $2::int as number', { isSender: false });

/**
 * Writes verdicts in the transaction that has read their candidates. Each attempt is recorded under a lease before it is
 * made, so that one that a killed worker has left is made again, and no two runs make it at once. `$2` is the
 * subscription, of which `$3` slots are taken, `$4` the delivery that probes its endpoint until `$5`, and `$6` the time of
 * the verdicts.
 */
const WRITE_SQL = `
  with judged as (
    select * from json_to_recordset($1::json) as j("deliveryId" text, number integer, "accountId" text, seen timestamptz,
      "leasedUntil" timestamptz, status text, "isInSender" boolean, "nextAttemptAt" timestamptz, "slotAt" timestamptz,
      "slotRate" integer, "wakesSender" boolean)
  ),
  begun as (
    insert into delivery_attempts as known (delivery_id, number, started_at, leased_until)
    select "deliveryId", number, $6::timestamptz, "leasedUntil" from judged where "leasedUntil" is not null order by "deliveryId"
    on conflict (delivery_id, number) do update set started_at = excluded.started_at, leased_until = excluded.leased_until
      where known.duration_ms is null and (known.leased_until is null or known.leased_until <= $6::timestamptz)
    returning delivery_id as id
  ),
  changed as (
    update deliveries d set status = j.status, in_sender = j."isInSender", next_attempt_at = j."nextAttemptAt",
      slot_at = j."slotAt", slot_rate = j."slotRate", finished_at = case when j.status = 'cancelled' then $6::timestamptz end
    from judged j left join begun on begun.id = j."deliveryId"
    where d.id = j."deliveryId" and j.status is not null and ${isUnfinishedSql('d.status')}
      and d.next_attempt_at is not distinct from j.seen and (j."leasedUntil" is null or begun.id is not null)
  ),
  booked as (
    update webhook_subscriptions set next_slot_at = greatest(next_slot_at, $6::timestamptz) + make_interval(secs => $3::float8 / rate_per_second)
    where id = $2 and $3::float8 > 0
  ),
  probe as (
    update webhook_breakers set probe_owner = $4, probe_until = $5
    where webhook_id = $2 and $4::text is not null
  ),
  woken as (
    insert into outbox (topic, subject, account_id) select '${TOPICS.sendFirsts}', $2, "accountId" from judged where "wakesSender"
  )
  select id from begun`;

/** Reads candidates of one subscription, decides, and writes, within a transaction. */
async function take(client: Queryable, vault: Vault, sql: string, values: unknown[]): Promise<AttemptDecision[]> {
  const rows = await client.query<Row>(sql, values);
  const [first] = rows;
  if (first === undefined) return [];
  const { judged, slots, probe } = judgeAttempts(first, rows);
  const changes = judged.map(({ candidate: { deliveryId, number, accountId, seen }, verdict, change }) => {
    const leasedUntil = verdict.status === 'send' ? verdict.leasedUntil : null;
    return { deliveryId, number, accountId, seen, leasedUntil, ...change };
  });
  const { probeOwner = null, probeUntil = null } = probe ?? {};
  const written = [JSON.stringify(changes), first.webhook_id, slots, probeOwner, probeUntil, first.now];
  const begun = (await client.query<{ id: string }>(WRITE_SQL, written)).map(({ id }) => id);
  return judged.map(({ candidate, verdict }): AttemptDecision => {
    if (verdict.status !== 'send') return verdict;
    if (!begun.includes(candidate.deliveryId)) return { status: 'under_way' };
    return { status: 'send', order: orderOf({ ...candidate, ...verdict }, vault, new Date()) };
  });
}

/**
 * Takes first attempts of a subscription that may be made now.
 * @returns the caller's to make, and how many were looked at: as many as were asked for, where more may be due
 * Source: docs/GAPS.md#W10
 */
export async function takeFirsts(
  database: Transacting,
  vault: Vault,
  { webhookId, limit }: { webhookId: string; limit: number },
): Promise<{ orders: AttemptOrder[]; seen: number }> {
  const firsts = [webhookId, limit];
  const decisions = await database.transaction((client) => take(client, vault, FIRSTS_SQL, firsts), 'kept');
  const orders = decisions.flatMap((decision) => (decision.status === 'send' ? [decision.order] : []));
  return { orders, seen: decisions.length };
}

/**
 * Takes an attempt of a delivery that has its own workflow, or returns why there is none to make: the input of the
 * workflow is not trusted.
 * @param attempt `number` counts attempts from 1
 * Source: docs/GAPS.md#W10
 */
export async function takeAttempt(
  database: Transacting,
  vault: Vault,
  { deliveryId, number }: { deliveryId: string; number: number },
): Promise<AttemptDecision> {
  const [decision] = await database.transaction((client) => take(client, vault, ONE_SQL, [deliveryId, number]), 'kept');
  return decision ?? { status: 'cancelled' };
}

/**
 * Updates status and due time of a waiting delivery after its subscription changed. One that is finished or deleted
 * counts as cancelled for its workflow. Source: docs/GAPS.md#W5
 */
export async function settleDelivery(
  database: Queryable,
  deliveryId: string,
): Promise<'waiting' | 'paused' | 'cancelled'> {
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
