import { DELIVERY_STATUSES, type DeliveryStatus } from '../../domain/webhooks/schemas';
import { listensSql } from '../events';
import { isOneOfSql } from '../status-sql';

/** Statuses of deliveries that have not ended, as they are stored. */
export const UNFINISHED_STATUSES = ['pending', 'delivering', 'paused'] as const satisfies readonly DeliveryStatus[];

/** A condition in SQL that a delivery has not ended, in the wording of the partial indexes of such deliveries. */
export function isUnfinishedSql(column: string): string {
  return isOneOfSql(column, UNFINISHED_STATUSES);
}

/** Whether subscription `s` is gone or listens no more to what delivery `d` carries; a test may be of any event. */
export const IS_UNWANTED_SQL = `(s.deleted_at is not null or not (d.test or ${listensSql('s', 'd.event_type')}))`;

/** What is due later is not looked at: most of what waits is. */
const IS_BEING_MADE = `(coalesce(d.next_attempt_at <= now(), true) and exists (
  select from delivery_attempts a where a.delivery_id = d.id and a.duration_ms is null and a.leased_until > now()))`;

/**
 * The status of delivery `d`, and when its next attempt is due. Only the attempt records that a first attempt is being
 * made: a row of deliveries is in many indexes, and a change of its status writes to most of them.
 */
export const STATUS_SQL = `case when d.status = 'pending' and ${IS_BEING_MADE} then 'delivering' else d.status end`;
export const NEXT_ATTEMPT_SQL = `case when d.status <> 'pending' or not ${IS_BEING_MADE} then d.next_attempt_at end`;

/** @returns the statuses that are stored for deliveries of a status; all where none is asked for */
export function storedStatusesOf(status: DeliveryStatus | undefined): readonly DeliveryStatus[] {
  if (status === undefined) return DELIVERY_STATUSES;
  return status === 'delivering' ? ['delivering', 'pending'] : [status];
}

/**
 * SQL of the newest deliveries of an endpoint, of any status: each status is a range of the index by status.
 * @param webhook SQL of the id of the endpoint
 * @returns a query of `id` and `status`, the newest first
 */
export function newestSql(webhook: string, limit: number): string {
  return `select d.id, d.status from unnest(array['${DELIVERY_STATUSES.join("', '")}']) stored (status)
    cross join lateral (
      select d.id, d.status from deliveries d
      where d.webhook_id = ${webhook} and d.status between stored.status and stored.status
      order by d.status desc, d.id desc limit ${limit}) d
    order by d.id desc limit ${limit}`;
}

/** @returns a condition that delivery `d` has this status, in literals, as the indexes of statuses want it */
export function hasStatusSql(status: DeliveryStatus): string {
  if (status === 'pending') return `d.status = 'pending' and not ${IS_BEING_MADE}`;
  if (status === 'delivering') return `(d.status = 'delivering' or d.status = 'pending' and ${IS_BEING_MADE})`;
  return `d.status = '${status}'`;
}
