import type { ClearedEntry } from '../../domain/compliance/clearance';
import type { Candidate } from '../../domain/compliance/screen';
import type { Queryable } from '../database';

/** Hash of all that a list says of entry `e`: an entry keeps its id from edition to edition, whatever is said of it. */
const ENTRY_VERSION = `encode(sha256(convert_to(jsonb_build_array(e.kind, e.names, e.countries, e.birth_dates, e.identifiers,
  e.programme)::text, 'UTF8')), 'hex')`;
/** What entry `e` of list `r` is known by for as long as nothing else is said of it. */
const ENTRY_KEY = `jsonb_build_array(r.subject, e.entry_id, ${ENTRY_VERSION})::text`;

/** Keys of the entries that the screenings of payment `i` have found, each as it was then. */
export const KNOWN_ENTRIES = `array(select distinct ${ENTRY_KEY}
    from screenings k cross join lateral jsonb_array_elements(k.candidates) c
    join watch_list_entries e on e.edition_id = c ->> 'editionId' and e.entry_id = c ->> 'entryId'
    join reference_editions r on r.id = e.edition_id
    where k.instruction_id = i.id)`;

/** What a screening found, as far as its entry is concerned. */
export type FoundCandidate = Pick<Candidate, 'editionId' | 'entryId' | 'party'>;

/** Columns of the watch-list entries that candidates name. */
function readEntries<Row extends Record<string, unknown>>(
  database: Queryable,
  { columns, order }: { columns: string; order: string },
  candidates: readonly FoundCandidate[],
): Promise<Row[]> {
  return database.query<Row>(
    `select distinct ${columns}
     from jsonb_to_recordset($1::jsonb) as c("editionId" text, "entryId" text, party text)
     join watch_list_entries e on e.edition_id = c."editionId" and e.entry_id = c."entryId"
     join reference_editions r on r.id = e.edition_id order by ${order}`,
    [JSON.stringify(candidates.map(({ editionId, entryId, party }) => ({ editionId, entryId, party })))],
  );
}

/** @returns the entries of candidates as they are in their editions; those that are not kept any more are left out */
export function entriesOf(database: Queryable, candidates: readonly FoundCandidate[]): Promise<ClearedEntry[]> {
  const columns = `e.entry_id as "entryId", c.party, r.subject, ${ENTRY_VERSION} as version`;
  return readEntries<ClearedEntry & Record<string, unknown>>(database, { columns, order: '1, 2, 3' }, candidates);
}

/** @returns keys of the entries of candidates, as in `KNOWN_ENTRIES` */
export async function entryKeysOf(database: Queryable, candidates: readonly FoundCandidate[]): Promise<string[]> {
  if (candidates.length === 0) return [];
  return (await readEntries<{ key: string }>(database, { columns: `${ENTRY_KEY} as key`, order: '1' }, candidates)).map(
    ({ key }) => key,
  );
}
