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

/** `patternsOver` as SQL: a case for each set of patterns, over the events that share it. */
function patternsSql(): string {
  const eventsByPatterns = new Map<string, string[]>();
  for (const { name } of EVENT_TYPES) {
    const patterns = sqlTexts(patternsOver(name).filter((pattern) => pattern !== name));
    eventsByPatterns.set(patterns, [...(eventsByPatterns.get(patterns) ?? []), name]);
  }
  const cases = [...eventsByPatterns].map(
    ([patterns, names]) => `when event.type in (${sqlTexts(names)}) then array[event.type, ${patterns}]`,
  );
  return `case ${cases.join('\n    ')} end`;
}

/** What a subscription may list to receive `event`: its name, and the patterns over it. Source: docs/GAPS.md#W1 */
export const PATTERNS_SQL = patternsSql();

/**
 * The common end of every statement that writes events: one delivery per enabled subscription of the event's own
 * side that listens, each with its outbox item. Ids of deliveries are made in SQL, since their number is not known
 * before: 48 bits of time, 60 random.
 * Expects a CTE `event` with id, account_id, environment, type, subject, payload, created_at.
 * @param time parameter that holds `timePart(now)`
 * @param more `also`: a further condition on `event` and `hook`; `traceparent`: SQL of the trace of an `event`, where
 *   something is traced
 */
export function fanOutSql(time: string, more: { also?: string; traceparent?: string } = {}): string {
  const { also = 'true', traceparent } = more;
  const ordered =
    traceparent === undefined
      ? `insert into outbox (topic, subject, account_id) select '${TOPICS.startDelivery}', id, account_id from delivery`
      : `insert into outbox (topic, subject, account_id, traceparent)
      select '${TOPICS.startDelivery}', delivery.id, delivery.account_id, ${traceparent}
      from delivery join event on event.id = delivery.event_id`;
  return `
    delivery as (
      insert into deliveries (id, account_id, environment, event_id, event_type, webhook_id, next_attempt_at, created_at)
      select 'dlv_' || ${time}::text || left(replace(gen_random_uuid()::text, '-', ''), 16),
             event.account_id, event.environment, event.id, event.type, hook.id, event.created_at, event.created_at
      from event join webhook_subscriptions hook
        on hook.account_id = event.account_id and hook.environment = event.environment
      where hook.enabled and hook.deleted_at is null and hook.events && (${PATTERNS_SQL}) and ${FILTER_SQL}
        and ${also}
      returning id, account_id, event_id
    ),
    delivery_outbox as (
      ${ordered}
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

/** As `recordEvent`, of an event whose body was checked while running. */
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

/** @returns whether an enabled subscription of that side of the account receives such events */
export async function hasListener(database: Queryable, tenant: Tenant, type: EventName): Promise<boolean> {
  const rows = await database.query(
    `select from (select $2::text as type) event
     where exists (select from webhook_subscriptions hook
       where hook.account_id = $1 and hook.environment = $3 and hook.enabled and hook.deleted_at is null
         and hook.events && (${PATTERNS_SQL}))`,
    [tenant.accountId, type, tenant.environment],
  );
  return rows.length > 0;
}
