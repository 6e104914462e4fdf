import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Actor } from '../../db/auth/audit-log';
import type { Database } from '../../db/database';
import { refreshSearch, isSearchIndexOutdated } from '../../db/hs-codes/build-index';
import { importerOf } from '../../importers';
import type { ImportOptions } from '../../importers/importer';
import { importFile, type ImportReport } from './import-file';

interface KnownFile {
  kind: string;
  file: string;
  options: ImportOptions;
}

/** Files that a data directory may hold, and what their publication says about them. */
const KNOWN_FILES: readonly KnownFile[] = [
  { kind: 'hs-nomenclature', file: 'hs2022-nomenclature/harmonized-system.csv', options: { licence: 'PDDL 1.0' } },
  {
    kind: 'usitc-csv',
    file: 'us-hts-2026-rev10/hts_2026_rev_10.csv.gz',
    options: { edition: '2026 revision 10', validFrom: '2026-06-08', url: 'https://hts.usitc.gov/' },
  },
  { kind: 'search-references', file: 'uk-search-references-dev/search_references_dev.json', options: {} },
  { kind: 'search-synonyms', file: 'uk-search-synonyms/search_synonyms.txt', options: { edition: '2026-08' } },
];

export interface DataDirectoryProgress {
  (step: { done: number; of: number; file: string; report: ImportReport | null }): void;
}

/**
 * Imports the known files that a directory has, skipping those imported before, then rebuilds the search index if
 * anything is new or the index is outdated.
 * @param progress called before and after each file
 * @param actor for the audit log
 * @throws ImportRefused for an unusable file: earlier imports stay, but are not indexed until the next run
 */
export async function importDataDirectory(
  database: Database,
  directory: string,
  progress: DataDirectoryProgress = () => undefined,
  actor?: Actor,
): Promise<ImportReport[]> {
  const present = KNOWN_FILES.filter(({ file }) => existsSync(path.join(directory, file)));
  const reports: ImportReport[] = [];
  for (const { kind, file, options } of present) {
    const importer = importerOf(kind);
    if (importer === null) continue;
    progress({ done: reports.length, of: present.length, file, report: null });
    const name = path.basename(file);
    const report = await importFile(
      database,
      importer,
      { name, path: path.join(directory, file) },
      { ...options, deferIndex: true, ...(actor === undefined ? {} : { actor }) },
    );
    reports.push(report);
    progress({ done: reports.length, of: present.length, file, report });
  }
  if (reports.some(({ status }) => status === 'imported') || (await isSearchIndexOutdated(database)))
    await refreshSearch(database);
  return reports;
}
