import type { Tenant } from '../../domain/auth/tenant';
import { DomainError } from '../../domain/errors';
import type { DeliveryStatus } from '../../domain/webhooks/schemas';
import type { Database, Queryable } from '../database';
import { nameIdempotentSubject, type HeldKey } from '../idempotency';
import { newId } from '../../lib/ids';
import { addToOutbox, TOPICS } from '../outbox';
import { anyOf } from '../parameters';
import { hasStatusSql, NEXT_ATTEMPT_SQL, STATUS_SQL } from './delivery-status';

export interface DeliveryRow {
  id: string;
  event_id: string;
  event: string;
  webhook_id: string;
  status: DeliveryStatus;
  next_attempt_at: Date | null;
  attempts: {
    number: number;
    at: number;
    status_code: number | null;
    duration_ms: number | null;
    error: string | null;
    response_headers: Record<string, string> | null;
    response_excerpt: string | null;
  }[];
}

const SELECT_SQL = `
  select d.id, d.event_id, d.event_type as event, d.webhook_id, ${STATUS_SQL} as status, ${NEXT_ATTEMPT_SQL} as next_attempt_at,
    coalesce((
      select json_agg(json_build_object('number', a.number, 'at', (extract(epoch from a.started_at) * 1000)::bigint,
        'status_code', a.status_code, 'duration_ms', a.duration_ms, 'error', a.error,
        'response_headers', a.response_headers, 'response_excerpt', a.response_excerpt) order by a.number)
      from delivery_attempts a where a.delivery_id = d.id), '[]'::json) as attempts
  from deliveries d`;

export async function findDelivery(database: Queryable, tenant: Tenant, id: string): Promise<DeliveryRow | null> {
  const [row] = await database.query<DeliveryRow>(
    `${SELECT_SQL} where d.id = $1 and d.account_id = $2 and d.environment = $3`,
    [id, tenant.accountId, tenant.environment],
  );
  return row ?? null;
}

export interface DeliveryFilter {
  tenant: Tenant;
  webhookId?: string | undefined;
  status?: DeliveryStatus | undefined;
  /** Names of event types. */
  events?: readonly string[] | undefined;
  /** Id of what the events are about, such as a payment. */
  subject?: string | undefined;
  after?: string | undefined;
  limit: number;
}

/**
 * The filters that are asked for, as SQL. Each set of them is a statement with a plan of its own: one for all would be
 * planned for none, and read every delivery to find the few that failed. A status stands in the text, as the index of
 * those that failed wants it.
 */
function conditionsOf({ webhookId, status, subject, after }: DeliveryFilter, values: unknown[]): string[] {
  const asked = (value: unknown, sql: (place: string) => string): string[] =>
    value === undefined ? [] : [sql(`$${values.push(value)}`)];
  return [
    ...asked(webhookId, (place) => `d.webhook_id = ${place}`),
    ...(status === undefined ? [] : [hasStatusSql(status)]),
    ...asked(after, (place) => `d.id < ${place}`),
    ...asked(subject, (place) => `d.event_id in (select e.id from events e where e.subject = ${place})`),
  ];
}

/**
 * The newest of each type, by the index of types. Those that failed have one of their own, so their type is only a
 * condition; for all others it is a range of the index, lest Postgres reads another one and leaves out all other types.
 */
function byType(where: string, status: DeliveryStatus | undefined, place: string): string {
  const isFailed = status === 'failed';
  const ofType = isFailed ? 'd.event_type = asked.type' : 'd.event_type between asked.type and asked.type';
  const order = isFailed ? 'd.id desc' : 'd.event_type desc, d.id desc';
  return `d.id in (
    select newest.id from unnest(${place}::text[]) as asked (type)
    cross join lateral (select d.id from deliveries d where ${where} and ${ofType} order by ${order} limit $3) newest
    order by newest.id desc limit $3)`;
}

/** Deliveries of a tenant that fit, the newest first. */
export async function listDeliveries(database: Queryable, filter: DeliveryFilter): Promise<DeliveryRow[]> {
  const { accountId, environment } = filter.tenant;
  const { limit, status, events } = filter;
  const values: unknown[] = [accountId, environment, limit];
  const all = ['d.account_id = $1', 'd.environment = $2', ...conditionsOf(filter, values)].join(' and ');
  const where = events === undefined ? all : byType(all, status, `$${values.push(events)}`);
  return database.query<DeliveryRow>(`${SELECT_SQL} where ${where} order by d.id desc limit $3`, values);
}

