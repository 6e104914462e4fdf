import { ImportRefused, type Reject, type TariffLine } from '../domain/imports/drafts';
import { scheduleFacts } from '../domain/imports/schedule-facts';
import { parseAdditionalDuty, type AdditionalDuty } from '../domain/tariffs/schedule/additional-duties';
import { parseUsRate, parseUsSpecial } from '../domain/tariffs/schedule/us-duty';
import { provenance, type Importer } from './importer';
import { parseCsv, readText, type CsvRow } from './read-file';

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

/** Texts carry italics of the printed schedule. */
function plainText(html: string): string {
  return html
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** `["No.","kg"]` names two units. */
function unitsOf(cell: string): string[] {
  return [...cell.matchAll(/"([^"]+)"/g)].map(([, unit = '']) => unit.trim());
}

function unitText(units: Iterable<string>): string | null {
  const text = [...new Set(units)].join(', ');
  return text === '' ? null : text;
}

function faultOf(row: CsvRow): string | null {
  if (row.misfit !== null) return row.misfit;
  const number = row.cell(NUMBER);
  if (number !== '' && !NUMBER_SHAPE.test(number)) return `"${number}" is no tariff number`;
  const indent = row.cell(INDENT);
  if (!/^\d+$/.test(indent) || Number(indent) > DEEPEST_INDENT) return `indent "${indent}" is no depth`;
  if (row.cell(DESCRIPTION) === '') return `${number === '' ? 'a superior text' : number} has no description`;
  return null;
}

function lineOf(row: CsvRow, path: readonly string[]): TariffLine {
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

/** The same line with two rates comes from two editions: no share of such lines is small enough. */
function refuseOtherRate(file: string, line: number, given: TariffLine, first: { line: TariffLine; at: number }): void {
  if (given.rate?.expression === first.line.rate?.expression) return;
  throw new ImportRefused(
    `${file}, line ${line}: ${given.code} has another rate than on line ${first.at}; editions are mixed.`,
  );
}

function readLines(file: string, rows: readonly CsvRow[]): { lines: TariffLine[]; rejects: Reject[] } {
  const lines = new Map<string, { line: TariffLine; at: number }>();
  const rejects: Reject[] = [];
  const path: string[] = [];
  for (const row of rows) {
    const reason = faultOf(row);
    if (reason !== null) {
      rejects.push({ line: row.line, reason });
      continue;
    }
    path.length = Math.min(path.length, Number(row.cell(INDENT)));
    path.push(plainText(row.cell(DESCRIPTION)));
    if (row.cell(NUMBER).replaceAll('.', '').length < RATE_DIGITS) continue;
    const line = lineOf(row, [...path]);
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

/** A line that names no unit is counted in those of the statistical lines below it. */
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
 * The Harmonized Tariff Schedule of the United States as the commission exports it (CSV).
 * Lines without a number are superior text; their indent says to what.
 */
export const usitcCsv: Importer = {
  kind: 'usitc-csv',
  summary: 'Harmonized Tariff Schedule of the United States (CSV export)',
  version: 2,
  maxRejectShare: 0.01,
  async parse(file, options) {
    const rows = parseCsv(file.name, await readText(file), COLUMNS);
    const { lines, rejects } = readLines(file.name, rows);
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
            edition: file.name,
          }),
          nomenclature: 'HS 2022',
          facts: scheduleFacts(lines),
          content: { kind: 'schedule', schedule: 'US', lines, additional: additionalOf(lines) },
        },
      ],
    };
  },
};
