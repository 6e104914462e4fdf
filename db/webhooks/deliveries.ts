import type { Tenant } from '../../domain/auth/tenant';
import { DomainError } from '../../domain/errors';
import type { ListPage } from '../../domain/list-order';
import type { WaitsFor } from '../../domain/webhooks/controls';
import type { DeliveryStatus } from '../../domain/webhooks/schemas';
import type { Database, Queryable } from '../database';
import { inOrder } from '../list-order';
import { nameIdempotentSubject, type HeldKey } from '../idempotency';
import { newId } from '../../lib/ids';
import { addToOutbox, TOPICS } from '../outbox';
import { anyOf } from '../parameters';
import { hasStatusSql, isUnfinishedSql, NEXT_ATTEMPT_SQL, STATUS_SQL, storedStatusesOf } from './delivery-status';
import { BEFORE_SQL } from './subject-order';

export interface DeliveryRow {
  id: string;
  event_id: string;
  event: string;
  webhook_id: string;
  status: DeliveryStatus;
  /** It gets one attempt. */
  is_test: boolean;
  next_attempt_at: Date | null;
  /** Whether that moment has come. */
  is_due: boolean;
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
    d.test as is_test, coalesce(${NEXT_ATTEMPT_SQL} <= clock_timestamp(), false) as is_due, coalesce((
      select json_agg(json_build_object('number', a.number, 'at', (extract(epoch from a.started_at) * 1000)::bigint,
        'status_code', a.status_code, 'duration_ms', a.duration_ms, 'error', a.error,
        'response_headers', a.response_headers, 'response_excerpt', a.response_excerpt) order by a.number)
      from delivery_attempts a where a.delivery_id = d.id), '[]'::json) as attempts
  from deliveries d`;

/** A delivery of a tenant; null if there is none of that id. */
export async function findDelivery(database: Queryable, tenant: Tenant, id: string): Promise<DeliveryRow | null> {
  const [row] = await database.query<DeliveryRow>(
    `${SELECT_SQL} where d.id = $1 and d.account_id = $2 and d.environment = $3`,
    [id, tenant.accountId, tenant.environment],
  );
  return row ?? null;
}

/** @throws DomainError NOT_FOUND for an unknown delivery and another tenant's alike */
export async function requireDelivery(database: Queryable, tenant: Tenant, id: string): Promise<DeliveryRow> {
  const row = await findDelivery(database, tenant, id);
  if (row === null) throw new DomainError('NOT_FOUND', 'There is no such delivery.');
  return row;
}

export interface DeliveryFilter extends ListPage {
  tenant: Tenant;
  webhookId?: string | undefined;
  status?: DeliveryStatus | undefined;
  /** Names of event types. */
  events?: readonly string[] | undefined;
  /** Id of what the events are about, such as a payment. */
  subject?: string | undefined;
}

/** Adds a value and tells its place, such as `$4`. */
type Place = (value: unknown) => string;

/** What is asked of a delivery `d` beside its endpoint and type. */
function conditionsOf({ status, after, order }: DeliveryFilter, place: Place): string {
  const ofStatus = status === undefined ? '' : ` and ${hasStatusSql(status)}`;
  return ofStatus + (after === undefined ? '' : ` and d.id ${inOrder(order).beyond} ${place(after)}`);
}

/** SQL condition for deliveries of events about one subject, of which there are few. */
function aboutSql(filter: DeliveryFilter, subject: string, place: Place): string {
  const { webhookId, events } = filter;
  const ofWebhook = webhookId === undefined ? '' : ` and d.webhook_id = ${place(webhookId)}`;
  const ofTypes = events === undefined ? '' : ` and d.event_type = any(${place(events)}::text[])`;
  return `d.event_id in (select e.id from events e where e.subject = ${place(subject)})
    and d.account_id = $1 and d.environment = $2${ofWebhook}${ofTypes}${conditionsOf(filter, place)}`;
}

/**
 * The ranges of an index to read: one for each stored status and requested type, however many deliveries have others. Without
 * either, all statuses: an index of all deliveries of an endpoint would be written to with each of their changes.
 * Type and status are ranges and part of the order: with an equality, `order by id` fits the primary key too, and Postgres
 * may read that and skip what others have.
 */
function rangesOf(
  { status, events, order }: DeliveryFilter,
  place: Place,
): { from: string; where: string; order: string } {
  const { direction } = inOrder(order);
  const stored = storedStatusesOf(status).map((one) => `('${one}')`);
  const ofStatus = {
    from: ` cross join (values ${stored.join(', ')}) stored (status)`,
    where: ' and d.status between stored.status and stored.status',
    order: `d.status ${direction}, d.id ${direction}`,
  };
  if (events === undefined) return ofStatus;
  return {
    from: `${ofStatus.from} cross join unnest(${place(events)}::text[]) asked (type)`,
    where: `${ofStatus.where} and d.event_type between asked.type and asked.type`,
    order: `d.event_type ${direction}, ${ofStatus.order}`,
  };
}

/** SQL condition that finds the first deliveries of each endpoint, and of these the first. */
function firstSql(filter: DeliveryFilter, place: Place): string {
  const { webhookId } = filter;
  const { from, where, order } = rangesOf(filter, place);
  return `d.id in (
    select first.id from webhook_subscriptions s${from}
    cross join lateral (
      select d.id from deliveries d where d.webhook_id = s.id${where}${conditionsOf(filter, place)}
      order by ${order} limit $3) first
    where s.account_id = $1 and s.environment = $2${webhookId === undefined ? '' : ` and s.id = ${place(webhookId)}`}
    order by first.id ${inOrder(filter.order).direction} limit $3)`;
}

/** One page of deliveries of a tenant that match the filter. */
export async function listDeliveries(database: Queryable, filter: DeliveryFilter): Promise<DeliveryRow[]> {
  const { tenant, limit, subject } = filter;
  const { direction } = inOrder(filter.order);
  const values: unknown[] = [tenant.accountId, tenant.environment, limit];
  const place: Place = (value) => `$${values.push(value)}`;
  const where = subject === undefined ? firstSql(filter, place) : aboutSql(filter, subject, place);
  return database.query<DeliveryRow>(
    `${SELECT_SQL} where ${where} order by d.id ${direction} limit $3`,
    values,
    'for_values',
  );
}

/** What a delivery waits for, as the API shows it: an earlier one, its slot, or an outage. */
export async function readWait(database: Queryable, deliveryId: string): Promise<WaitsFor> {
  const [row] = await database.query<{
    before: string | null;
    slot_at: Date | null;
    since: Date;
    probe_at: Date | null;
  }>(
    `select case when s.ordered and d.next_attempt_at is null then ${BEFORE_SQL} end as before,
       case when d.slot_at > now() and d.slot_rate = s.rate_per_second then d.slot_at end as slot_at,
       b.opened_at as since, b.open_until as probe_at
     from deliveries d join events e on e.id = d.event_id join webhook_subscriptions s on s.id = d.webhook_id
     left join webhook_breakers b on b.webhook_id = s.id and s.breaker and b.opened_at is not null
       and (d.next_attempt_at is null or d.in_sender)
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

/** Input and search attributes of a delivery's new workflow. */
export interface StartFacts {
  deliveryId: string;
  accountId: string;
  eventType: string;
  webhookId: string;
  /** A test has one attempt. */
  once: boolean;
  /** Attempts that have ended; the next one has the next number. */
  attemptsMade: number;
  /** When the next one is due; null: at once. */
  dueAt: Date | null;
}

/** What workflows of deliveries start with; a finished delivery, or one of the sender, is absent. */
export async function readStartFacts(database: Queryable, ids: readonly string[]): Promise<Map<string, StartFacts>> {
  const rows = await database.query<StartFacts & Record<string, unknown>>(
    `select d.id as "deliveryId", d.account_id as "accountId", d.event_type as "eventType", d.webhook_id as "webhookId", d.test as once,
       made.count as "attemptsMade", case when made.count > 0 then d.next_attempt_at end as "dueAt"
     from deliveries d cross join lateral (
       select count(*)::int from delivery_attempts a where a.delivery_id = d.id and a.duration_ms is not null) made
     where d.id = ${anyOf('text')} and ${isUnfinishedSql('d.status')} and not d.in_sender`,
    [ids],
  );
  return new Map(rows.map((row) => [row.deliveryId, row]));
}

/** The orders to start workflows that have been started. */
export async function forgetStarts(database: Queryable, ids: readonly string[]): Promise<void> {
  await database.query(`delete from outbox where subject = ${anyOf('text')} and topic = '${TOPICS.startDelivery}'`, [
    ids,
  ]);
}

/** The API starts a test itself, at once; a relay does where the API died or Temporal was away. */
const TEST_RELAY_AFTER_SECONDS = 10;

/**
 * Creates an event of sample data with one test delivery, and the outbox item that starts it if the request does not.
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
    `insert into deliveries (id, account_id, environment, event_id, event_type, webhook_id, test, resend, in_sender,
       next_attempt_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, not $7, $9, $9)`,
    [row.deliveryId, accountId, environment, row.eventId, row.type, row.webhookId, row.test, row.resend, row.now],
  );
}

/**
 * @throws DomainError DUPLICATE while an earlier resend of the event to the subscription is open, so that repeated
 * requests add no load
 */
async function refuseWhileOpen(client: Queryable, { event_id, webhook_id }: DeliveryRow): Promise<void> {
  await client.query('select id from webhook_subscriptions where id = $1 for no key update', [webhook_id]);
  const [open] = await client.query<{ id: string }>(
    `select id from deliveries where event_id = $1 and webhook_id = $2 and resend
       and ${isUnfinishedSql('status')}`,
    [event_id, webhook_id],
  );
  if (open === undefined) return;
  throw new DomainError('DUPLICATE', 'This event is being sent again already.', { extra: { deliveryId: open.id } });
}

/**
 * Sends the event of a delivery again, as a new delivery.
 * @param held idempotency key of the request; null for one without
 * @throws DomainError DUPLICATE while an earlier resend of the event to the same subscription is open
 * Source: docs/GAPS.md#W7
 */
export async function resendDelivery(
  database: Database,
  tenant: Tenant,
  delivery: DeliveryRow,
  held: HeldKey | null,
): Promise<DeliveryRow> {
  const deliveryId = newId('delivery');
  return database.transaction(async (client) => {
    await refuseWhileOpen(client, delivery);
    const row = {
      deliveryId,
      tenant,
      eventId: delivery.event_id,
      type: delivery.event,
      webhookId: delivery.webhook_id,
    };
    await insertDelivery(client, { ...row, test: false, resend: true, now: new Date() });
    await addToOutbox(client, { topic: TOPICS.sendFirsts, subject: row.webhookId, accountId: tenant.accountId });
    await nameIdempotentSubject(client, held, deliveryId);
    return requireDelivery(client, tenant, deliveryId);
  });
}
