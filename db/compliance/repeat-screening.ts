import { z } from 'zod';
import { ALGORITHM_VERSION, screenParties, type ScreeningDecision } from '../../domain/compliance/screen';
import type { Vault } from '../../lib/vault';
import type { Queryable } from '../database';
import { SealedParty } from './screenings';
import { haveOfficialList, indexEditions } from './screening-rules';

/** A screening that was made again from its receipt. */
export interface RepeatedScreening {
  id: string;
  screenedAt: Date;
  /** Version of the algorithm that made it; another one than the present may judge otherwise. */
  algorithm: string;
  isPresentAlgorithm: boolean;
  decision: string;
  /** What the present algorithm says of the same parties, lists and blocked countries; null once the parties were erased. */
  again: ScreeningDecision | null;
}

interface Row extends Record<string, unknown> {
  id: string;
  screenedAt: Date;
  algorithm: string;
  editions: string[];
  blockedCountries: string[];
  decision: string;
  sealed: Buffer | null;
}

const Sealed = z.object({ party: SealedParty, others: z.array(SealedParty) });

/**
 * Repeats the newest screening of a payment with the lists and blocked countries that its receipt names.
 * @returns null for a payment without one; `again` is null once its names are erased
 * Source: docs/GAPS.md#P13
 */
export async function repeatScreening(
  database: Queryable,
  vault: Vault,
  instructionId: string,
): Promise<RepeatedScreening | null> {
  const [row] = await database.query<Row>(
    `select id, screened_at as "screenedAt", algorithm, editions, decision, party_sealed as sealed,
       blocked_countries as "blockedCountries"
     from screenings where instruction_id = $1 order by screened_at desc limit 1`,
    [instructionId],
  );
  if (row === undefined) return null;
  const { id, screenedAt, algorithm, editions, blockedCountries, decision, sealed } = row;
  const facts = { id, screenedAt, algorithm, isPresentAlgorithm: algorithm === ALGORITHM_VERSION, decision };
  if (sealed === null) return { ...facts, again: null };
  const { party, others } = Sealed.parse(JSON.parse(vault.open(sealed, `screening:${id}`)));
  const index = await indexEditions(database, editions);
  const hasOfficialList = await haveOfficialList(database, editions);
  const rules = { editions, hasOfficialList, index, blockedCountries: new Set(blockedCountries) };
  return { ...facts, again: screenParties([party, ...others], rules).decision };
}
