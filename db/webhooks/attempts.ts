import { withAmount, type EventRecord, type PaymentAmount } from '../../domain/webhooks/payload';
import { patternsOver } from '../../domain/webhooks/events';
import { hasDelivered } from '../../domain/webhooks/retry';
import type { Database, Queryable } from '../database';
import type { Vault } from '../../lib/vault';
import { AMOUNT_SQL } from './amounts';
import { enterBreaker, passProbeOn } from './breakers';
import { openHeaders } from './controls';
import { readRetryDueAt } from './retry-place';
import { readOrderHolds, recordHold, takeSlot, type Hold } from './turns';
import { trustedOriginsSql } from './trusted-origins';
import { liveSecrets, type SealedSecrets } from './subscriptions';
import type { Way } from '../../lib/batching';
import { lockLimitSql, lockTimeoutOf, runApartWhereHeld } from '../lock-limits';
import { rowsOf } from '../parameters';

/** Everything that one attempt needs, read at the moment of the attempt. */
export interface AttemptOrder {
  deliveryId: string;
  webhookId: string;
  accountId: string;
  url: string;
  /** Whether the last attempt that ended failed, of all of the subscription's. */
  isFailing: boolean;
  /** A test has one attempt and no retries. */
  test: boolean;
  event: EventRecord;
  /** The one for the single-value signatures, then the others. */
  secrets: [string, ...string[]];
  /** Origins that an operator trusts for this side, beside those of the settings. */
  trustedOrigins: string[];
  /** Static headers of the subscription. */
  headers: Record<string, string>;
  isOrdered: boolean;
  hasRate: boolean;
  /** Whether its deliveries wait while its endpoint cannot be reached. */
  hasBreaker: boolean;
}

/** An attempt that is on record with its end. */
export interface MadeAttempt {
  delivered: boolean;
  endedAt: Date;
  /** Whether the next attempt is a burst's to make. */
  inBurst: boolean;
}

/** What may be done about an attempt that is due. */
export type AttemptDecision =
  | { kind: 'send'; order: AttemptOrder }
  /** The attempt was made and recorded: in a burst, or its result was lost on the way to the workflow. */
  | ({ kind: 'made' } & MadeAttempt)
  /** Another run makes it at this moment: its result is to be waited for. */
  | { kind: 'under_way' }
  /** Not to be made here: nothing is on record. */
  | { kind: 'deferred' }
  /** Its turn has not come; that is on record. */
  | { kind: 'held'; hold: Hold }
  | { kind: 'parked' }
  | { kind: 'cancelled' };

/** A delivery with its subscription, its event and one of its attempts. */
export interface AttemptRow extends SealedSecrets {
  delivery_id: string;
  delivery_status: string;
  burst: string | null;
  test: boolean;
  account_id: string;
  failing_since: Date | null;
  url: string;
  events: string[];
  enabled: boolean;
  deleted: boolean;
  event_id: string;
  event_type: string;
  payload: Record<string, unknown>;
  event_at: Date;
  about: PaymentAmount | null;
  trusted_origins: string[];
  headers_sealed: Buffer | null;
  ordered: boolean;
  rate_per_second: number | null;
  breaker: boolean;
  started_at: Date | null;
  duration_ms: number | null;
  status_code: number | null;
  error: string | null;
}

/** Rows of `AttemptRow` from deliveries `d` and attempts `a`, which the caller joins. */
export const ATTEMPT_ROW_SQL = `
  select d.id as delivery_id, d.status as delivery_status, d.burst, d.test, d.webhook_id, d.account_id, s.failing_since, s.url, s.events, s.enabled, s.deleted_at is not null as deleted,
    s.secret_sealed, s.previous_secret_sealed, s.overlap_until, s.headers_sealed, s.ordered, s.rate_per_second, s.breaker, d.event_id, d.event_type, e.payload,
    ${trustedOriginsSql('d.environment')} as trusted_origins, e.created_at as event_at, ${AMOUNT_SQL} as about,
    a.started_at, a.duration_ms, a.status_code, a.error
  from deliveries d
  join webhook_subscriptions s on s.id = d.webhook_id
  join events e on e.id = d.event_id`;

const READ_SQL = `${ATTEMPT_ROW_SQL}
  left join delivery_attempts a on a.delivery_id = d.id and a.number = $2
  where d.id = $1`;

function listens(row: AttemptRow): boolean {
  return row.test || patternsOver(row.event_type).some((pattern) => row.events.includes(pattern));
}

type RecordedAttempt = Pick<AttemptRow, 'burst' | 'started_at' | 'duration_ms' | 'status_code' | 'error'>;

function madeOf(row: RecordedAttempt): MadeAttempt | null {
  if (row.duration_ms === null || row.started_at === null) return null;
  const endedAt = new Date(row.started_at.getTime() + row.duration_ms);
  const delivered = hasDelivered({ statusCode: row.status_code, error: row.error });
  return { delivered, endedAt, inBurst: row.burst !== null };
}

