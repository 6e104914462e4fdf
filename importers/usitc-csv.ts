import { ImportRefused, type ParsedImport, type Reject, type TariffLine } from '../domain/imports/drafts';
import { scheduleFacts } from '../domain/imports/schedule-facts';
import { parseAdditionalDuty, type AdditionalDuty } from '../domain/tariffs/schedule/additional-duties';
import { parseUsRate, parseUsSpecial } from '../domain/tariffs/schedule/us-duty';
import { memberOf } from '../domain/unknown-value';
import { provenance, type Importer, type ImportOptions } from './importer';
import { parseCsv, readJson, readText, type CsvRow } from './read-file';

const NUMBER = 'HTS Number';
const INDENT = 'Indent';
const DESCRIPTION = 'Description';
const UNIT = 'Unit of Quantity';
const GENERAL = 'General Rate of Duty';
const SPECIAL = 'Special Rate of Duty';
const COLUMN_TWO = 'Column 2 Rate of Duty';
const COLUMNS = [NUMBER, INDENT, DESCRIPTION, UNIT, GENERAL, SPECIAL];
const NUMBER_SHAPE = /^\d{4}(\.\d{2}(\.\d{2}(\.\d{2})?)?)?$/;
/** A rate belongs to the eight digits, even where the schedule prints it beside ten. */
const RATE_DIGITS = 8;
const ADDITIONAL_CHAPTER = '9903';
const DEEPEST_INDENT = 20;

