import { z } from 'zod';
import type { Vault } from '../../lib/vault';
import type { Queryable } from '../database';

/** What a person reads who decides about a hold. */
export interface ReadScreening {
  id: string;
  decision: string;
  screenedAt: Date;
  algorithm: string;
  /** Blocked countries among the party's. */
  countries: string[];
  /** The party's name; null once it was erased. */
  party: string | null;
  candidates: { listEntry: string; edition: string; name: string | null; score: number }[];
}

interface Row extends Record<string, unknown> {
  id: string;
  decision: string;
  screenedAt: Date;
  algorithm: string;
  countries: string[];
  candidates: { editionId: string; entryId: string; score: number }[];
  sealed: Buffer | null;
}

const Names = z.object({ party: z.object({ name: z.string() }), names: z.array(z.string()) });

/**
 * The newest screening of a payment, with the names that its receipt holds sealed.
 * @returns null for a payment without one
 * Source: docs/GAPS.md#P13
 */
export async function readScreening(
  database: Queryable,
  vault: Vault,
  instructionId: string,
): Promise<ReadScreening | null> {
  const [row] = await database.query<Row>(
    `select id, decision, screened_at as "screenedAt", algorithm, countries, candidates, party_sealed as sealed
     from screenings where instruction_id = $1 order by screened_at desc limit 1`,
    [instructionId],
  );
  if (row === undefined) return null;
  const { sealed, candidates, ...facts } = row;
  const opened = sealed === null ? null : Names.parse(JSON.parse(vault.open(sealed, `screening:${row.id}`)));
  return {
    ...facts,
    party: opened?.party.name ?? null,
    candidates: candidates.map(({ editionId, entryId, score }, index) => ({
      listEntry: entryId,
      edition: editionId,
      name: opened?.names[index] ?? null,
      score,
    })),
  };
}
