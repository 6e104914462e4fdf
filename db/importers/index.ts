import { hsNomenclature } from './hs-nomenclature';
import type { Importer } from './import-types';
import { searchReferences, searchSynonyms } from './search-vocabulary';
import { ukgtJson } from './ukgt-json';
import { usitcCsv } from './usitc-csv';
import { vat } from './vat';

/** Every kind of file that `corridor import` reads. */
export const IMPORTERS: readonly Importer[] = [
  hsNomenclature,
  usitcCsv,
  ukgtJson,
  vat,
  searchReferences,
  searchSynonyms,
];

/** @returns the importer of a kind, or null */
export function importerOf(kind: string): Importer | null {
  return IMPORTERS.find((importer) => importer.kind === kind) ?? null;
}
