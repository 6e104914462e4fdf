import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { parseEuRate } from '../../domain/tariffs/eu-duty';
import { parseUsRate, parseUsSpecial } from '../../domain/tariffs/us-duty';
import type { Database } from '../database';
import type { EditionDraft, Importer } from './import-types';
import { parseCsv, type CsvRow } from './read-file';
import { runImport, type ImportReport } from './run-import';
import { STARTER_DIR } from './starter';
import { ratesByCode, scheduleFacts, writeTariffLines, type TariffLine } from './tariff-lines';
import { ratesOfCountries, standardRates } from './vat';

/** Tables that `scripts/starter-edition.mjs` takes from the publications: codes, rate texts and units alone. */
const UNITED_STATES = 'us-schedule.csv.br';
const KINGDOM_AND_UNION = 'gb-eu-schedules.csv.br';
/** Release of the npm package `sales-tax` that was looked at, and the day of its list. */
const VAT_LIST = { version: '2.23.0', date: '2025-10-31' };

function packed(name: string): Buffer {
  return readFileSync(path.join(STARTER_DIR, name));
}

function rowsOf(name: string, columns: readonly string[]): CsvRow[] {
  return parseCsv(name, brotliDecompressSync(packed(name)).toString('utf8'), columns);
}

function scheduleEdition(
  schedule: string,
  lines: readonly TariffLine[],
  known: Omit<EditionDraft, 'subject' | 'facts' | 'tables' | 'rates' | 'write'>,
): EditionDraft {
  return {
    ...known,
    subject: `tariff:${schedule}`,
    facts: scheduleFacts(lines),
    tables: ['tariff_lines'],
    rates: ratesByCode(lines),
    write: (client, id) => writeTariffLines(client, id, schedule, lines),
  };
}

function unitedStates(): EditionDraft {
  const lines = rowsOf(UNITED_STATES, ['code', 'unit', 'general', 'special', 'columnTwo']).map((row): TariffLine => {
    const [unit, special] = [row.cell('unit'), row.cell('special')];
    return {
      code: row.cell('code'),
      description: '',
      path: [],
      unit: unit === '' ? null : unit,
      rate: parseUsRate(row.cell('general')),
      specialText: special === '' ? null : special,
      preferences: special === '' ? [] : parseUsSpecial(special),
    };
  });
  return scheduleEdition('US', lines, {
    title: 'Harmonized Tariff Schedule of the United States',
    publisher: 'United States International Trade Commission',
    licence: 'United States Government work',
    edition: '2025 basic edition',
    url: 'https://hts.usitc.gov/',
    validFrom: '2025-01-01',
    nomenclature: 'HS 2022',
  });
}

const COMPARISON = {
  publisher: 'Department for International Trade, United Kingdom',
  licence: 'Open Government Licence v3.0',
  edition: '2020-07',
  url: null,
  nomenclature: 'HS 2017',
} as const;

/** The first applied from the day on which the United Kingdom left the customs union; the second on the day it was compared. */
const COMPARED = {
  GB: { title: 'UK Global Tariff, as compared at its publication', validFrom: '2021-01-01' },
  EU: {
    title: 'Common Customs Tariff of the European Union, as compared at its publication',
    validFrom: '2020-07-21',
  },
} as const;

/** The United Kingdom and the European Union, as the former published both in the middle of 2020. */
function kingdomAndUnion(): EditionDraft[] {
  const rows = rowsOf(KINGDOM_AND_UNION, ['code', 'eu', 'gb']);
  const linesOf = (column: string): TariffLine[] =>
    rows.map((row) => ({
      code: row.cell('code'),
      description: '',
      path: [],
      unit: null,
      rate: parseEuRate(row.cell(column)),
      specialText: null,
      preferences: [],
    }));
  const [kingdom, union] = [linesOf('gb'), linesOf('eu')];
  return [
    scheduleEdition('GB', kingdom, { ...COMPARISON, ...COMPARED.GB }),
    scheduleEdition('EU', union, { ...COMPARISON, ...COMPARED.EU }),
  ];
}

/** Content of the npm package, and the release that is installed. */
function vatList(): { content: unknown; version: string } {
  const file = require.resolve('sales-tax/res/sales_tax_rates.json');
  const about: unknown = JSON.parse(readFileSync(path.resolve(file, '../../package.json'), 'utf8'));
  const version = typeof about === 'object' && about !== null ? String(Reflect.get(about, 'version')) : '';
  return { content: JSON.parse(readFileSync(file, 'utf8')), version };
}

function vatEdition(): EditionDraft {
  const { content, version } = vatList();
  const { rates } = ratesOfCountries(content, 'sales-tax');
  const edition = version === VAT_LIST.version ? VAT_LIST.date : `sales-tax ${version}`;
  return standardRates(rates, { edition, url: 'https://www.npmjs.com/package/sales-tax' });
}

function importer(editions: () => EditionDraft[], contents: () => readonly (string | Buffer)[]): Importer {
  return {
    kind: 'starter',
    summary: 'Schedules and VAT rates that ship with Corridor',
    version: 1,
    maxRejectShare: 0,
    once: true,
    hash() {
      const hash = createHash('sha256');
      for (const content of contents()) hash.update(content);
      return Promise.resolve(hash.digest('hex'));
    },
    parse() {
      const drafts = editions();
      const rowsIn = drafts.reduce((sum, { facts }) => sum + Number(facts['lines'] ?? facts['countries'] ?? 0), 0);
      return Promise.resolve({ rowsIn, rejects: [], editions: drafts, changesSearch: false });
    },
  };
}

interface Source {
  name: string;
  subjects: readonly string[];
  importer: Importer;
}

const SOURCES: readonly Source[] = [
  {
    name: UNITED_STATES,
    subjects: ['tariff:US'],
    importer: importer(
      () => [unitedStates()],
      () => [packed(UNITED_STATES)],
    ),
  },
  {
    name: KINGDOM_AND_UNION,
    subjects: ['tariff:GB', 'tariff:EU'],
    importer: importer(kingdomAndUnion, () => [packed(KINGDOM_AND_UNION)]),
  },
  {
    name: 'sales-tax',
    subjects: ['vat:standard'],
    importer: importer(
      () => [vatEdition()],
      () => [JSON.stringify(vatList())],
    ),
  },
];

/**
 * Loads the schedules of the United States, the United Kingdom and the European Union and the VAT rates that ship with
 * Corridor, each once: a publication that an operator has imported keeps its place.
 */
export async function loadStarterSchedules(database: Database): Promise<ImportReport[]> {
  const official = await database.query<{ subject: string }>(
    `select subject from reference_editions where superseded_at is null and kind <> 'starter'`,
  );
  const held = new Set(official.map(({ subject }) => subject));
  const reports: ImportReport[] = [];
  for (const { name, subjects, importer: source } of SOURCES) {
    if (subjects.some((subject) => held.has(subject))) continue;
    reports.push(await runImport(database, source, { name, path: STARTER_DIR }));
  }
  return reports;
}
