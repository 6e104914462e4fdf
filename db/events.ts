import type { Tenant } from '../domain/auth/tenant';
import { timePart } from '../domain/ids';
import { PAYMENT_STATUS_CHANGED, STATUS_EVENTS } from '../domain/webhooks/events';
import type { Queryable } from './database';
import { newId } from './ids';
import { TOPICS } from './outbox';

export interface NewEvent {
  /** Null: for every account, on each of its sides, such as changed tariffs. */
  tenant: Tenant | null;
  /** Name of the event, such as `shipment.created`. */
  type: string;
  object: Record<string, unknown>;
  /** Id of what the event is about. */
  subject: string;
}

/** What a subscription may list to receive an event: its name, and the patterns over it. Source: docs/GAPS.md#W1 */
const PATTERNS_SQL = `case
  when event.type in (${STATUS_EVENTS.map((name) => `'${name}'`).join(', ')})
    then array[event.type, '${PAYMENT_STATUS_CHANGED}', 'payment.*', '*']
  when event.type like 'payment.%' then array[event.type, 'payment.*', '*']
  else array[event.type, '*'] end`;

/**
 * The common end of every statement that writes events: one delivery per enabled subscription of the event's own
 * side that listens, each with its outbox item. Ids of deliveries are made in SQL, since their number is not known
 * before: 48 bits of time, 60 random.
 * Expects a CTE `event` with id, account_id, environment, type, created_at.
 * @param time parameter that holds `timePart(now)`
 */
export function fanOutSql(time: string): string {
  return `
    delivery as (
      insert into deliveries (id, account_id, environment, event_id, event_type, webhook_id, next_attempt_at, created_at)
      select 'dlv_' || ${time}::text || left(replace(gen_random_uuid()::text, '-', ''), 16),
             event.account_id, event.environment, event.id, event.type, hook.id, event.created_at, event.created_at
      from event join webhook_subscriptions hook
        on hook.account_id = event.account_id and hook.environment = event.environment
      where hook.enabled and hook.deleted_at is null and hook.events && (${PATTERNS_SQL})
      returning id, account_id
    ),
    delivery_outbox as (
      insert into outbox (topic, subject, account_id) select '${TOPICS.startDelivery}', id, account_id from delivery
    )`;
}

const RECORD_SQL = `
  with event as (
    insert into events (id, account_id, environment, type, subject, payload, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    returning id, account_id, environment, type, created_at
  ),
  ${fanOutSql('$8')}
  select id from event`;

/** @returns the sides of all accounts; a live one that is not open has nobody who listens */
async function everyTenant(client: Queryable): Promise<Tenant[]> {
  return client.query<Tenant>(
    `select a.id as "accountId", side.environment
     from accounts a join (values ('test'), ('live')) as side (environment)
       on side.environment = 'test' or a.live_opened_at is not null
     order by a.id, side.environment`,
  );
}

/**
 * Writes an event, its deliveries and their outbox items in the caller's transaction.
 * @returns id of the event (of the last one when it is for every account)
 * Source: docs/GAPS.md#W9
 */
export async function recordEvent(client: Queryable, event: NewEvent): Promise<string> {
  const tenants = event.tenant === null ? await everyTenant(client) : [event.tenant];
  const now = new Date();
  let id = '';
  const object = JSON.stringify(event.object);
  for (const { accountId, environment } of tenants) {
    id = newId('event', now.getTime());
    const { type, subject } = event;
    const time = timePart(now.getTime());
    await client.query(RECORD_SQL, [id, accountId, environment, type, subject, object, now, time]);
  }
  return id;
}
