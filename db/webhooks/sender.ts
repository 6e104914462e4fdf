import type { Queryable } from '../database';
import { listensSql } from '../events';

/** First attempts that are left to a sender whose last batch was not full. */
export interface SenderBacklog {
  /** Its deliveries that are not over, counted up to 1,000. */
  left: number;
  /** Whether deliveries elsewhere wait for the probe of an open breaker, whose clock the sender is. */
  isClock: boolean;
  /** When it looks again; null: only after a signal. */
  nextAt: Date | null;
  /** Since when the endpoint cannot be reached, where that holds up everything. */
  unreachableSince: Date | null;
  isEnabled: boolean;
}

const MAX_COUNTED = 1_000;
/** Rows that a sender may have in hand, which are passed over, and some more. */
const LOOKED_AT = 300;

const BACKLOG_SQL = `
  select coalesce(s.enabled, false) as "isEnabled", b.opened_at as "unreachableSince", o.left_over as left, o.clock as "isClock",
    case when b.opened_at is null then o.due_at when o.left_over > 0 or o.clock then greatest(b.open_until, b.probe_until) end
      as "nextAt"
  from (select $1::text as id) asked left join webhook_subscriptions s on s.id = asked.id
  left join webhook_breakers b on b.webhook_id = s.id and s.breaker and b.opened_at is not null
  cross join lateral (select
    (select count(*)::int from (
      select from deliveries d where d.webhook_id = asked.id and d.in_sender and d.status in ('pending', 'paused')
      limit ${MAX_COUNTED}) waiting) as left_over,
    (select min(greatest(first.next_attempt_at, a.leased_until)) from (
      select d.id, d.next_attempt_at from deliveries d
      where d.webhook_id = asked.id and d.in_sender and d.status = 'pending' and d.next_attempt_at is not null
      order by d.next_attempt_at, d.id limit ${LOOKED_AT}) first
      left join delivery_attempts a on a.delivery_id = first.id and a.number = 1) as due_at,
    b.opened_at is not null and exists (
      select from deliveries d where d.webhook_id = asked.id and not d.in_sender and d.status = 'pending'
        and d.next_attempt_at is null and not d.test) as clock) o`;

/** @returns what is left to a sender; nothing where there is no such subscription */
export async function readSenderBacklog(database: Queryable, webhookId: string): Promise<SenderBacklog> {
  const [backlog] = await database.query<SenderBacklog & Record<string, unknown>>(BACKLOG_SQL, [webhookId]);
  return backlog ?? { left: 0, isClock: false, nextAt: null, unreachableSince: null, isEnabled: false };
}

/** Deliveries that become due together after a change, and the next ones a second later: they come back paced. */
const RELEASED = 50;

/**
 * Makes held or paused deliveries due, so that the next take judges them by the current settings. Paused ones stay
 * paused while their subscription is disabled and listens to them.
 * @param after id of the last one that was made due; empty: from the first
 * @returns id of the last one; null when there are no more
 * Source: docs/GAPS.md#W5, docs/GAPS.md#W13
 */
export async function releaseHeld(database: Queryable, webhookId: string, after: string): Promise<string | null> {
  const [page] = await database.query<{ last: string | null }>(
    `with released as (
       update deliveries d set status = 'pending', next_attempt_at = now()
       where d.id in (
         select held.id from (values ('pending'), ('paused')) stored (status) cross join lateral (
           select d.id from deliveries d join webhook_subscriptions s on s.id = d.webhook_id
           where d.webhook_id = $1 and d.status between stored.status and stored.status and d.id > $2 and d.in_sender
             and (d.status = 'pending' and (d.next_attempt_at is null or d.next_attempt_at > now())
               or d.status = 'paused' and (s.enabled or not ${listensSql('s', 'd.event_type')}))
           order by d.status, d.id limit ${RELEASED} for no key update of d skip locked) held
         order by held.id limit ${RELEASED})
       returning d.id)
     select case when count(*) = ${RELEASED} then max(id) end as last from released`,
    [webhookId, after],
  );
  return page?.last ?? null;
}
