import type { Logger } from 'pino';
import {
  listUnscreened,
  recordRescreening,
  type UnscreenedPage,
  type UnscreenedPayment,
} from '../../db/compliance/rescreening';
import { readInForce, type ScreeningRulesCache } from '../../db/compliance/screening-rules';
import { withClearance } from '../../db/compliance/clearances';
import { toReceipt } from '../../db/compliance/screenings';
import type { WatchLists } from '../../db/compliance/watch-lists';
import type { Database } from '../../db/database';
import { openPrivateData } from '../../db/payments/instruction/private-data';
import { partiesOf, screenParties, type ScreeningRules } from '../../domain/compliance/screen';
import type { ListsFault } from '../../domain/payments/review/compliance-hold';
import type { RescreeningOutcome } from '../../domain/payments/decisions/rescreening';
import type { Vault } from '../../lib/vault';

/** Open payments of one page. */
const PAGE_SIZE = 100;
/** Pages without a payment to screen that are looked at before the workflow is told: a second or so. */
const MAX_LOOKS = 100;
/** Changes of payments at a time, beside creations and reports that go first. */
const CONCURRENCY = 4;

export interface RescreeningContext {
  database: Database;
  vault: Vault;
  rules: ScreeningRulesCache;
  watchLists: WatchLists;
  log: Logger;
}

export interface RescreenedPage {
  /** Id after which the next page begins; null after the last one. */
  next: string | null;
  screened: number;
  held: number;
  alerted: number;
}

async function rescreen(
  { database, vault }: RescreeningContext,
  { rules, listsFault }: { rules: ScreeningRules; listsFault: ListsFault | null },
  payment: UnscreenedPayment,
): Promise<RescreeningOutcome> {
  const { id, privateSealed } = payment;
  // Only what has its outcome is erased; it has come to it since the page was read.
  if (privateSealed === null) return 'kept';
  const { tenant } = payment;
  const data = openPrivateData(vault, id, privateSealed);
  const parties = partiesOf(data);
  const found = screenParties(parties, rules);
  const screening = await withClearance(database, vault, { tenant, payee: data.beneficiary, screening: found, rules });
  return recordRescreening(database, payment, toReceipt(vault, parties, screening), listsFault);
}

/** @returns the first page after a payment that has one to screen; after many that have none, the last of those */
async function nextPage(
  database: Database,
  listsFault: ListsFault | null,
  after: string | null,
): Promise<UnscreenedPage> {
  const inForce = { ...(await readInForce(database)), listsFault };
  let page: UnscreenedPage = { payments: [], next: after };
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    page = await listUnscreened(database, inForce, { after: page.next, limit: PAGE_SIZE });
    if (page.payments.length > 0 || page.next === null) break;
  }
  return page;
}

/**
 * Screens one page of open payments with the lists in force, each once.
 * @param after id at which the page before ended, or null
 * Source: docs/GAPS.md#P13
 */
export async function rescreenPage(context: RescreeningContext, after: string | null): Promise<RescreenedPage> {
  const { database, rules, watchLists, log } = context;
  const listsFault = await watchLists.refreshed();
  const { payments, next } = await nextPage(database, listsFault, after);
  const page: RescreenedPage = { next, screened: 0, held: 0, alerted: 0 };
  // Indexing the lists takes memory and seconds: not for nothing.
  if (payments.length === 0) return page;
  const inForce = await rules.refreshed();
  const waiting = [...payments];
  const work = async (): Promise<void> => {
    for (let payment = waiting.shift(); payment !== undefined; payment = waiting.shift()) {
      const outcome = await rescreen(context, { rules: inForce, listsFault }, payment);
      page.screened += 1;
      if (outcome === 'held' || outcome === 'alerted') page[outcome] += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  if (page.held + page.alerted > 0)
    log.warn(page, 'open payments are like names of a list, or name countries, that have changed');
  return page;
}
