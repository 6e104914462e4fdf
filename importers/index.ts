import { baciCsv } from './baci-csv';
import { exchangeRatesCsv } from './exchange-rates';
import { hsNomenclature } from './hs-nomenclature';
import type { Importer } from './importer';
import { searchReferences, searchSynonyms } from './search-vocabulary';
import { ukgtJson } from './ukgt-json';
import { taricXlsx } from './taric-xlsx';
import { ukTariffCsv } from './uk-tariff-csv';
import { usitcCsv, usitcJson } from './usitc-csv';
import { euCsv } from './watch-lists/eu-csv';
import { ofacSdn } from './watch-lists/ofac-sdn';
import { ukCsv } from './watch-lists/uk-csv';
import { unXml } from './watch-lists/un-xml';
import { vat } from './vat';
import { witsSdmx } from './wits-sdmx';
import { worldBankCsv } from './worldbank-csv';

/** Every kind of file that `corridor import` reads. */
export const IMPORTERS: readonly Importer[] = [
  hsNomenclature,
  usitcCsv,
  usitcJson,
  ukTariffCsv,
  taricXlsx,
  ukgtJson,
  witsSdmx,
  baciCsv,
  worldBankCsv,
  vat,
  searchReferences,
  searchSynonyms,
  exchangeRatesCsv,
  ofacSdn,
  unXml,
  euCsv,
  ukCsv,
];

/** @returns the importer of a kind, or null */
export function importerOf(kind: string): Importer | null {
  return IMPORTERS.find((importer) => importer.kind === kind) ?? null;
}
