import type { Tenant } from '../../domain/auth/tenant';
import { EVENT_TYPES, patternsOver } from '../../domain/webhooks/events';
import type { Vault } from '../../lib/vault';
import type { Queryable } from '../database';
import { liveSecrets, type SealedSecrets } from './subscriptions';

/** What a stream of one subscription's deliveries needs to know of it. */
export interface Listening {
  /** Names of the events that it listens to. */
  types: string[];
  /** As `signDelivery` takes them. */
  secrets: [string, ...string[]];
  includesAmount: boolean;
}

/** @returns null where the tenant has no such subscription; whether it is enabled does not matter */
export async function readListening(
  database: Queryable,
  vault: Vault,
  tenant: Tenant,
  webhookId: string,
): Promise<Listening | null> {
  const [row] = await database.query<SealedSecrets & { events: string[]; include_amount: boolean }>(
    `select id as webhook_id, events, include_amount, secret_sealed, previous_secret_sealed, overlap_until
     from webhook_subscriptions
     where id = $1 and account_id = $2 and environment = $3 and deleted_at is null`,
    [webhookId, tenant.accountId, tenant.environment],
  );
  if (row === undefined) return null;
  const types = EVENT_TYPES.map(({ name }) => name).filter((name) =>
    patternsOver(name).some((pattern) => row.events.includes(pattern)),
  );
  return { types, secrets: liveSecrets(row, vault, new Date()), includesAmount: row.include_amount };
}

/** @returns whose a subscription is, for operators; null where there is none */
export async function readTenantOf(database: Queryable, webhookId: string): Promise<Tenant | null> {
  const [row] = await database.query<Tenant>(
    `select account_id as "accountId", environment from webhook_subscriptions where id = $1 and deleted_at is null`,
    [webhookId],
  );
  return row ?? null;
}