function orderOf(row: AttemptRow, vault: Vault, now: Date): AttemptOrder {
  const recorded = { id: row.event_id, type: row.event_type, createdAt: row.event_at, object: row.payload };
  return {
    deliveryId: row.delivery_id,
    webhookId: row.webhook_id,
    accountId: row.account_id,
    isFailing: row.failing_since !== null,
    url: row.url,
    test: row.test,
    trustedOrigins: row.trusted_origins,
    headers: openHeaders(vault, row.webhook_id, row.headers_sealed),
    isOrdered: row.ordered,
    hasRate: row.rate_per_second !== null,
    hasBreaker: row.breaker,
    event: withAmount(recorded, row.about),
    secrets: liveSecrets(row, vault, now),
  };
}

/** What may be done about an attempt that is due; nothing is written. */
export function turnOf(row: AttemptRow, vault: Vault, now: Date): AttemptDecision {
  const made = madeOf(row);
  if (made !== null) return { kind: 'made', ...made };
  if (row.delivery_status === 'cancelled' || row.deleted || !listens(row)) return { kind: 'cancelled' };
  if (!row.enabled && !row.test) return { kind: 'parked' };
  return { kind: 'send', order: orderOf(row, vault, now) };
}

/** @returns what an attempt of this moment would send and where, whatever the delivery's status; null once its endpoint is deleted */
export async function readOrder(
  database: Queryable,
  vault: Vault,
  deliveryId: string,
  now: Date,
): Promise<AttemptOrder | null> {
  const [row] = await database.query<AttemptRow>(READ_SQL, [deliveryId, 0]);
  return row === undefined || row.deleted ? null : orderOf(row, vault, now);
}

/** An attempt takes five seconds at most, and its record a moment: whoever has not written by then is not heard of again. */
const LEASE_SECONDS = 8;

export interface AttemptsToBegin {
  attempts: readonly { deliveryId: string; number: number }[];
  /** The burst that makes them, of which their deliveries must be; null: each is made by its delivery alone. */
  burst: string | null;
}

/** @returns ids of the deliveries whose attempts are the caller's to make */
async function beginTogether(
  database: Queryable,
  { attempts, burst, now }: AttemptsToBegin & { now: Date },
  way: Way,
): Promise<ReadonlySet<string>> {
  // In order, so that two statements can never wait for each other.
  const inOrder = [...attempts].sort((one, other) => (one.deliveryId < other.deliveryId ? -1 : 1));
  const begun = await database.query<{ id: string }>(
    `with ${lockLimitSql('$5')},
     attempt as (
       insert into delivery_attempts as known (delivery_id, number, started_at, leased_until)
       select due.id, due.number, $3, now() + interval '${LEASE_SECONDS} seconds'
       from limits, ${rowsOf('text', 'int')} as due (id, number)
       where is_set is not null
         and ($4::text is null or exists (select from deliveries d where d.id = due.id and d.burst = $4))
       on conflict (delivery_id, number)
         do update set started_at = excluded.started_at, leased_until = excluded.leased_until
         where known.duration_ms is null and (known.leased_until is null or known.leased_until <= now())
       returning delivery_id, number),
     delivery as (
       update deliveries d set status = 'delivering', next_attempt_at = null, slot_at = null, burst = $4 from attempt
       where d.id = attempt.delivery_id
         and (attempt.number > 1 or d.status <> 'pending' or d.slot_at is not null or d.burst is distinct from $4))
     select delivery_id as id from attempt`,
    [inOrder.map(({ deliveryId }) => deliveryId), inOrder.map(({ number }) => number), now, burst, lockTimeoutOf(way)],
  );
  return new Set(begun.map(({ id }) => id));
}

/**
 * Puts attempts on record before they are made. One that another run has begun and may still be making is not begun a
 * second time: a task that timed out on a busy machine goes on where it was, beside the run that follows it. A delivery
 * that makes an attempt by itself is in no burst any more. That a first attempt is being made stands in the attempt alone
 * (delivery-status.ts). Of several, one that another transaction holds is not begun.
 * @returns ids of the deliveries whose attempts are the caller's to make
 */
export async function recordBegin(
  database: Queryable,
  { attempts, burst }: AttemptsToBegin,
  now: Date,
): Promise<ReadonlySet<string>> {
  const begin = (some: AttemptsToBegin['attempts'], way: Way): Promise<ReadonlySet<string>> =>
    beginTogether(database, { attempts: some, burst, now }, way);
  return (await runApartWhereHeld(attempts, begin)).done;
}