/** The text without the tags of italics, and with single blanks. */
function plainText(html: string): string {
  return html
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The units in a cell: `["No.","kg"]` names two. */
function unitsOf(cell: string): string[] {
  return [...cell.matchAll(/"([^"]*)"/g)]
    .map(([, unit = '']) => unit.replaceAll('\\n', '').trim())
    .filter((unit) => unit !== '');
}

function unitText(units: Iterable<string>): string | null {
  const text = [...new Set(units)].join(', ');
  return text === '' ? null : text;
}

function rowFault(row: CsvRow): string | null {
  if (row.misfit !== null) return row.misfit;
  const number = row.cell(NUMBER);
  if (number !== '' && !NUMBER_SHAPE.test(number)) return `"${number}" is no tariff number`;
  const indent = row.cell(INDENT);
  if (!/^\d+$/.test(indent) || Number(indent) > DEEPEST_INDENT) return `indent "${indent}" is no depth`;
  if (row.cell(DESCRIPTION) === '') return `${number === '' ? 'a superior text' : number} has no description`;
  return null;
}

function toTariffLine(row: CsvRow, path: readonly string[]): TariffLine {
  const digits = row.cell(NUMBER).replaceAll('.', '');
  const expression = row.cell(GENERAL);
  const special = row.cell(SPECIAL);
  const columnTwo = row.cell(COLUMN_TWO);
  return {
    code: expression === '' ? digits : digits.slice(0, RATE_DIGITS),
    description: plainText(row.cell(DESCRIPTION)),
    path,
    unit: unitText(unitsOf(row.cell(UNIT))),
    rate: expression === '' ? null : parseUsRate(expression),
    specialText: special === '' ? null : special,
    preferences: special === '' ? [] : parseUsSpecial(special),
    columnTwo: columnTwo === '' ? null : parseUsRate(columnTwo),
  };
}

/** @throws ImportRefused if a repeated line has another rate than the first: editions are mixed */
function refuseOtherRate(file: string, line: number, given: TariffLine, first: { line: TariffLine; at: number }): void {
  if (given.rate?.expression === first.line.rate?.expression) return;
  throw new ImportRefused(
    `${file}, line ${line}: ${given.code} has another rate than on line ${first.at}; editions are mixed.`,
  );
}

/** Reads tariff lines in order; the texts above a line make its path. */
function readLines(file: string, rows: readonly CsvRow[]): { lines: TariffLine[]; rejects: Reject[] } {
  const lines = new Map<string, { line: TariffLine; at: number }>();
  const rejects: Reject[] = [];
  const path: string[] = [];
  for (const row of rows) {
    const reason = rowFault(row);
    if (reason !== null) {
      rejects.push({ line: row.line, reason });
      continue;
    }
    path.length = Math.min(path.length, Number(row.cell(INDENT)));
    path.push(plainText(row.cell(DESCRIPTION)));
    if (row.cell(NUMBER).replaceAll('.', '').length < RATE_DIGITS) continue;
    const line = toTariffLine(row, [...path]);
    const first = lines.get(line.code);
    if (first === undefined) {
      lines.set(line.code, { line, at: row.line });
      continue;
    }
    refuseOtherRate(file, row.line, line, first);
    rejects.push({ line: row.line, reason: `${line.code} occurs twice` });
  }
  return { lines: withUnitsBelow([...lines.values()].map(({ line }) => line)), rejects };
}

/** Gives lines without a unit those of their statistical lines. */
function withUnitsBelow(lines: readonly TariffLine[]): TariffLine[] {
  const below = new Map<string, string[]>();
  for (const { code, unit } of lines) {
    const parent = code.slice(0, RATE_DIGITS);
    if (code.length > RATE_DIGITS && unit !== null)
      below.set(parent, [...(below.get(parent) ?? []), ...unit.split(', ')]);
  }
  return lines.map((line) => (line.unit === null ? { ...line, unit: unitText(below.get(line.code) ?? []) } : line));
}

/** Duties of chapter 99 that come on top of a line's own rate. */
function additionalOf(lines: readonly TariffLine[]): AdditionalDuty[] {
  return lines.flatMap(({ code, path, rate }) => {
    if (rate === null || !code.startsWith(ADDITIONAL_CHAPTER)) return [];
    return parseAdditionalDuty(code, path.join(' '), rate.expression) ?? [];
  });
}

/**
 * The schedule of an export, CSV or JSON, from its rows in order.
 * @param listed codes by heading of chapter 99
 */
function scheduleOf(
  file: string,
  rows: readonly CsvRow[],
  options: ImportOptions,
  listed: ReadonlyMap<string, readonly string[]>,
): ParsedImport {
  const { lines, rejects } = readLines(file, rows);
  const additional = additionalOf(lines).map((duty) =>
    duty.codes === null ? { ...duty, codes: listed.get(duty.heading) ?? null } : duty,
  );
  return {
    rowsIn: rows.length,
    rejects,
    changesSearch: true,
    editions: [
      {
        subject: 'tariff:US',
        title: 'Harmonized Tariff Schedule of the United States',
        ...provenance(options, {
          publisher: 'United States International Trade Commission',
          licence: 'United States Government work',
          edition: file,
        }),
        nomenclature: 'HS 2022',
        facts: scheduleFacts(lines),
        content: { kind: 'schedule', schedule: 'US', lines, additional },
      },
    ],
  };
}

/**
 * The Harmonized Tariff Schedule of the United States as the commission exports it (CSV).
 * Lines without a number are superior text; their indent says to what.
 */
export const usitcCsv: Importer = {
  kind: 'usitc-csv',
  summary: 'Harmonized Tariff Schedule of the United States (CSV export)',
  version: 3,
  maxRejectShare: 0.01,
  async parse(file, options) {
    return scheduleOf(file.name, parseCsv(file.name, await readText(file), COLUMNS), options, new Map());
  },
};

/** Members of the JSON export, by the columns of the CSV export. */
const MEMBERS: Readonly<Record<string, string>> = {
  [NUMBER]: 'htsno',
  [INDENT]: 'indent',
  [DESCRIPTION]: 'description',
  [UNIT]: 'units',
  [GENERAL]: 'general',
  [SPECIAL]: 'special',
  [COLUMN_TWO]: 'other',
};
/** Duties on goods of China (section 301), whose lists the notes of the lines make up. */
const LISTED_BY_NOTES = /\b9903\.(?:88|91)\.\d{2}\b/g;

/** An entry of the JSON export in the form of a CSV row. */
function jsonRow(value: unknown, index: number): CsvRow {
  const missing = Object.values(MEMBERS).filter(
    (member) => member !== 'units' && memberOf(value, member) === undefined,
  );
  return {
    line: index + 1,
    misfit: missing.length === 0 ? null : `has no ${missing.join(', ')}`,
    cell(header) {
      const member = memberOf(value, MEMBERS[header] ?? header);
      if (Array.isArray(member)) return JSON.stringify(member);
      return typeof member === 'string' || typeof member === 'number' ? String(member).trim() : '';
    },
  };
}

/** The lines that are subject to each heading of chapter 99, by the notes beside their general rates. */
function listsOfNotes(values: readonly unknown[]): Map<string, string[]> {
  const lists = new Map<string, Set<string>>();
  for (const value of values) {
    const code = String(memberOf(value, 'htsno')).replaceAll('.', '').slice(0, RATE_DIGITS);
    const notes = memberOf(value, 'footnotes');
    if (code.length < RATE_DIGITS || code.startsWith('99') || !Array.isArray(notes)) continue;
    for (const note of notes as unknown[]) {
      const columns = memberOf(note, 'columns');
      if (!Array.isArray(columns) || !columns.includes('general')) continue;
      for (const [heading] of String(memberOf(note, 'value')).matchAll(LISTED_BY_NOTES)) {
        const digits = heading.replaceAll('.', '');
        lists.set(digits, (lists.get(digits) ?? new Set()).add(code));
      }
    }
  }
  return new Map([...lists].map(([heading, codes]) => [heading, [...codes]]));
}

/**
 * The same schedule as JSON, one list of lines. Unlike the CSV export it has the notes of each line, and with them the
 * goods on which section 301 adds a duty.
 */
export const usitcJson: Importer = {
  kind: 'usitc-json',
  summary: 'Harmonized Tariff Schedule of the United States with the notes of its lines (JSON export)',
  version: 2,
  maxRejectShare: 0.01,
  async parse(file, options) {
    const values = await readJson(file);
    if (!Array.isArray(values)) throw new ImportRefused(`${file.name} is no list of lines.`);
    return scheduleOf(file.name, values.map(jsonRow), options, listsOfNotes(values));
  },
};
