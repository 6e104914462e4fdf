import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { z } from 'zod';
import type { EditionDraft, TariffLine } from '../domain/imports/drafts';
import { scheduleFacts } from '../domain/imports/schedule-facts';
import type { AdditionalDuty } from '../domain/tariffs/schedule/additional-duties';
import { parseEuRate } from '../domain/tariffs/schedule/eu-duty';
import { parseUsRate, parseUsSpecial } from '../domain/tariffs/schedule/us-duty';
import type { Importer } from './importer';
import { parseCsv, type CsvRow } from './read-file';
import { STARTER_DIR } from './starter-directory';
import { VALID_FROM } from './ukgt-json';
import { standardRates } from './vat';
import { VAT_RATES } from '../facts';

/** Tables that `scripts/starter-edition.mjs` takes from the publications: codes, rate texts and units alone. */
const UNITED_STATES = 'us-schedule.csv.br';
const KINGDOM_AND_UNION = 'gb-eu-schedules.csv.br';
const ADDITIONAL = 'us-additional-duties.json';

const AdditionalDuties = z.array(
  z.object({
    heading: z.string(),
    percent: z.string(),
    origins: z.array(z.string()).nullable(),
    exceptOrigins: z.array(z.string()),
    codes: z.array(z.string()).nullable(),
    note: z.string().nullable(),
    from: z.string().nullable(),
    until: z.string().nullable(),
    conditional: z.boolean(),
  }),
);

function packed(name: string): Buffer {
  return readFileSync(path.join(STARTER_DIR, name));
}

function rowsOf(name: string, columns: readonly string[]): CsvRow[] {
  return parseCsv(name, brotliDecompressSync(packed(name)).toString('utf8'), columns);
}

function scheduleEdition(
  schedule: string,
  lines: readonly TariffLine[],
  known: Omit<EditionDraft, 'subject' | 'facts' | 'content'>,
  additional: readonly AdditionalDuty[] = [],
): EditionDraft {
  return {
    ...known,
    subject: `tariff:${schedule}`,
    facts: scheduleFacts(lines),
    content: { kind: 'schedule', schedule, lines, additional },
  };
}

function unitedStates(): EditionDraft {
  const lines = rowsOf(UNITED_STATES, ['code', 'unit', 'general', 'special', 'columnTwo']).map((row): TariffLine => {
    const [unit, special, columnTwo] = [row.cell('unit'), row.cell('special'), row.cell('columnTwo')];
    return {
      code: row.cell('code'),
      description: '',
      path: [],
      unit: unit === '' ? null : unit,
      rate: parseUsRate(row.cell('general')),
      specialText: special === '' ? null : special,
      preferences: special === '' ? [] : parseUsSpecial(special),
      columnTwo: columnTwo === '' ? null : parseUsRate(columnTwo),
    };
  });
  const known = {
    title: 'Harmonized Tariff Schedule of the United States',
    publisher: 'United States International Trade Commission',
    licence: 'United States Government work',
    edition: '2025 basic edition',
    url: 'https://hts.usitc.gov/',
    validFrom: '2025-01-01',
    nomenclature: 'HS 2022',
  };
  return scheduleEdition('US', lines, known, AdditionalDuties.parse(JSON.parse(packed(ADDITIONAL).toString('utf8'))));
}

const COMPARISON = {
  publisher: 'Department for International Trade, United Kingdom',
  licence: 'Open Government Licence v3.0',
  edition: '2020-07',
  url: null,
  nomenclature: 'HS 2017',
} as const;

const COMPARED = {
  GB: { title: 'UK Global Tariff, as compared at its publication', validFrom: VALID_FROM.GB },
  EU: {
    title: 'Common Customs Tariff of the European Union, as compared at its publication',
    validFrom: VALID_FROM.EU,
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
      columnTwo: null,
    }));
  const [kingdom, union] = [linesOf('gb'), linesOf('eu')];
  return [
    scheduleEdition('GB', kingdom, { ...COMPARISON, ...COMPARED.GB }),
    scheduleEdition('EU', union, { ...COMPARISON, ...COMPARED.EU }),
  ];
}

/** Rates as of the day on which all of them were last looked up; of what was not established there is no row. */
function vatEdition(): EditionDraft {
  const rates = VAT_RATES.facts.flatMap(({ key, value, from, until, knownUntil }) =>
    value === null
      ? []
      : [{ country: key, percent: value, name: 'vat', validFrom: from, validTo: until ?? knownUntil }],
  );
  const edition = VAT_RATES.facts.map(({ checkedAt }) => checkedAt).sort()[0] ?? 'undated';
  return standardRates(rates, { edition, publisher: 'Corridor', licence: 'facts, each with its source' });
}

function importer(editions: () => EditionDraft[], contents: () => readonly (string | Buffer)[]): Importer {
  return {
    kind: 'starter',
    summary: 'Schedules and VAT rates that ship with Corridor',
    version: 3,
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

/** One publication that ships, and the subjects whose place it may take. */
export interface StarterSource {
  name: string;
  subjects: readonly string[];
  importer: Importer;
}

/** Schedules and VAT, each loaded once: a publication that an operator has imported keeps its place. */
export const STARTER_SOURCES: readonly StarterSource[] = [
  {
    name: UNITED_STATES,
    subjects: ['tariff:US'],
    importer: importer(
      () => [unitedStates()],
      () => [packed(UNITED_STATES), packed(ADDITIONAL)],
    ),
  },
  {
    name: KINGDOM_AND_UNION,
    subjects: ['tariff:GB', 'tariff:EU'],
    importer: importer(kingdomAndUnion, () => [packed(KINGDOM_AND_UNION)]),
  },
  {
    name: 'vat.json',
    subjects: ['vat:standard'],
    importer: importer(
      () => [vatEdition()],
      () => [JSON.stringify(VAT_RATES)],
    ),
  },
];
