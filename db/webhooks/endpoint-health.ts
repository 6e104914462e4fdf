import type { Tenant } from '../../domain/auth/tenant';
import type { Queryable } from '../database';
import { isUnfinishedSql, newestSql } from './delivery-status';

/** How deliveries to a subscription go. */
export interface EndpointHealth {
  id: string;
  url: string;
  description: string;
  enabled: boolean;
  disabledReason: string | null;
  /** Since when nothing but failures; null while the last attempt that ended was a success. */
  failingSince: Date | null;
  /** Since when its deliveries wait because it cannot be reached; null while they do not. */
  unreachableSince: Date | null;
  events: string[];
  createdAt: Date;
  /** Deliveries that wait, are under way or are parked; counted up to 1,000. */
  open: number;
  /** Of the newest 200 deliveries, those that failed for good. */
  failed: number;
}

const MAX_OPEN = 1_000;
const NEWEST = 200;

/** Subscriptions of a tenant with the state of their deliveries, those with problems first. Source: docs/GAPS.md#W7 */
export async function listEndpointHealth(
  database: Queryable,
  { accountId, environment }: Tenant,
): Promise<EndpointHealth[]> {
  return database.query<EndpointHealth & Record<string, unknown>>(
    `select s.id, s.url, s.description, s.enabled, s.disabled_reason as "disabledReason",
       s.failing_since as "failingSince", b.opened_at as "unreachableSince", s.events, s.created_at as "createdAt", o.open, n.failed
     from webhook_subscriptions s left join webhook_breakers b on b.webhook_id = s.id,
     lateral (select count(*)::integer as open from (
       select from deliveries d where d.webhook_id = s.id and ${isUnfinishedSql('d.status')}
       limit ${MAX_OPEN}) waiting) o,
     lateral (select count(*) filter (where status = 'failed')::integer as failed from (
       ${newestSql('s.id', NEWEST)}) newest) n
     where s.account_id = $1 and s.environment = $2 and s.deleted_at is null
     order by (s.disabled_reason is not null) desc, (s.failing_since is not null) desc, s.id desc`,
    [accountId, environment],
  );
}
