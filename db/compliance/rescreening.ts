import { ALGORITHM_VERSION } from '../../domain/compliance/screen';
import {
  decideRescreening,
  type Rescreened,
  type RescreeningOutcome,
} from '../../domain/payments/decisions/rescreening';
import type { Queryable } from '../database';
import { changePayment } from '../payments/change-payment';
import { addToOutbox, NO_ACCOUNT, TOPICS } from '../outbox';
import type { ScreeningReceipt } from './screenings';
import { receiptRow } from './screenings';

/** An open payment that was not screened with the lists in force. */
export interface UnscreenedPayment {
  id: string;
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

/**
 * @param page `after`: id after which the list goes on
 * @returns open payments without a receipt of these lists and countries by this version of the algorithm, in order of their ids
 */
export function listUnscreened(
  database: Queryable,
  { editions, countries }: InForce,
  page: { after: string | null; limit: number },
): Promise<UnscreenedPayment[]> {
  return database.query<UnscreenedPayment & Record<string, unknown>>(
    `select i.id, i.private_sealed as "privateSealed",
       array(select distinct c ->> 'entryId' from screenings k, jsonb_array_elements(k.candidates) c
         where k.instruction_id = i.id) as "knownEntryIds"
     from payment_instructions i
     where i.status not in ('settled', 'failed', 'cancelled', 'returned') and ($3::text is null or i.id > $3)
       and not exists (select from screenings s
         where s.instruction_id = i.id and s.algorithm = $1 and s.editions = $2::jsonb
          and s.blocked_countries = $5::jsonb)
     order by i.id limit $4`,
    [ALGORITHM_VERSION, JSON.stringify(editions), page.after, page.limit, JSON.stringify(countries)],
  );
}

/**
 * Keeps the receipt of an open payment that was screened again, with what follows from it, in one transaction.
 * Source: docs/GAPS.md#P13
 */
export async function recordRescreening(
  database: Queryable,
  instructionId: string,
  receipt: ScreeningReceipt,
  knownEntryIds: readonly string[],
): Promise<RescreeningOutcome> {
  const { decision, countries, candidates } = receipt.screening;
  const rescreened: Rescreened = {
    receipt: { ...receiptRow(receipt), id: receipt.id },
    decision,
    countries,
    entryIds: candidates.map(({ entryId }) => entryId),
    knownEntryIds,
  };
  const at = new Date();
  const { result } = await changePayment(database, { instructionId }, (state) =>
    decideRescreening(state, rescreened, at),
  );
  return result;
}

/** Has open payments screened again, in the caller's transaction: the one that changes what they are screened with. */
export function requestRescreening(client: Queryable): Promise<void> {
  return addToOutbox(client, { topic: TOPICS.rescreen, subject: 'watch-lists', accountId: NO_ACCOUNT });
}
