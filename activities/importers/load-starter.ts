import type { Database } from '../../db/database';
import { clearFlagOf, raiseFlag } from '../../db/operator-flags';
import { officialSubjects } from '../../db/tariffs/editions';
import { ImportRefused } from '../../domain/imports/drafts';
import { STARTER_DIR } from '../../importers/starter-directory';
import { STARTER_SOURCES, type StarterSource } from '../../importers/starter-schedules';
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
 * Loads the national schedules and VAT rates that are part of Corridor, each once, unless an operator has imported an
 * official publication. What cannot be parsed raises a flag, and the former edition stays in force.
 * Source: docs/GAPS.md#H10
 */
export async function loadStarterSchedules(
  database: Database,
  sources: readonly StarterSource[] = STARTER_SOURCES,
): Promise<ImportReport[]> {
  const official = await officialSubjects(database);
  const reports: ImportReport[] = [];
  for (const { name, subjects, importer } of sources) {
    if (subjects.some((subject) => official.has(subject))) continue;
    const [subject = name] = subjects;
    try {
      reports.push(await importFile(database, importer, { name, path: STARTER_DIR }));
      await clearFlagOf(database, subject, 'publication_refused');
    } catch (fault) {
      if (!(fault instanceof ImportRefused)) throw fault;
      await raiseFlag(database, subject, 'publication_refused', { says: fault.message });
    }
  }
  return reports;
}

/** Loads the invented names to try screening with; the second time it changes nothing. Source: docs/GAPS.md#P13 */
export function loadSyntheticWatchList(database: Database): Promise<ImportReport> {
  return importFile(database, syntheticWatchList, { name: 'synthetic watch list', path: STARTER_DIR });
}
