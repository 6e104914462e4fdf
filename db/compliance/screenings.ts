import { z } from 'zod';
import type { Tenant } from '../../domain/auth/tenant';
import type { ScreenedParty, Screening } from '../../domain/compliance/screen';
import { newId } from '../../lib/ids';
import type { Vault } from '../../lib/vault';
import type { Queryable } from '../database';

/** A party as its receipt keeps it sealed: all that is needed to screen it again. */
export const SealedParty = z.object({
  name: z.string(),
  countries: z.array(z.string()),
  isBank: z.boolean().optional(),
  isText: z.boolean().optional(),
  dateOfBirth: z.string().optional(),
  identifiers: z.array(z.string()).optional(),
});

/** The stored record of a screening; only `partySealed` contains names. */
export interface ScreeningReceipt {
  id: string;
  screening: Screening;
  partySealed: Buffer;
}

/**
 * Builds the receipt of a screening, with its names sealed. Texts of the payment in which nothing was found are left
 * out.
 * @param parties the beneficiary, and the parties screened with it
 */
export function toReceipt(vault: Vault, parties: readonly ScreenedParty[], screening: Screening): ScreeningReceipt {
  const id = newId('screening');
  const names = screening.candidates.map(({ name }) => name);
  // Of the texts those that were looked through in vain stay out: they are on the payment.
  const isTextFound = screening.candidates.some((one) => one.party === 'text');
  const [party, ...others] = parties.filter(({ isText }) => isText !== true || isTextFound);
  const partySealed = vault.seal(JSON.stringify({ party, others, names }), `screening:${id}`);
  return { id, screening, partySealed };
}

/** The receipt as a row, without the columns of the instruction that it belongs to. */
export function receiptRow({ id, screening, partySealed }: ScreeningReceipt): Record<string, unknown> {
  const { algorithm, editions, blockedCountries, decision, countries, candidates, clearanceId = null } = screening;
  return {
    id,
    algorithm,
    editions,
    blocked_countries: blockedCountries,
    decision,
    countries,
    candidates: candidates.map(({ editionId, entryId, score, party, evidence }) => {
      return { editionId, entryId, score, party, evidence };
    }),
    party_sealed: partySealed.toString('base64'),
    clearance_id: clearanceId,
  };
}

/**
 * Stores the screening of something that has no payment: of a refused one, or of a saved payee. Source:
 * docs/GAPS.md#P13
 */
export async function keepScreening(
  database: Queryable,
  receipt: ScreeningReceipt,
  { accountId, environment, requestId, at }: Tenant & { requestId: string; at: Date },
): Promise<void> {
  await database.query(
    `insert into screenings (id, account_id, environment, request_id, algorithm, editions, blocked_countries, decision,
       countries, candidates, party_sealed, screened_at)
     select r.id, $2, $3, $4, r.algorithm, r.editions, r.blocked_countries, r.decision, r.countries,
       r.candidates, decode(r.party_sealed, 'base64'), $5
     from jsonb_to_record($1::jsonb) as r(id text, algorithm text, editions jsonb, blocked_countries jsonb,
       decision text, countries jsonb, candidates jsonb, party_sealed text)`,
    [JSON.stringify(receiptRow(receipt)), accountId, environment, requestId, at],
  );
}
