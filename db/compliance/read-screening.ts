import { z } from 'zod';
import type { Vault } from '../../lib/vault';
import type { Queryable } from '../database';

/** A watch list as it was when a payment was compared with it. */
export interface ListEdition {
  title: string;
  /** Its publisher's name for it, often a date. */
  edition: string;
}

/** What a person reads who decides about a hold. */
export interface ReadScreening {
  id: string;
  decision: string;
  screenedAt: Date;
  algorithm: string;
  /** Blocked countries among those of the parties. */
  countries: string[];
  /** Names of the beneficiary and of whoever was screened beside it; none once they were erased. */
  parties: string[];
  candidates: { listEntry: string; list: ListEdition | null; name: string | null; score: number }[];
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

const Named = z.object({ name: z.string() });
const Names = z.object({ party: Named, others: z.array(Named).default([]), names: z.array(z.string()) });

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
  const lists = await database.query<ListEdition & { id: string }>(
    'select id, title, edition from reference_editions where id = any($1)',
    [[...new Set(candidates.map(({ editionId }) => editionId))]],
  );
  const listOf = new Map(lists.map(({ id, ...list }) => [id, list]));
  const opened = sealed === null ? null : Names.parse(JSON.parse(vault.open(sealed, `screening:${row.id}`)));
  return {
    ...facts,
    parties: opened === null ? [] : [opened.party, ...opened.others].map(({ name }) => name),
    candidates: candidates.map(({ editionId, entryId, score }, index) => ({
      listEntry: entryId,
      list: listOf.get(editionId) ?? null,
      name: opened?.names[index] ?? null,
      score,
    })),
  };
}
