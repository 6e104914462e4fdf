import path from 'node:path';
import type { WatchListEntry } from '../../domain/compliance/watch-list';
import { ofacSdn } from '../../importers/watch-lists/ofac-sdn';
import { unXml } from '../../importers/watch-lists/un-xml';

/** A watch list as its importer reads it. */
export interface ReadList {
  id: string;
  entries: readonly WatchListEntry[];
}

const FILES = [
  { id: 'ofac-sdn', importer: ofacSdn, file: 'ofac-sdn/sdn.csv' },
  { id: 'un', importer: unXml, file: 'un-consolidated/consolidated.xml' },
] as const;

/** @returns the real lists of a folder of publications */
export async function readWatchLists(directory: string): Promise<ReadList[]> {
  const lists: ReadList[] = [];
  for (const { id, importer, file } of FILES) {
    const { editions } = await importer.parse({ name: path.basename(file), path: path.join(directory, file) }, {});
    const entries = editions.flatMap(({ content }) => (content.kind === 'watch-list' ? content.entries : []));
    lists.push({ id, entries });
  }
  return lists;
}
