import type { Logger } from 'pino';
import { listUnscreenedBeneficiaries, recordBeneficiaryRescreening } from '../../db/beneficiaries/rescreening';
import {
  listUnscreened,
  readUnscreened,
  recordRescreening,
  type UnscreenedPage,
  type UnscreenedPayment,
} from '../../db/compliance/rescreening';
import { readInForce, type ScreeningRulesCache } from '../../db/compliance/screening-rules';
import { applyClearance } from '../../db/compliance/clearances';
import { toReceipt } from '../../db/compliance/screenings';
import type { WatchLists } from '../../db/compliance/watch-lists';
import type { Database } from '../../db/database';
import { openPrivateData } from '../../db/payments/instruction/private-data';
import { screenedParties, screenParties, type ScreeningRules } from '../../domain/compliance/screen';
import type { ListsFault } from '../../domain/payments/review/compliance-hold';
import type { RescreeningOutcome } from '../../domain/payments/decisions/rescreening';
import { ID_PREFIXES } from '../../domain/ids';
import { atATime } from '../../lib/at-a-time';
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
  /** Id of a payment, then of a saved beneficiary, after which the next page begins; null after the last one. */
  next: string | null;
  screened: number;
  held: number;
  alerted: number;
}

/**
 * Screens one payment against the lists in force and records the result.
 * @returns `kept` for an erased payment, which has its outcome
 */
async function screenAgain(
  { database, vault }: RescreeningContext,
  { rules, listsFault }: { rules: ScreeningRules; listsFault: ListsFault | null },
  payment: UnscreenedPayment,
): Promise<RescreeningOutcome> {
  const { id, privateSealed } = payment;
  // Only what has its outcome is erased; it has come to it since the page was read.
  if (privateSealed === null) return 'kept';
  const { tenant } = payment;
  const data = openPrivateData(vault, id, privateSealed);
  const parties = screenedParties(data);
  const found = screenParties(parties, rules);
  const screening = await applyClearance(database, vault, { tenant, payee: data.beneficiary, screening: found, rules });
  return recordRescreening(database, payment, toReceipt(vault, parties, screening), listsFault);
}

/** Screens one open payment with what is in force, where its newest receipt is not of that. Source: docs/GAPS.md#P21 */
export async function rescreenPayment(context: RescreeningContext, instructionId: string): Promise<void> {
  const listsFault = await context.watchLists.refreshed();
  const payment = await readUnscreened(context.database, listsFault, instructionId);
  if (payment !== null) await screenAgain(context, { rules: await context.rules.refreshed(), listsFault }, payment);
}

/** The next page that has payments to screen, after at most some pages without any. */
async function findUnscreenedPage(
  database: Database,
  listsFault: ListsFault | null,
  after: string | null,
): Promise<UnscreenedPage> {
  let page: UnscreenedPage = { payments: [], next: after };
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    page = await listUnscreened(database, listsFault, { after: page.next, limit: PAGE_SIZE });
    if (page.payments.length > 0 || page.next === null) break;
  }
  return page;
}

const BENEFICIARIES = ID_PREFIXES.beneficiary;

/**
 * Screens one page of saved payees. A match holds nothing, because each payment to a payee is screened by itself.
 * Source: docs/GAPS.md#P16
 */
async function rescreenBeneficiaries(
  { database, vault, rules }: RescreeningContext,
  after: string,
): Promise<Pick<RescreenedPage, 'next' | 'screened'>> {
  const inForce = await readInForce(database);
  const page = { after, limit: PAGE_SIZE };
  const { beneficiaries, next } = await listUnscreenedBeneficiaries(database, vault, inForce, page);
  if (beneficiaries.length === 0) return { next, screened: 0 };
  const present = await rules.refreshed();
  for (const beneficiary of beneficiaries) {
    const parties = screenedParties({ beneficiary: beneficiary.details });
    const receipt = toReceipt(vault, parties, screenParties(parties, present));
    await recordBeneficiaryRescreening(database, beneficiary, receipt);
  }
  return { next, screened: beneficiaries.length };
}

/**
 * Screens one page of open payments with the lists in force, each once; after the last page it goes on with saved
 * payees.
 * @param after id at which the page before ended, or null
 * Source: docs/GAPS.md#P13, docs/GAPS.md#P16
 */
export async function rescreenPage(context: RescreeningContext, after: string | null): Promise<RescreenedPage> {
  const counts = { held: 0, alerted: 0 };
  if (after?.startsWith(BENEFICIARIES)) return { ...counts, ...(await rescreenBeneficiaries(context, after)) };
  const page = await rescreenPayments(context, after);
  if (page.next !== null) return page;
  const { next, screened } = await rescreenBeneficiaries(context, BENEFICIARIES);
  return { ...page, next, screened: page.screened + screened };
}

/** Screens one page of open payments; the lists are indexed only if any needs it. */
async function rescreenPayments(context: RescreeningContext, after: string | null): Promise<RescreenedPage> {
  const { database, rules, watchLists, log } = context;
  const listsFault = await watchLists.refreshed();
  const { payments, next } = await findUnscreenedPage(database, listsFault, after);
  const page: RescreenedPage = { next, screened: 0, held: 0, alerted: 0 };
  // Indexing the lists takes memory and seconds: not for nothing.
  if (payments.length === 0) return page;
  const inForce = await rules.refreshed();
  await atATime(CONCURRENCY, payments, async (payment) => {
    const outcome = await screenAgain(context, { rules: inForce, listsFault }, payment);
    page.screened += 1;
    if (outcome === 'held' || outcome === 'alerted') page[outcome] += 1;
  });
  if (page.held + page.alerted > 0)
    log.warn(page, 'open payments are like names of a list, or name countries, that have changed');
  return page;
}
