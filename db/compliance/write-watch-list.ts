import type { WatchListEntry } from '../../domain/compliance/watch-list';
import type { Queryable } from '../database';
import { insertRows, textArray } from '../imports/insert-rows';

const COLUMNS = {
  edition_id: 'text',
  entry_id: 'text',
  kind: 'text',
  names: 'jsonb',
  countries: 'text[]',
  birth_dates: 'text[]',
  identifiers: 'text[]',
  programme: 'text',
};

/** Writes the entries of an edition under its id. */
export function writeWatchList(
  client: Queryable,
  editionId: string,
  entries: readonly WatchListEntry[],
): Promise<void> {
  const rows = entries.map(({ entryId, kind, names, countries, birthDates, identifiers, programme }) => [
    editionId,
    entryId,
    kind,
    JSON.stringify(names),
    textArray(countries),
    textArray(birthDates),
    textArray(identifiers),
    programme,
  ]);
  return insertRows(client, 'watch_list_entries', COLUMNS, rows);
}
