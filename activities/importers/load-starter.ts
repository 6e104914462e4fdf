import type { Database } from '../../db/database';
import { officialSubjects } from '../../db/tariffs/editions';
import { STARTER_DIR } from '../../importers/starter-directory';
import { STARTER_SOURCES } from '../../importers/starter-schedules';
import { starterWords } from '../../importers/starter-words';
import { syntheticWatchList } from '../../importers/watch-lists/synthetic';
import { importFile, type ImportReport } from './import-file';

/**
 * Loads the words and facts that ship with Corridor; the second time it changes nothing. Official texts, once imported,
 * are kept: then only names, agreements and other facts are brought up to date.
 */
export async function loadStarterPack(
  database: Database,
  options: { deferIndex?: boolean } = {},
): Promise<ImportReport> {
  const withNomenclature = !(await officialSubjects(database)).has('hs:nomenclature');
  return importFile(database, starterWords(withNomenclature), { name: 'starter pack', path: STARTER_DIR }, options);
}

/**
 * Loads the schedules of the United States, the United Kingdom and the European Union and the VAT rates that ship with
 * Corridor, each once: a publication that an operator has imported keeps its place.
 */
export async function loadStarterSchedules(database: Database): Promise<ImportReport[]> {
  const official = await officialSubjects(database);
  const reports: ImportReport[] = [];
  for (const { name, subjects, importer } of STARTER_SOURCES) {
    if (subjects.some((subject) => official.has(subject))) continue;
    reports.push(await importFile(database, importer, { name, path: STARTER_DIR }));
  }
  return reports;
}

/** Loads the invented names to try screening with; the second time it changes nothing. Source: docs/GAPS.md#P13 */
export function loadSyntheticWatchList(database: Database): Promise<ImportReport> {
  return importFile(database, syntheticWatchList, { name: 'synthetic watch list', path: STARTER_DIR });
}
