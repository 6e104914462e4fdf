import { setUpReferenceData } from '../../cli/data';
import type { Database } from '../../db/database';

/** The real publications where the machine has them, else what ships with Corridor. */
export function dataDirectory(): string | null {
  const directory = process.env['CORRIDOR_DATA_DIR'] ?? '';
  return directory === '' ? null : directory;
}

/** What tables say when only the starter pack is measured. */
export const STARTER_NOTE = 'CORRIDOR_DATA_DIR is not set: only the starter pack is loaded.';

/** Loads reference data into the database of a benchmark; quick where it is loaded already. */
export function loadReferenceData(database: Database): Promise<void> {
  return setUpReferenceData(database, dataDirectory());
}
