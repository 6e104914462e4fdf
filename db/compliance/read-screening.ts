import { z } from 'zod';
import { comparedParties, type ComparedParty } from '../../domain/compliance/compared';
import type { Environment } from '../../domain/auth/tenant';
import type { Evidence } from '../../domain/compliance/evidence';
import type { PartyRole, ScreeningDecision } from '../../domain/compliance/screen';
import type { Vault } from '../../lib/vault';
import type { Queryable } from '../database';
import { SealedParty } from './screenings';

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
  /** What else agrees, or speaks against it. */
  evidence: Evidence[];
}

/** What a person reads who decides about a hold. */
export interface ReadScreening {
  id: string;
  decision: ScreeningDecision;
  screenedAt: Date;
  algorithm: string;
  clearanceId: string | null;
  /** Who was compared: first who resembles an entry or is in a blocked country, then who is clear. */
  parties: ComparedParty<FoundEntry>[];
}

interface Row {
  id: string;
  decision: ScreeningDecision;
  screenedAt: Date;
  algorithm: string;
  clearanceId: string | null;
  countries: string[];
  candidates: { editionId: string; entryId: string; score: number; party?: PartyRole; evidence?: Evidence[] }[];
  sealed: Buffer | null;
}

const Names = z.object({ party: SealedParty, others: z.array(SealedParty), names: z.array(z.string()) });

const COLUMNS = `s.id, s.decision, s.screened_at as "screenedAt", s.algorithm, s.countries, s.candidates,
  s.clearance_id as "clearanceId", s.party_sealed as sealed`;

/** Opens the sealed names of receipts and adds their lists; other columns stay. */
async function openScreenings<Other extends object>(
  database: Queryable,
  vault: Vault,
  rows: readonly (Row & Other)[],
): Promise<(ReadScreening & Other)[]> {
  const editions = rows.flatMap(({ candidates }) => candidates.map(({ editionId }) => editionId));
  const lists = await database.query<ListEdition & { id: string }>(
    'select id, title, edition from reference_editions where id = any($1)',
    [[...new Set(editions)]],
  );
  const listOf = new Map(lists.map(({ id, ...list }) => [id, list]));
  return rows.map((row) => {
    const { sealed, candidates, countries } = row;
    const names = sealed === null ? null : Names.parse(JSON.parse(vault.open(sealed, `screening:${row.id}`)));
    const found = candidates.map(({ editionId, entryId, score, party, evidence = [] }, index) => {
      const list = listOf.get(editionId) ?? null;
      const name = names?.names[index] ?? null;
      return { party: party ?? null, entry: { listEntry: entryId, list, name, score, evidence } };
    });
    const parties = names === null ? null : [names.party, ...names.others];
    return { ...row, parties: comparedParties({ parties, countries, found }) };
  });
}

/** The newest screening of a payment with its names; null for a payment without one. Source: docs/GAPS.md#P13 */
export async function readScreening(
  database: Queryable,
  vault: Vault,
  instructionId: string,
): Promise<ReadScreening | null> {
  const rows = await database.query<Row>(
    `select ${COLUMNS} from screenings s where s.instruction_id = $1 order by s.screened_at desc limit 1`,
    [instructionId],
  );
  const [screening = null] = await openScreenings(database, vault, rows);
  return screening;
}

/** A screening in a list: of a payment that is held, or of one that was refused and is not there. */
export interface ListedScreening extends ReadScreening {
  accountId: string;
  accountName: string;
  environment: Environment;
  requestId: string;
  instructionId: string | null;
}

/** @param filter `from`: first moment; `until`: the one after the last; `after`: id at which the page before ended */
export interface ScreeningFilter {
  decision: 'blocked' | 'review';
  from?: Date | undefined;
  until?: Date | undefined;
  after?: string | undefined;
  limit: number;
}

/** One page of screenings with a decision, the newest first. Source: docs/GAPS.md#P13 */
export async function listScreenings(
  database: Queryable,
  vault: Vault,
  { decision, from, until, after, limit }: ScreeningFilter,
): Promise<ListedScreening[]> {
  const rows = await database.query<Row & Omit<ListedScreening, keyof ReadScreening>>(
    `select ${COLUMNS}, s.account_id as "accountId", a.name as "accountName", s.environment, s.request_id as "requestId",
       s.instruction_id as "instructionId"
     from screenings s join accounts a on a.id = s.account_id
     where s.decision = $1 and s.decision in ('blocked', 'review') and ($2::text is null or s.id < $2)
       and ($3::timestamptz is null or s.screened_at >= $3) and ($4::timestamptz is null or s.screened_at < $4)
     order by s.id desc limit $5`,
    [decision, after ?? null, from ?? null, until ?? null, limit],
    'for_values',
  );
  return openScreenings(database, vault, rows);
}
