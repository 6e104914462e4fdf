import type { Tenant } from '../../domain/auth/tenant';
import { DomainError } from '../../domain/errors';
import type { DeliveryStatus } from '../../domain/webhooks/schemas';
import type { Database, Queryable } from '../database';
import { nameIdempotentSubject, type HeldKey } from '../idempotency';
import { newId } from '../../lib/ids';
import { addToOutbox, TOPICS } from '../outbox';
import { anyOf } from '../parameters';
import { hasStatusSql, NEXT_ATTEMPT_SQL, STATUS_SQL, storedStatusesOf } from './delivery-status';

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

/** Adds a value and tells its place, such as `$4`. */
type Place = (value: unknown) => string;

/** What is asked of a delivery `d` beside its endpoint and type. */
function conditionsOf({ status, after }: DeliveryFilter, place: Place): string {
  const ofStatus = status === undefined ? '' : ` and ${hasStatusSql(status)}`;
  return ofStatus + (after === undefined ? '' : ` and d.id < ${place(after)}`);
}

/** Of what one thing is about there are few events, and deliveries of those. */
function aboutSql(filter: DeliveryFilter, subject: string, place: Place): string {
  const { webhookId, events } = filter;
  const ofWebhook = webhookId === undefined ? '' : ` and d.webhook_id = ${place(webhookId)}`;
  const ofTypes = events === undefined ? '' : ` and d.event_type = any(${place(events)}::text[])`;
  return `d.event_id in (select e.id from events e where e.subject = ${place(subject)})
    and d.account_id = $1 and d.environment = $2${ofWebhook}${ofTypes}${conditionsOf(filter, place)}`;
}

/**
 * The ranges of an index that are read: one for each type and stored status that is asked for, however many deliveries
 * have others. A status alone is a range and stands in the order: by an equality, which `order by id` goes with as well,
 * Postgres may read the index of all deliveries and pass over those of other statuses.
 */
function rangesOf({ status, events }: DeliveryFilter, place: Place): { from: string; where: string; order: string } {
  if (status === undefined && events === undefined) return { from: '', where: '', order: 'd.id desc' };
  const stored = storedStatusesOf(status).map((one) => `('${one}')`);
  const from = ` cross join (values ${stored.join(', ')}) stored (status)`;
  if (events === undefined) {
    return { from, where: ' and d.status between stored.status and stored.status', order: 'd.status, d.id desc' };
  }
  return {
    from: `${from} cross join unnest(${place(events)}::text[]) asked (type)`,
    where: ' and d.status = stored.status and d.event_type = asked.type',
    order: 'd.id desc',
  };
}

/** The newest ones of each endpoint, and of these the newest. */
function newestSql(filter: DeliveryFilter, place: Place): string {
  const { webhookId } = filter;
  const { from, where, order } = rangesOf(filter, place);
  return `d.id in (
    select newest.id from webhook_subscriptions s${from}
    cross join lateral (
      select d.id from deliveries d where d.webhook_id = s.id${where}${conditionsOf(filter, place)}
      order by ${order} limit $3) newest
    where s.account_id = $1 and s.environment = $2${webhookId === undefined ? '' : ` and s.id = ${place(webhookId)}`}
    order by newest.id desc limit $3)`;
}

/** Deliveries of a tenant that fit, the newest first. */
export async function listDeliveries(database: Queryable, filter: DeliveryFilter): Promise<DeliveryRow[]> {
  const { tenant, limit, subject } = filter;
  const values: unknown[] = [tenant.accountId, tenant.environment, limit];
  const place: Place = (value) => `$${values.push(value)}`;
  const where = subject === undefined ? newestSql(filter, place) : aboutSql(filter, subject, place);
  return database.query<DeliveryRow>(`${SELECT_SQL} where ${where} order by d.id desc limit $3`, values, 'for_values');
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
