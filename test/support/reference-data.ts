import path from 'node:path';
import type { Database, OperatorDatabase } from '../../db/database';
import { forgetReferenceData } from '../../db/tariffs/reference-data';
import { importFile, type ImportConduct, type ImportReport } from '../../activities/importers/import-file';
import { loadStarterPack } from '../../activities/importers/load-starter';
import { importerOf } from '../../importers';
import type { ImportOptions } from '../../importers/importer';
import { openForOperator } from './database';
import { describeWith } from './tools';

export const FIXTURES = path.resolve(__dirname, '../fixtures/reference');

/** The real publications, where the machine has them; tests that need them are left out elsewhere. */
export const DATA_DIR = process.env['CORRIDOR_DATA_DIR'];
export const describeWithData = describeWith('the real publications (CORRIDOR_DATA_DIR)', (DATA_DIR ?? '') !== '');

const opened = new WeakMap<Database, OperatorDatabase>();

/** As in the service: connections for requests close while a file is read, where that takes long on a busy machine. */
function forImports(database: Database): OperatorDatabase {
  const known = opened.get(database) ?? openForOperator(database);
  opened.set(database, known);
  return known;
}

/** Drops what was cached before the import, as the listener of an API does. */
async function thenForget(database: Database, imported: Promise<ImportReport>): Promise<ImportReport> {
  const report = await imported;
  forgetReferenceData(database);
  return report;
}

/** Loads the starter pack. @param options whether a later import builds the search index */
export function importStarter(database: Database, options: { deferIndex?: boolean } = {}): Promise<ImportReport> {
  return thenForget(database, loadStarterPack(forImports(database), options));
}

/** Imports one small file written for the tests, or any other by its full path. */
export function importFixture(
  database: Database,
  kind: string,
  name: string,
  options: ImportOptions & ImportConduct = {},
): Promise<ImportReport> {
  const importer = importerOf(kind);
  if (importer === null) throw new Error(`no importer of kind ${kind}`);
  const file = { name: path.basename(name), path: path.resolve(FIXTURES, name) };
  return thenForget(database, importFile(forImports(database), importer, file, options));
}

/** The starter pack's facts and a small world of five headings in three schedules. */
export async function importSmallWorld(database: Database): Promise<void> {
  await importStarter(database, { deferIndex: true });
  const later = { deferIndex: true };
  await importFixture(database, 'hs-nomenclature', 'harmonized-system.csv', later);
  await importFixture(database, 'usitc-csv', 'schedule-us.csv', {
    ...later,
    edition: 'fixture',
    validFrom: '2019-01-01',
  });
  await importFixture(database, 'ukgt-json', 'ukgt.json', { ...later, validFrom: '2005-01-01' });
  await importFixture(database, 'vat', 'vat.json', later);
  await importFixture(database, 'search-synonyms', 'rules.txt', later);
  await importFixture(database, 'search-references', 'names.json');
}
