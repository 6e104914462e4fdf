import type { Database } from './database';
import { createPartnerKey, findKey, hashKey } from './auth/credentials';
import { UniqueViolation } from './faults';
import { createPartner, findPartnerByName } from './payments/dispatch/partners';
import { createRoute } from './payments/routing/routes';
import { sandboxPartnerKey } from './payments/dispatch/sandbox-key';
import type { Vault } from '../lib/vault';

const SANDBOX_PARTNER = 'Corridor Sandbox';

/** Routes of the sandbox: one for everything, one that settles at once. */
const SANDBOX_ROUTES = [
  {
    channel: 'api',
    timelines: ['same_day', 't_plus_1', 't_plus_2', 't_plus_n'],
    feeFixed: '5',
    feeBps: '10',
    feeMax: null,
    alwaysOpen: false,
    priority: 100,
  },
  {
    channel: 'api',
    timelines: ['instant'],
    feeFixed: '1',
    feeBps: '25',
    feeMax: null,
    alwaysOpen: true,
    priority: 110,
  },
];

/**
 * Creates the built-in sandbox partner on the test side with its routes and its key, once; several processes may run
 * it. Source: docs/GAPS.md#P15, docs/GAPS.md#A4
 */
export async function seedSandbox(database: Database, vault: Vault): Promise<void> {
  try {
    const known = await findPartnerByName(database, SANDBOX_PARTNER);
    const partnerId = known?.id ?? (await createSandbox(database, vault));
    // The key follows from the data key, so after a rotation there is another one to make known.
    const key = sandboxPartnerKey(vault);
    if ((await findKey(database, hashKey(key))) !== null) return;
    await createPartnerKey(database, { partnerId, label: 'sandbox', endpointLimits: false, key });
  } catch (fault) {
    // Another process made it at the same moment.
    if (!(fault instanceof UniqueViolation)) throw fault;
  }
}

async function createSandbox(database: Database, vault: Vault): Promise<string> {
  const { id } = await createPartner(database, vault, {
    name: SANDBOX_PARTNER,
    adapter: 'sandbox',
    config: {},
    environment: 'test',
  });
  for (const route of SANDBOX_ROUTES) {
    await createRoute(database, { ...route, partnerId: id, currencies: ['*'], countries: ['*'] });
  }
  return id;
}
