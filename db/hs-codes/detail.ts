import type { Database } from '../database';
import type { Provenance } from '../../domain/tariffs/schedule/schedule';
import { findEditionInForce, provenanceOf } from '../tariffs/editions';
import { readCached } from '../tariffs/reference-data';

/** Everyday names shown with a code; search knows all of them. */
const NAMES_SHOWN = 50;

export interface TradeData {
  year: number;
  globalExports: number;
  globalImports: number;
  topExporters: string[];
  topImporters: string[];
  provenance: Provenance | null;
}

/** Trade of a code in United States dollars, cached; null where no statistics are loaded. Source: docs/GAPS.md#H8 */
export function tradeData(database: Database, code: string): Promise<TradeData | null> {
  return readCached(database, `trade:${code}`, async () => {
    const [row] = await database.query<{
      year: number;
      global_exports: string;
      global_imports: string;
      top_exporters: string[];
      top_importers: string[];
    }>(
      `select year, global_exports::text, global_imports::text, top_exporters, top_importers
       from trade_statistics where code = $1`,
      [code],
    );
    if (row === undefined) return null;
    const edition = await findEditionInForce(database, 'trade:baci');
    return {
      year: row.year,
      globalExports: Number(row.global_exports),
      globalImports: Number(row.global_imports),
      topExporters: row.top_exporters,
      topImporters: row.top_importers,
      provenance: edition === null ? null : provenanceOf(edition),
    };
  });
}

/** Everyday names of a code and of the national lines below it, in alphabetical order, cached. */
export function everydayNames(database: Database, code: string): Promise<string[]> {
  return readCached(database, `names:${code}`, async () => {
    const rows = await database.query<{ name: string }>(
      'select distinct name from hs_names where code like $1 order by name limit $2',
      [code.length < 6 ? code : `${code}%`, NAMES_SHOWN],
    );
    return rows.map(({ name }) => name);
  });
}
