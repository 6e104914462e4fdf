import type { Tenant } from '../../domain/auth/tenant';
import {
  decideRescreening,
  type Rescreened,
  type RescreeningOutcome,
} from '../../domain/payments/decisions/rescreening';
import type { ListsFault } from '../../domain/payments/review/compliance-hold';
import type { Queryable } from '../database';
import { changedByTooMany, changePayment, type Decide } from '../payments/instruction/change-payment';
import { isOpenSql } from '../status-sql';
import { addToOutbox, NO_ACCOUNT, TOPICS } from '../outbox';
import { entryKeysOf, KNOWN_ENTRIES } from './entry-versions';
import { IS_SCREENED_SQL } from './screened-with';
import { receiptRow, type ScreeningReceipt } from './screenings';

/** An open payment that was not screened with the lists in force. */
export interface UnscreenedPayment {
  id: string;
  /** Each receipt moves it, as every change does. */
  version: number;
  tenant: Tenant;
  /** Null once it was erased. */
  privateSealed: Buffer | null;
  /** Entries that its earlier screenings found, each as it was then. */
  knownEntries: string[];
}

/** Lists, blocked countries and algorithm of a screening, as receipts name them. */
export interface InForce {
  /** Ids of editions of watch lists, in order. */
  editions: readonly string[];
  /** ISO 3166-1 alpha-2 codes of blocked countries, in order. */
  countries: readonly string[];
}

const UNSCREENED_COLUMNS = `i.id, i.version, jsonb_build_object('accountId', i.account_id, 'environment', i.environment) as tenant, i.private_sealed as "privateSealed",
    ${KNOWN_ENTRIES} as "knownEntries"`;

/** That payment `i` is not screened with what is in force, or is held for lists that can be relied on again (`$1`). */
const IS_UNSCREENED = `($1::boolean and i.compliance_hold ->> 'state' = 'review' and i.compliance_hold ? 'because' or not ${IS_SCREENED_SQL})`;

const IS_OPEN = isOpenSql('i.stage');

/** A row of a page that has been looked at: a payment that was found, or none. */
type LookedAt = { seen: number; last: string | null } & (UnscreenedPayment | { id: null });

/** Some open payments, in order of their ids. */
export interface UnscreenedPage {
  /** Those among them that were not screened with the lists in force. */
  payments: UnscreenedPayment[];
  /** Id after which the next page begins; null after the last one. */
  next: string | null;
}

/**
 * Reads one page of open payments, and returns those that must be screened again, perhaps none: to search for a full
 * page could scan every open payment in one statement.
 * @param listsFault why no list can be relied on on the live side; null where one can, or where that was accepted
 * @param page `after`: id after which it begins; `limit`: payments to examine
 * @returns those whose newest receipt is not of the lists, countries and algorithm in force
 */
export async function listUnscreened(
  database: Queryable,
  listsFault: ListsFault | null,
  { after, limit }: { after: string | null; limit: number },
): Promise<UnscreenedPage> {
  const rows = await database.query<LookedAt>(
    `with page as materialized (
       select i.id, i.version, i.account_id, i.environment, i.private_sealed, i.compliance_hold, i.screened_with
       from payment_instructions i where ${IS_OPEN} and i.id > $2 order by i.id limit $3
     )
     select looked.seen, looked.last, found.* from (select count(*)::integer as seen, max(id) as last from page) looked
     left join (select ${UNSCREENED_COLUMNS} from page i where ${IS_UNSCREENED}) found on true order by found.id`,
    [listsFault === null, after ?? '', limit],
    'for_values',
  );
  const [looked] = rows;
  const payments = rows.flatMap((row) => {
    if (row.id === null) return [];
    const { id, version, tenant, privateSealed, knownEntries } = row;
    return [{ id, version, tenant, privateSealed, knownEntries }];
  });
  return { payments, next: looked?.seen === limit ? looked.last : null };
}

/** One payment that must be screened again, as it is now; null once it has a current receipt or an outcome. */
export async function readUnscreened(
  database: Queryable,
  listsFault: ListsFault | null,
  id: string,
): Promise<UnscreenedPayment | null> {
  const [payment] = await database.query<UnscreenedPayment & Record<string, unknown>>(
    `select ${UNSCREENED_COLUMNS} from payment_instructions i where ${IS_OPEN} and ${IS_UNSCREENED} and i.id = $2`,
    [listsFault === null, id],
  );
  return payment ?? null;
}

/** Changes of a payment between reading it and writing its receipt, one after the other, after which others go first. */
const MAX_ROUNDS = 20;

/**
 * Stores the receipt of an open payment that was screened again, and its consequences, in one transaction. If the
 * payment has changed since it was read, it is read again; nothing changes if another process has stored such a
 * receipt meanwhile.
 * @param payment as it was listed
 * @throws DomainError UNAVAILABLE when it keeps changing
 * Source: docs/GAPS.md#P13
 */
export async function recordRescreening(
  database: Queryable,
  payment: UnscreenedPayment,
  receipt: ScreeningReceipt,
  listsFault: ListsFault | null = null,
): Promise<RescreeningOutcome> {
  const { decision, countries, candidates } = receipt.screening;
  const screened = { receipt: { ...receiptRow(receipt), id: receipt.id }, decision, countries, listsFault };
  const entries = await entryKeysOf(database, candidates);
  let listed: UnscreenedPayment | null = payment;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (listed === null) return 'kept';
    const { id: instructionId, version, knownEntries } = listed;
    const rescreened: Rescreened = { ...screened, entries, knownEntries };
    const decide: Decide<RescreeningOutcome | null> = (state, at) =>
      state.version === version ? decideRescreening(state, rescreened, at) : { result: null, change: null };
    const { result } = await changePayment(database, { instructionId }, decide);
    if (result !== null) return result;
    listed = await readUnscreened(database, listsFault, instructionId);
  }
  throw changedByTooMany();
}

/** Has open payments screened again, in the caller's transaction: the one that changes what they are screened with. */
export function requestRescreening(client: Queryable): Promise<void> {
  return addToOutbox(client, { topic: TOPICS.rescreen, subject: 'watch-lists', accountId: NO_ACCOUNT });
}