/** Tests hold to no order, no breaker and no rate: somebody waits for them. */
async function holdOf(database: Database, order: AttemptOrder): Promise<Hold | null> {
  const { deliveryId, webhookId, test, isOrdered, hasRate, hasBreaker } = order;
  if (test) return null;
  const before = isOrdered ? (await readOrderHolds(database, [deliveryId])).get(deliveryId) : undefined;
  if (before !== undefined) {
    if (hasBreaker) await passProbeOn(database, { deliveryId, webhookId });
    return { reason: 'order', deliveryId: before };
  }
  const outage = hasBreaker ? await enterBreaker(database, { deliveryId, webhookId }) : null;
  if (outage !== null) return outage;
  const until = hasRate ? await takeSlot(database, deliveryId) : null;
  return until === null ? null : { reason: 'rate', until };
}

export interface AttemptToBegin {
  deliveryId: string;
  /** Counts attempts from 1. */
  number: number;
  /** Asked before the attempt is put on record. */
  mayBegin?: (order: AttemptOrder) => boolean;
}

/**
 * Takes the right to make an attempt, or tells why there is none to make. The attempt is on record before it is made.
 * Source: docs/GAPS.md#W5
 */
export async function beginAttempt(
  database: Database,
  vault: Vault,
  attempt: AttemptToBegin,
  now: Date,
): Promise<AttemptDecision> {
  const { deliveryId, number, mayBegin = () => true } = attempt;
  const [row] = await database.query<AttemptRow>(READ_SQL, [deliveryId, number]);
  // Nobody asked for it, or it has had its time.
  if (row === undefined) return { kind: 'cancelled' };
  const turn = turnOf(row, vault, now);
  if (turn.kind === 'cancelled' && row.delivery_status !== 'cancelled') {
    await setStatus(database, deliveryId, 'cancelled');
    if (row.breaker && !row.deleted) await passProbeOn(database, { deliveryId, webhookId: row.webhook_id });
  }
  if (turn.kind === 'parked') await setStatus(database, deliveryId, 'paused');
  if (turn.kind !== 'send') return turn;
  const hold = await holdOf(database, turn.order);
  if (hold !== null) {
    await recordHold(database, deliveryId, hold);
    return { kind: 'held', hold };
  }
  if (!mayBegin(turn.order)) return { kind: 'deferred' };
  const begun = await recordBegin(database, { attempts: [{ deliveryId, number }], burst: null }, now);
  return begun.has(deliveryId) ? turn : { kind: 'under_way' };
}

/** What has ended stays as it ended; what is not to be sent is in no burst. */
async function setStatus(database: Queryable, deliveryId: string, status: 'cancelled' | 'paused'): Promise<void> {
  await database.query(
    `update deliveries set status = $2, next_attempt_at = null,
       finished_at = case when $2 = 'cancelled' then now() end, burst = null
     where id = $1 and status in ('pending', 'delivering', 'paused')`,
    [deliveryId, status],
  );
}

/** @returns how an attempt on record went, or null when it has not ended */
export async function readMadeAttempt(
  database: Queryable,
  { deliveryId, number }: { deliveryId: string; number: number },
): Promise<MadeAttempt | null> {
  const [row] = await database.query<RecordedAttempt>(
    `select d.burst, a.started_at, a.duration_ms, a.status_code, a.error
     from delivery_attempts a join deliveries d on d.id = a.delivery_id where a.delivery_id = $1 and a.number = $2`,
    [deliveryId, number],
  );
  return row === undefined ? null : madeOf(row);
}

/** Where a waiting delivery stands: `in_burst` says that a burst makes its next attempt. */
export type DeliveryState = 'waiting' | 'in_burst' | 'paused' | 'cancelled';

/**
 * Where a waiting delivery stands after its subscription changed; written down as well, with when its next attempt is due
 * by the attempts that were made.
 */
export async function resolveDeliveryState(database: Queryable, deliveryId: string): Promise<DeliveryState> {
  const [row] = await database.query<AttemptRow>(READ_SQL, [deliveryId, 0]);
  // Only a burst ends a delivery whose own workflow waits, also one that has left it during the attempt.
  if (row !== undefined && isOver(row)) return 'in_burst';
  if (row === undefined || row.deleted || !listens(row)) {
    await setStatus(database, deliveryId, 'cancelled');
    return 'cancelled';
  }
  if (!row.enabled) {
    await setStatus(database, deliveryId, 'paused');
    return 'paused';
  }
  if (row.burst !== null) return 'in_burst';
  const dueAt = (await readRetryDueAt(database, deliveryId)) ?? new Date();
  await database.query(
    `update deliveries set status = 'pending', next_attempt_at = greatest(next_attempt_at, $2)
     where id = $1 and status in ('pending', 'delivering', 'paused')`,
    [deliveryId, dueAt],
  );
  return 'waiting';
}

function isOver({ delivery_status: status }: AttemptRow): boolean {
  return status === 'delivered' || status === 'failed';
}
