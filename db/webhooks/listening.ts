import type { Tenant } from '../../domain/auth/tenant';
import { EVENT_TYPES, patternsOver } from '../../domain/webhooks/events';
import type { Vault } from '../../lib/vault';
import type { EventRecord } from '../../domain/webhooks/payload';
import type { Queryable } from '../database';
import { anyOf } from '../parameters';
import { FILTER_SQL } from './controls';
import { liveSecrets, type SealedSecrets } from './subscriptions';

/** What a stream of one subscription's deliveries needs to know of it. */
export interface Listening {
  /** Names of the events that it listens to. */
  types: string[];
  /** As `signDelivery` takes them. */
  secrets: [string, ...string[]];
  includesAmount: boolean;
  /** Names of the static headers of its deliveries; their values are never shown. */
  headerNames: readonly string[];
}

/** The events and secrets of a subscription, enabled or not; null where the tenant has none of that id. */
export async function readListening(
  database: Queryable,
  vault: Vault,
  tenant: Tenant,
  webhookId: string,
): Promise<Listening | null> {
  const [row] = await database.query<
    SealedSecrets & { events: string[]; include_amount: boolean; header_names: string[] }
  >(
    `select id as webhook_id, events, include_amount, header_names, secret_sealed, previous_secret_sealed, overlap_until
     from webhook_subscriptions
     where id = $1 and account_id = $2 and environment = $3 and deleted_at is null`,
    [webhookId, tenant.accountId, tenant.environment],
  );
  if (row === undefined) return null;
  const types = EVENT_TYPES.map(({ name }) => name).filter((name) =>
    patternsOver(name).some((pattern) => row.events.includes(pattern)),
  );
  const secrets = liveSecrets(row, vault, new Date());
  return { types, secrets, includesAmount: row.include_amount, headerNames: row.header_names };
}

/**
 * Selects the events that a subscription gets: those that pass its filter and are not about the subscription itself.
 * @returns their ids
 * Source: docs/GAPS.md#W12, docs/GAPS.md#W13
 */
export async function readDeliverable(
  database: Queryable,
  webhookId: string,
  events: readonly EventRecord[],
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ id: string }>(
    `select event.id from events event join webhook_subscriptions hook
       on hook.id = $2 and hook.account_id = event.account_id and hook.environment = event.environment
     where event.id = ${anyOf('text')} and event.subject <> hook.id and ${FILTER_SQL}`,
    [events.map(({ id }) => id), webhookId],
  );
  return new Set(rows.map(({ id }) => id));
}

/** The tenant of a subscription, for operators; null where there is none. */
export async function readTenantOf(database: Queryable, webhookId: string): Promise<Tenant | null> {
  const [row] = await database.query<Tenant>(
    `select account_id as "accountId", environment from webhook_subscriptions where id = $1 and deleted_at is null`,
    [webhookId],
  );
  return row ?? null;
}
