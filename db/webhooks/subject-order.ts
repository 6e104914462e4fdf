import { TOPICS } from '../outbox';
import { isUnfinishedSql } from './delivery-status';

/** The log's order of events; see docs/internal/decisions/0013-order-of-the-event-log.md. */
function placeOf(event: string): string {
  return `(${event}.transaction_id, ${event}.created_at, coalesce(${event}.sequence, 0), ${event}.id)`;
}

/** Deliveries that are not over, of other events of the same subject to the same subscription. */
function othersOf(delivery: string, event: string): string {
  return `from events other_event join deliveries other on other.event_id = other_event.id
    where other_event.subject = ${event}.subject and other_event.account_id = ${event}.account_id
      and other.webhook_id = ${delivery}.webhook_id and not other.test
      and ${isUnfinishedSql('other.status')}`;
}

/** Of a delivery `d` of an event `e`: the delivery of the latest earlier event of the same subject, or null. */
export const BEFORE_SQL = `(select other.id ${othersOf('d', 'e')} and ${placeOf('other_event')} < ${placeOf('e')}
  order by ${placeOf('other_event')} desc limit 1)`;

/**
 * Releases the next delivery of each finished delivery's subject, as CTEs after `finished`: in the sender it becomes
 * due now, elsewhere its workflow is signalled. A sender looks by itself after each first attempt.
 */
export const WAKE_NEXT_SQL = `,
  next as (
    select distinct on (next.id) next.*, d.number = 1 as is_first from finished d join events e on e.id = d.event_id cross join lateral (
      select other.id, other.account_id, other.webhook_id, other.in_sender ${othersOf('d', 'e')}
        and ${placeOf('other_event')} > ${placeOf('e')} and other.id <> d.id
      order by ${placeOf('other_event')} limit 1) next
    where d.status in ('delivered', 'failed', 'cancelled') and not d.test
  ),
  freed as (
    update deliveries d set next_attempt_at = now() from next where d.id = next.id and next.in_sender and d.status = 'pending'
  ),
  woken as (
    insert into outbox (topic, subject, account_id)
    select case when in_sender then '${TOPICS.sendFirsts}' else '${TOPICS.signalDelivery}' end,
      case when in_sender then webhook_id else id end, account_id
    from next where not (in_sender and is_first)
  )`;
