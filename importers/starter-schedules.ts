import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { z } from 'zod';
import { ImportRefused, type EditionDraft, type TariffLine } from '../domain/imports/drafts';
import { scheduleFacts } from '../domain/imports/schedule-facts';
import type { AdditionalDuty } from '../domain/tariffs/schedule/additional-duties';
import { adValoremRate, type Rate } from '../domain/tariffs/schedule/duty';
import { parseNationalRate } from '../domain/tariffs/schedule/national-duty';
import { parseTaricRate } from '../domain/tariffs/schedule/taric-duty';
import { parseUsRate, parseUsSpecial } from '../domain/tariffs/schedule/us-duty';
import { VAT_RATES } from '../domain/facts';
import type { Importer } from './importer';
import { STARTER_DIR } from './starter-directory';
import { shippedSchedules, type ShippedSchedule } from './starter-table';
import { standardRates } from './vat';

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

/**
 * Reads a file of the starter data.
 * @throws ImportRefused for a missing or damaged file
 */
function readShipped<Content>(name: string, read: (bytes: Buffer) => Content): Content {
  try {
    return read(readFileSync(path.join(STARTER_DIR, name)));
  } catch (fault) {
    throw new ImportRefused(`${name} cannot be read: ${fault instanceof Error ? fault.message : String(fault)}`);
  }
}

const COLUMNS = ['code', 'unit', 'general'];

/**
 * Unpacks the lines of a schedule.
 * @throws ImportRefused for a file that is no table of codes, units and rates
 */
function linesOf({ packed: name, form }: ShippedSchedule): TariffLine[] {
  const text = readShipped(name, (bytes) => brotliDecompressSync(bytes).toString('utf8'));
  const rates = new Map<string, Rate>();
  const cachedRate = (expression: string): Rate => {
    const rate = rates.get(expression) ?? rateOf(expression, form);
    rates.set(expression, rate);
    return rate;
  };
  const [columns = '', ...rows] = text.trimEnd().split('\n');
  const expected = form === 'us' ? [...COLUMNS, 'special', 'columnTwo'] : COLUMNS;
  if (columns !== expected.join('\t')) throw new ImportRefused(`${name} is no table of ${expected.join(', ')}.`);
  return rows.map((row) => {
    const [code = '', unit = '', general = '', special = '', columnTwo = ''] = row.split('\t');
    return {
      code,
      description: '',
      path: [],
      unit: unit === '' ? null : unit,
      rate: cachedRate(general),
      specialText: special === '' ? null : special,
      preferences: special === '' ? [] : parseUsSpecial(special),
      columnTwo: columnTwo === '' ? null : cachedRate(columnTwo),
    };
  });
}

function rateOf(text: string, form: ShippedSchedule['form']): Rate {
  if (form === 'us') return parseUsRate(text);
  if (form !== 'taric') return parseNationalRate(text, form);
  return text === 'Free' ? adValoremRate(text, '0') : parseTaricRate(text);
}

/** Duties of chapter 99 of the United States schedule, by heading; empty for all others. */
function additionalOf({ additional }: ShippedSchedule): AdditionalDuty[] {
  if (!existsSync(path.join(STARTER_DIR, additional))) return [];
  return readShipped(additional, (bytes) => AdditionalDuties.parse(JSON.parse(bytes.toString('utf8'))));
}

function toEdition(shipped: ShippedSchedule): EditionDraft {
  const { name, known, doubts } = shipped;
  const lines = linesOf(shipped);
  return {
    ...known,
    subject: `tariff:${name}`,
    facts: { ...scheduleFacts(lines), doubts },
    content: { kind: 'schedule', schedule: name, lines, additional: additionalOf(shipped) },
  };
}

/** Standard VAT rates that are established, as of the day on which the oldest was checked. */
function vatEdition(): EditionDraft {
  const rates = VAT_RATES.facts.flatMap(({ key, value, from, until, knownUntil }) =>
    value === null
      ? []
      : [{ country: key, percent: value, name: 'vat', validFrom: from, validTo: until ?? knownUntil }],
  );
  const edition = VAT_RATES.facts.map(({ checkedAt }) => checkedAt).sort()[0] ?? 'undated';
  return standardRates(rates, { edition, publisher: 'Corridor', licence: 'facts, each with its source' });
}

/** An importer of starter data, whose hash covers all its contents. */
function starterImporter(editions: () => EditionDraft[], contents: () => readonly (string | Buffer)[]): Importer {
  return {
    kind: 'starter',
    summary: 'Schedules and VAT rates that ship with Corridor',
    version: 4,
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
  ...shippedSchedules().map((shipped) => ({
    name: shipped.packed,
    subjects: [`tariff:${shipped.name}`],
    importer: starterImporter(
      () => [toEdition(shipped)],
      () => [readShipped(shipped.packed, (bytes) => bytes), JSON.stringify(shipped)],
    ),
  })),
  {
    name: 'vat.json',
    subjects: ['vat:standard'],
    importer: starterImporter(
      () => [vatEdition()],
      () => [JSON.stringify(VAT_RATES)],
    ),
  },
];
