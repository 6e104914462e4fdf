import path from 'node:path';
import type { WatchListEntry } from '../../../domain/compliance/watch-list';
import type { ImportFile } from '../../../importers/importer';
import { ofacSdn } from '../../../importers/watch-lists/ofac-sdn';
import { unXml } from '../../../importers/watch-lists/un-xml';

/** A watch list as its importer reads it. */
export interface ReadList {
  id: string;
  entries: readonly WatchListEntry[];
}

const FILES = [
  { id: 'ofac-sdn', importer: ofacSdn, file: 'ofac-sdn/sdn.csv' },
  { id: 'un', importer: unXml, file: 'un-consolidated/consolidated.xml' },
] as const;

/** The real lists of a folder of publications, as files to import. */
export function listFiles(directory: string) {
  return FILES.map(({ id, importer, file }) => {
    const source: ImportFile = { name: path.basename(file), path: path.join(directory, file) };
    return { id, importer, file: source };
  });
}

/** @returns the real lists of a folder of publications */
export async function readWatchLists(directory: string): Promise<ReadList[]> {
  const lists: ReadList[] = [];
  for (const { id, importer, file } of listFiles(directory)) {
    const { editions } = await importer.parse(file, {});
    const entries = editions.flatMap(({ content }) => (content.kind === 'watch-list' ? content.entries : []));
    lists.push({ id, entries });
  }
  return lists;
}