export interface StartFacts {
  accountId: string;
  eventType: string;
  webhookId: string;
  test: boolean;
  nextAttemptAt: Date | null;
  /** Whether a burst makes its attempts, and how many of a burst's have ended. */
  inBurst: boolean;
  attemptsMade: number;
}

/** What the relay tells Temporal about deliveries that are to begin; one that is over already is absent. */
export async function readStartFacts(database: Queryable, ids: string[]): Promise<Map<string, StartFacts>> {
  const rows = await database.query<StartFacts & { id: string }>(
    `select id, account_id as "accountId", event_type as "eventType", webhook_id as "webhookId", test,
       next_attempt_at as "nextAttemptAt", burst is not null as "inBurst",
       case when burst is null then 0 else (select count(*)::int from delivery_attempts a
         where a.delivery_id = d.id and a.duration_ms is not null) end as "attemptsMade"
     from deliveries d where id = ${anyOf('text')} and finished_at is null`,
    [ids],
  );
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

/** The API starts a test itself, at once; a relay does where the API died or Temporal was away. */
const TEST_RELAY_AFTER_SECONDS = 10;

/**
 * Makes an event of sample data with one delivery, for `POST /v1/webhooks/{webhookId}/test`, and the order to start it
 * in case that nobody else does.
 */
export async function createTestDelivery(
  database: Database,
  test: { tenant: Tenant; webhookId: string; type: string; object: Record<string, unknown> },
): Promise<{ eventId: string; deliveryId: string }> {
  const eventId = newId('event');
  const deliveryId = newId('delivery');
  const { accountId, environment } = test.tenant;
  const now = new Date();
  await database.transaction(async (client) => {
    await client.query(
      `insert into events (id, account_id, environment, type, subject, payload, created_at, sample)
       values ($1, $2, $3, $4, $5, $6, $7, true)`,
      [eventId, accountId, environment, test.type, test.webhookId, JSON.stringify(test.object), now],
    );
    await insertDelivery(client, { ...test, deliveryId, eventId, test: true, resend: false, now });
    await client.query(
      `insert into outbox (topic, subject, account_id, available_at)
       values ($1, $2, $3, now() + make_interval(secs => $4))`,
      [TOPICS.startDelivery, deliveryId, accountId, TEST_RELAY_AFTER_SECONDS],
    );
  });
  return { eventId, deliveryId };
}

async function insertDelivery(
  client: Queryable,
  row: {
    deliveryId: string;
    tenant: Tenant;
    eventId: string;
    type: string;
    webhookId: string;
    test: boolean;
    resend: boolean;
    now: Date;
  },
): Promise<void> {
  const { accountId, environment } = row.tenant;
  await client.query(
    `insert into deliveries (id, account_id, environment, event_id, event_type, webhook_id, test, resend,
       next_attempt_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [row.deliveryId, accountId, environment, row.eventId, row.type, row.webhookId, row.test, row.resend, row.now],
  );
}

/** One open resend of an event to a subscription: whoever asks again and again adds no load. */
async function refuseWhileOpen(client: Queryable, { event_id, webhook_id }: DeliveryRow): Promise<void> {
  await client.query('select id from webhook_subscriptions where id = $1 for no key update', [webhook_id]);
  const [open] = await client.query<{ id: string }>(
    `select id from deliveries where event_id = $1 and webhook_id = $2 and resend
       and status in ('pending', 'delivering', 'paused')`,
    [event_id, webhook_id],
  );
  if (open === undefined) return;
  throw new DomainError('DUPLICATE', 'This event is being sent again already.', { extra: { deliveryId: open.id } });
}

/**
 * Sends the event of a delivery again, as a delivery of its own.
 * @param held key of the request that asks for it; null for one without
 * @throws DomainError DUPLICATE while an earlier resend of the event to the same subscription has not ended
 * Source: docs/GAPS.md#W7
 */
export async function resendDelivery(
  database: Database,
  tenant: Tenant,
  delivery: DeliveryRow,
  held: HeldKey | null,
): Promise<string> {
  const deliveryId = newId('delivery');
  await database.transaction(async (client) => {
    await refuseWhileOpen(client, delivery);
    const row = {
      deliveryId,
      tenant,
      eventId: delivery.event_id,
      type: delivery.event,
      webhookId: delivery.webhook_id,
    };
    await insertDelivery(client, { ...row, test: false, resend: true, now: new Date() });
    await addToOutbox(client, { topic: TOPICS.startDelivery, subject: deliveryId, accountId: tenant.accountId });
    await nameIdempotentSubject(client, held, deliveryId);
  });
  return deliveryId;
}
