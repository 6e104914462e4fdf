import { z } from 'zod';
import { comparedParties, type ComparedParty } from '../../domain/compliance/compared';
import type { PartyRole, ScreeningDecision } from '../../domain/compliance/screen';
import type { Vault } from '../../lib/vault';
import type { Queryable } from '../database';

/** A watch list as it was when a payment was compared with it. */
export interface ListEdition {
  title: string;
  /** Its publisher's name for it, often a date. */
  edition: string;
}

/** An entry that a party is like. */
export interface FoundEntry {
  listEntry: string;
  list: ListEdition | null;
  /** Null once it was erased with the parties. */
  name: string | null;
  score: number;
}

/** What a person reads who decides about a hold. */
export interface ReadScreening {
  id: string;
  decision: ScreeningDecision;
  screenedAt: Date;
  algorithm: string;
  /** Who was compared: first who resembles an entry or is in a blocked country, then who is clear. */
  parties: ComparedParty<FoundEntry>[];
}

interface Row extends Record<string, unknown> {
  id: string;
  decision: ScreeningDecision;
  screenedAt: Date;
  algorithm: string;
  countries: string[];
  candidates: { editionId: string; entryId: string; score: number; party?: PartyRole }[];
  sealed: Buffer | null;
}

const Party = z.object({ name: z.string(), countries: z.array(z.string()), isBank: z.boolean().optional() });
const Names = z.object({ party: Party, others: z.array(Party), names: z.array(z.string()) });

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
  const { sealed, candidates, countries, ...facts } = row;
  const lists = await database.query<ListEdition & { id: string }>(
    'select id, title, edition from reference_editions where id = any($1)',
    [[...new Set(candidates.map(({ editionId }) => editionId))]],
  );
  const listOf = new Map(lists.map(({ id, ...list }) => [id, list]));
  const opened = sealed === null ? null : Names.parse(JSON.parse(vault.open(sealed, `screening:${row.id}`)));
  const found = candidates.map(({ editionId, entryId, score, party }, index) => {
    const list = listOf.get(editionId) ?? null;
    return { party: party ?? null, entry: { listEntry: entryId, list, name: opened?.names[index] ?? null, score } };
  });
  const parties = opened === null ? null : [opened.party, ...opened.others];
  return { ...facts, parties: comparedParties({ parties, countries, found }) };
}
