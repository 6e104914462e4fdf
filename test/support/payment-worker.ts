import pino from 'pino';
import type { PartnerGate } from '../../activities/partners/gate';
import { PartnerRegistry, type PartnerContext } from '../../activities/partners/registry';
import { createPaymentActivities, type PaymentActivities } from '../../activities/payments/payments';
import { ScreeningRulesCache } from '../../db/compliance/screening-rules';
import { WatchLists } from '../../db/compliance/watch-lists';
import { openDatabase, type Database } from '../../db/database';
import type { DatabaseClock } from '../../db/database-clock';
import type { Vault } from '../../lib/vault';
import { closeAtEnd } from './closing';
import { createTestDatabase } from './database';
import { PostgresClock } from './postgres-clock';
import { insertPartner } from './rows';

const NO_SANDBOX = () => Promise.reject(new Error('there is no sandbox here'));
const SANDBOX = { startSandbox: NO_SANDBOX, hasSandbox: NO_SANDBOX, sandboxScenarioOf: NO_SANDBOX };
const OPEN_GATE: PartnerGate = {
  enter: () => Promise.resolve({ kind: 'open', leave: () => Promise.resolve() }),
};

/** What a worker that sends payments has, beside what all workers of tests have. */
export interface WorkerParts extends Pick<PartnerContext, 'call'> {
  database: Database;
  vault: Vault;
  clock: DatabaseClock;
  /** Open by default. */
  gate?: PartnerGate;
  /** Where lists and rules are read from, by default as all else. */
  lists?: Database;
}

const contextOf = ({ database, vault, clock }: WorkerParts) => ({
  ...{ database, vault, clock },
  log: pino({ enabled: false }),
});

/** The partners of a worker that has no sandbox. */
export function registryOf(parts: WorkerParts): PartnerRegistry {
  const own = { workflows: SANDBOX, publicUrl: '', sandboxStepDelayMs: 0 };
  return new PartnerRegistry({
    ...contextOf(parts),
    ...own,
    ...(parts.call === undefined ? {} : { call: parts.call }),
  });
}

/** The activities of a payment's workflow in a worker that has no sandbox. */
export function activitiesOf(parts: WorkerParts): PaymentActivities {
  const { database, gate = OPEN_GATE, lists = database } = parts;
  return createPaymentActivities({
    ...contextOf(parts),
    watchLists: new WatchLists(lists),
    rules: new ScreeningRulesCache(lists, null),
    partners: registryOf(parts),
    gate,
  });
}

/** A database with the partner `ptn_1`, whose clock can be put forward. */
export async function openPaymentDatabase(connections = 4): Promise<{ database: Database; clock: PostgresClock }> {
  const origin = await createTestDatabase();
  const clock = await PostgresClock.replaceIn(origin);
  const database = openDatabase(origin.url, connections);
  closeAtEnd(() => database.close());
  await insertPartner(database, 'ptn_1');
  return { database, clock };
}
