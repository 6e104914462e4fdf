import type { Tenant } from '../domain/auth/tenant';
import { timePart } from '../domain/ids';
import {
  EVENT_TYPES,
  patternsOver,
  type CheckedEvent,
  type EventBody,
  type EventName,
} from '../domain/webhooks/events';
import type { Queryable } from './database';
import { newId } from '../lib/ids';
import { currentTraceparent } from '../lib/trace-context';
import { TOPICS } from './outbox';
import { FILTER_SQL } from './webhooks/controls';

/** Whose event it is and what it is about. */
interface EventPlace {
  tenant: Tenant;
  /** Id of what the event is about. */
  subject: string;
}

/** An event as code writes it: the compiler holds its body to the shape of its name. */
export type NewEvent = EventPlace & EventBody;

function sqlTexts(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}

/**
 * SQL of the patterns by which a subscription receives an event, as `patternsOver` makes them.
 * @param type SQL of the name of the event
 * Source: docs/GAPS.md#W1
 */
function patternsSql(type: string): string {
  const eventsByPatterns = new Map<string, string[]>();
  for (const { name } of EVENT_TYPES) {
    const patterns = sqlTexts(patternsOver(name).filter((pattern) => pattern !== name));
    eventsByPatterns.set(patterns, [...(eventsByPatterns.get(patterns) ?? []), name]);
  }
  const cases = [...eventsByPatterns].map(
    ([patterns, names]) => `when ${type} in (${sqlTexts(names)}) then array[${type}, ${patterns}]`,
  );
  return `case ${cases.join('\n    ')} end`;
}

/**
 * Whether a subscription is there and lists an event; it may be disabled.
 * @param hook SQL name of the subscription
 * @param type SQL of the name of the event
 */
export function listensSql(hook: string, type: string): string {
  return `(${hook}.deleted_at is null and ${hook}.events && (${patternsSql(type)}))`;
}

/**
 * CTEs that end every statement that writes events: a delivery for each enabled subscription of the event's side that
 * listens to it, and an outbox item that wakes the sender of each such subscription: one for all its events of the
 * statement, in the trace of one of them. An event about a subscription is not delivered to it. Ids of deliveries are
 * made in SQL, since their number is not known before: 48 bits of time, 60 random. They expect a CTE `event` with id, account_id, environment, type, subject, payload, created_at.
 * @param time parameter that holds `timePart(now)`
 * @param traceparent SQL of the trace of an `event`, where something is traced
 */
export function fanOutSql(time: string, { traceparent = 'null::text' }: { traceparent?: string } = {}): string {
  return `
    delivery as (
      insert into deliveries (id, account_id, environment, event_id, event_type, webhook_id, next_attempt_at, created_at,
        traceparent)
      select 'dlv_' || ${time}::text || left(replace(gen_random_uuid()::text, '-', ''), 16), event.account_id,
             event.environment, event.id, event.type, hook.id, event.created_at, event.created_at, ${traceparent}
      from event join webhook_subscriptions hook
        on hook.account_id = event.account_id and hook.environment = event.environment and hook.id <> event.subject
      where hook.enabled and ${listensSql('hook', 'event.type')} and ${FILTER_SQL}
      returning webhook_id, account_id, traceparent
    ),
    delivery_outbox as (
      insert into outbox (topic, subject, account_id, traceparent)
      select distinct on (webhook_id) '${TOPICS.sendFirsts}', webhook_id, account_id, traceparent from delivery
      order by webhook_id, traceparent
    )`;
}

/** @param trace parameter that holds the caller's trace, where there is one */
const recordSql = (trace?: string): string => `
  with event as (
    insert into events (id, account_id, environment, type, subject, payload, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    returning id, account_id, environment, type, subject, payload, created_at
  ),
  ${fanOutSql('$8', trace === undefined ? {} : { traceparent: `${trace}::text` })}
  select id from event`;

const RECORD_SQL = recordSql();
const RECORD_TRACED_SQL = recordSql('$9');

/**
 * Writes an event, its deliveries and their outbox items in the caller's transaction.
 * @returns its id
 * Source: docs/GAPS.md#W9
 */
export function recordEvent(client: Queryable, event: NewEvent): Promise<string> {
  return recordCheckedEvent(client, event);
}

/**
 * Records an event whose body was validated at run time, with its deliveries; `recordEvent` is for bodies that the
 * compiler checks.
 */
export async function recordCheckedEvent(client: Queryable, event: EventPlace & CheckedEvent): Promise<string> {
  const { accountId, environment } = event.tenant;
  const now = new Date();
  const id = newId('event', now.getTime());
  const object = JSON.stringify(event.object);
  const time = timePart(now.getTime());
  const values = [id, accountId, environment, event.type, event.subject, object, now, time];
  const traceparent = currentTraceparent();
  if (traceparent === null) await client.query(RECORD_SQL, values);
  else await client.query(RECORD_TRACED_SQL, [...values, traceparent]);
  return id;
}

/** Whether an enabled subscription on that side of the account receives such events. */
export async function hasListener(database: Queryable, tenant: Tenant, type: EventName): Promise<boolean> {
  const rows = await database.query(
    `select from (select $2::text as type) event
     where exists (select from webhook_subscriptions hook
       where hook.account_id = $1 and hook.environment = $3 and hook.enabled and ${listensSql('hook', 'event.type')})`,
    [tenant.accountId, type, tenant.environment],
  );
  return rows.length > 0;
}
