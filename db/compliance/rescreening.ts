import { ALGORITHM_VERSION } from '../../domain/compliance/screen';
import type { Decision } from '../../domain/payments/change';
import {
  decideRescreening,
  type Rescreened,
  type RescreeningOutcome,
} from '../../domain/payments/decisions/rescreening';
import type { PaymentState } from '../../domain/payments/state';
import type { Queryable } from '../database';
import { changedByTooMany, changePayment } from '../payments/change-payment';
import { addToOutbox, NO_ACCOUNT, TOPICS } from '../outbox';
import { receiptRow, type ScreeningReceipt } from './screenings';

/** An open payment that was not screened with the lists in force. */
export interface UnscreenedPayment {
  id: string;
  /** Each receipt moves it, as every change does. */
  version: number;
  /** Null once it was erased. */
  privateSealed: Buffer | null;
  /** Entries that its earlier screenings found. */
  knownEntryIds: string[];
}

/** What a screening is made with, as receipts name it. */
export interface InForce {
  /** Ids of editions of watch lists, in order. */
  editions: readonly string[];
  /** ISO 3166-1 alpha-2 codes of blocked countries, in order. */
  countries: readonly string[];
}

/** Open payments without a receipt of these editions (`$2`) and countries (`$3`) by this version of the algorithm (`$1`). */
const UNSCREENED = `
  select i.id, i.version, i.private_sealed as "privateSealed",
    array(select distinct c ->> 'entryId' from screenings k, jsonb_array_elements(k.candidates) c
      where k.instruction_id = i.id) as "knownEntryIds"
  from payment_instructions i
  where i.status not in ('settled', 'failed', 'cancelled', 'returned')
    and not exists (select from screenings s
      where s.instruction_id = i.id and s.algorithm = $1 and s.editions = $2::jsonb and s.blocked_countries = $3::jsonb)`;

function parametersOf({ editions, countries }: InForce): string[] {
  return [ALGORITHM_VERSION, JSON.stringify(editions), JSON.stringify(countries)];
}

/**
 * @param page `after`: id after which the list goes on
 * @returns open payments without a receipt of these lists and countries by this version of the algorithm, in order of their ids
 */
export function listUnscreened(
  database: Queryable,
  inForce: InForce,
  page: { after: string | null; limit: number },
): Promise<UnscreenedPayment[]> {
  return database.query<UnscreenedPayment & Record<string, unknown>>(
    `${UNSCREENED} and ($4::text is null or i.id > $4) order by i.id limit $5`,
    [...parametersOf(inForce), page.after, page.limit],
  );
}

/** @returns the payment as it is now, or null once it has such a receipt or an outcome */
export async function readUnscreened(
  database: Queryable,
  inForce: InForce,
  id: string,
): Promise<UnscreenedPayment | null> {
  const [payment] = await database.query<UnscreenedPayment & Record<string, unknown>>(`${UNSCREENED} and i.id = $4`, [
    ...parametersOf(inForce),
    id,
  ]);
  return payment ?? null;
}

/** Changes of a payment between reading it and writing its receipt, one after the other, after which others go first. */
const MAX_ROUNDS = 20;

/**
 * Keeps the receipt of an open payment that was screened again, with what follows from it, in one transaction. Who
 * screens it with the same lists at the same moment changes nothing: a payment that has changed since it was read is read
 * again, and left alone when it has such a receipt by then.
 * @param payment as it was listed
 * @throws DomainError UNAVAILABLE when it changes again and again
 * Source: docs/GAPS.md#P13
 */
export async function recordRescreening(
  database: Queryable,
  payment: UnscreenedPayment,
  receipt: ScreeningReceipt,
): Promise<RescreeningOutcome> {
  const { decision, countries, candidates, editions, blockedCountries } = receipt.screening;
  const screened = { receipt: { ...receiptRow(receipt), id: receipt.id }, decision, countries };
  const entryIds = candidates.map(({ entryId }) => entryId);
  const at = new Date();
  let listed: UnscreenedPayment | null = payment;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (listed === null) return 'kept';
    const { id: instructionId, version, knownEntryIds } = listed;
    const rescreened: Rescreened = { ...screened, entryIds, knownEntryIds };
    const decide = (state: PaymentState): Decision<RescreeningOutcome | null> =>
      state.version === version ? decideRescreening(state, rescreened, at) : { result: null, change: null };
    const { result } = await changePayment(database, { instructionId }, decide);
    if (result !== null) return result;
    listed = await readUnscreened(database, { editions, countries: blockedCountries }, instructionId);
  }
  throw changedByTooMany();
}

/** Has open payments screened again, in the caller's transaction: the one that changes what they are screened with. */
export function requestRescreening(client: Queryable): Promise<void> {
  return addToOutbox(client, { topic: TOPICS.rescreen, subject: 'watch-lists', accountId: NO_ACCOUNT });
}
