import { findOrCreateAccount } from '../../db/auth/accounts';
import { createClientKey, createPartnerKey } from '../../db/auth/credentials';
import type { Database } from '../../db/database';
import { createPartner } from '../../db/payments/dispatch/partners';
import { createRoute } from '../../db/payments/routing/routes';
import type { Vault } from '../../lib/vault';

/** No limit may come near what two cores can answer. */
const PER_MINUTE = 10_000_000;

/** Settings of a partner of another adapter than http. */
export interface Reached {
  adapter: 'described' | 'iso20022';
  config: Readonly<Record<string, unknown>>;
}

/** Makes an account with a key for its test side that no limit holds back. */
export async function makeAccountKey(database: Database, name: string): Promise<{ accountId: string; key: string }> {
  const { id: accountId } = await findOrCreateAccount(database, name);
  const { key } = await createClientKey(database, {
    accountId,
    environment: 'test',
    label: name,
    plan: 'enterprise',
    limits: { perMinute: PER_MINUTE },
    endpointLimits: false,
  });
  return { accountId, key };
}

/** Makes a partner with a key, and a route to it for everything; an http one unless the settings of another are given. */
export async function makeRoutedPartner(
  database: Database,
  vault: Vault,
  { name, url, priority, reached = null }: { name: string; url: string; priority: number; reached?: Reached | null },
): Promise<{ partnerId: string; routeId: string; key: string }> {
  const { adapter, config } = reached ?? { adapter: 'http', config: { url } };
  const { id: partnerId } = await createPartner(database, vault, { name, adapter, config, environment: 'test' });
  const { key } = await createPartnerKey(database, { partnerId, label: name, endpointLimits: false });
  const routeId = await createRoute(database, {
    partnerId,
    channel: 'api',
    currencies: ['*'],
    countries: ['*'],
    timelines: ['same_day'],
    feeFixed: '5',
    feeBps: '10',
    priority,
  });
  return { partnerId, routeId, key };
}
