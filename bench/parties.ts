import { findOrCreateAccount } from '../db/auth/accounts';
import { createClientKey, createPartnerKey } from '../db/auth/credentials';
import type { Database } from '../db/database';
import { createPartner } from '../db/payments/dispatch/partners';
import { createRoute } from '../db/payments/routing/routes';
import type { Vault } from '../lib/vault';

/** No limit may come near what two cores can answer. */
const PER_MINUTE = 10_000_000;

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

/** Makes an http partner with a key, and a route to it for everything. */
export async function makeRoutedPartner(
  database: Database,
  vault: Vault,
  { name, url, priority }: { name: string; url: string; priority: number },
): Promise<{ partnerId: string; routeId: string; key: string }> {
  const { id: partnerId } = await createPartner(database, vault, {
    name,
    adapter: 'http',
    config: { url },
    environment: 'test',
  });
  const { key } = await createPartnerKey(database, { partnerId, label: name, endpointLimits: false });
  const routeId = await createRoute(database, {
    partnerId,
    channel: 'api',
    currencies: ['*'],
    countries: ['*'],
    timelines: ['same_day'],
    feeFixed: '5',
    feeBasisPoints: '10',
    priority,
  });
  return { partnerId, routeId, key };
}
