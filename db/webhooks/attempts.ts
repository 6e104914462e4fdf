import type { EventRecord } from '../../domain/webhooks/payload';
import { patternsOver } from '../../domain/webhooks/events';
import type { Queryable } from '../database';
import type { Vault } from '../../lib/vault';
import { openSecret } from './subscriptions';

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
  startedAt: Date;
}

/** What may be done about an attempt that is due. */
export type AttemptDecision =
  | { kind: 'send'; order: AttemptOrder }
  /** The attempt was made and recorded; only its result was lost on the way to the workflow. */
  | { kind: 'made'; delivered: boolean; endedAt: Date }
  | { kind: 'parked' }
  | { kind: 'cancelled' };

interface Row {
  delivery_id: string;
  delivery_status: string;
  test: boolean;
  webhook_id: string;
  account_id: string;
  failing_since: Date | null;
  url: string;
  events: string[];
  enabled: boolean;
  deleted: boolean;
  secret_sealed: Buffer;
  previous_secret_sealed: Buffer | null;
  overlap_until: Date | null;
  event_id: string;
  event_type: string;
  payload: Record<string, unknown>;
  event_at: Date;
  started_at: Date | null;
  duration_ms: number | null;
  status_code: number | null;
  error: string | null;
}

const SELECT_SQL = `
  select d.id as delivery_id, d.status as delivery_status, d.test, d.webhook_id, d.account_id, s.failing_since, s.url, s.events, s.enabled, s.deleted_at is not null as deleted,
    s.secret_sealed, s.previous_secret_sealed, s.overlap_until, d.event_id, d.event_type, e.payload,
    e.created_at as event_at, a.started_at, a.duration_ms, a.status_code, a.error
  from deliveries d
  join webhook_subscriptions s on s.id = d.webhook_id
  join events e on e.id = d.event_id
  left join delivery_attempts a on a.delivery_id = d.id and a.number = $2`;

const READ_SQL = `${SELECT_SQL}
  where d.id = $1`;

function listens(row: Row): boolean {
  return row.test || patternsOver(row.event_type).some((pattern) => row.events.includes(pattern));
}

function secretsOf(row: Row, vault: Vault, now: Date): [string, ...string[]] {
  const current = openSecret(vault, row.webhook_id, row.secret_sealed);
  const { previous_secret_sealed: previous, overlap_until: until } = row;
  if (previous === null || until === null || until <= now) return [current];
  return [openSecret(vault, row.webhook_id, previous), current];
}

/** An attempt that is on record with its end. */
function madeOf(row: Pick<Row, 'started_at' | 'duration_ms' | 'status_code' | 'error'>) {
  if (row.duration_ms === null || row.started_at === null) return null;
  const endedAt = new Date(row.started_at.getTime() + row.duration_ms);
  return { kind: 'made' as const, delivered: row.status_code === 200 && row.error === null, endedAt };
}

/** What may be done about an attempt that is due; nothing is written. */
function turnOf(row: Row, vault: Vault, now: Date): AttemptDecision {
  const made = madeOf(row);
  if (made !== null) return made;
  if (row.delivery_status === 'cancelled' || row.deleted || !listens(row)) return { kind: 'cancelled' };
  if (!row.enabled && !row.test) return { kind: 'parked' };
  const event = { id: row.event_id, type: row.event_type, createdAt: row.event_at, object: row.payload };
  const order = {
    deliveryId: row.delivery_id,
    webhookId: row.webhook_id,
    accountId: row.account_id,
    isFailing: row.failing_since !== null,
    url: row.url,
    test: row.test,
    event,
    startedAt: row.started_at ?? now,
  };
  return { kind: 'send', order: { ...order, secrets: secretsOf(row, vault, now) } };
}

/** Puts attempts on record before they are made. */
async function recordBegin(database: Queryable, ids: readonly string[], number: number, now: Date): Promise<void> {
  await database.query(
    `with attempt as (
       insert into delivery_attempts (delivery_id, number, started_at) select id, $2, $3 from unnest($1::text[]) as due (id)
       on conflict (delivery_id, number) do update set started_at = excluded.started_at
         where delivery_attempts.duration_ms is null)
     update deliveries set status = 'delivering', next_attempt_at = null where id = any($1)`,
    [ids, number, now],
  );
}

/**
 * Takes the right to make an attempt, or tells why there is none to make. The attempt is on record before it is made.
 * @param number counts attempts from 1
 * Source: docs/GAPS.md#W5
 */
export async function beginAttempt(
  database: Queryable,
  vault: Vault,
  attempt: { deliveryId: string; number: number },
  now: Date,
): Promise<AttemptDecision> {
  const { deliveryId, number } = attempt;
  const [row] = await database.query<Row>(READ_SQL, [deliveryId, number]);
  if (row === undefined) throw new Error(`delivery ${deliveryId} is not in the database`);
  const turn = turnOf(row, vault, now);
  if (turn.kind === 'cancelled' && row.delivery_status !== 'cancelled') {
    await setStatus(database, deliveryId, 'cancelled');
  }
  if (turn.kind === 'parked') await setStatus(database, deliveryId, 'paused');
  if (turn.kind === 'send') await recordBegin(database, [deliveryId], number, now);
  return turn;
}

/**
 * Takes the right to make the first attempts of deliveries.
 * @returns what may be done about each, by id; nothing is written but that attempts begin
 */
export async function beginFirstAttempts(
  database: Queryable,
  vault: Vault,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, AttemptDecision>> {
  const rows = await database.query<Row>(`${SELECT_SQL}\n  where d.id = any($1)`, [ids, 1]);
  const turns = new Map(rows.map((row) => [row.delivery_id, turnOf(row, vault, now)]));
  const sent = [...turns].flatMap(([id, turn]) => (turn.kind === 'send' ? [id] : []));
  if (sent.length > 0) await recordBegin(database, sent, 1, now);
  return turns;
}

async function setStatus(database: Queryable, deliveryId: string, status: 'cancelled' | 'paused'): Promise<void> {
  await database.query(
    `update deliveries set status = $2, next_attempt_at = null,
       finished_at = case when $2 = 'cancelled' then now() end
     where id = $1`,
    [deliveryId, status],
  );
}

/** @returns how an attempt on record went, or null when it has not ended */
export async function readMadeAttempt(
  database: Queryable,
  { deliveryId, number }: { deliveryId: string; number: number },
): Promise<{ delivered: boolean; endedAt: Date } | null> {
  const [row] = await database.query<Row>(
    'select started_at, duration_ms, status_code, error from delivery_attempts where delivery_id = $1 and number = $2',
    [deliveryId, number],
  );
  return row === undefined ? null : madeOf(row);
}

/**
 * Where a waiting delivery stands after its subscription changed; written down as well.
 * @param dueAt when the next attempt is due
 */
export async function resolveDeliveryState(
  database: Queryable,
  deliveryId: string,
  dueAt: Date,
): Promise<'waiting' | 'paused' | 'cancelled'> {
  const [row] = await database.query<Row>(READ_SQL, [deliveryId, 0]);
  if (row === undefined || row.deleted || !listens(row)) {
    await setStatus(database, deliveryId, 'cancelled');
    return 'cancelled';
  }
  if (!row.enabled) {
    await setStatus(database, deliveryId, 'paused');
    return 'paused';
  }
  await database.query(`update deliveries set status = 'pending', next_attempt_at = $2 where id = $1`, [
    deliveryId,
    dueAt,
  ]);
  return 'waiting';
}
