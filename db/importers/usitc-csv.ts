import { parseUsRate, parseUsSpecial } from '../../domain/tariffs/us-duty';
import { provenance, type Importer, type Reject } from './import-types';
import { parseCsv, readText, type CsvRow } from './read-file';
import { ratesByCode, scheduleFacts, writeTariffLines, type TariffLine } from './tariff-lines';

const NUMBER = 'HTS Number';
const INDENT = 'Indent';
const DESCRIPTION = 'Description';
const UNIT = 'Unit of Quantity';
const GENERAL = 'General Rate of Duty';
const SPECIAL = 'Special Rate of Duty';
const COLUMNS = [NUMBER, INDENT, DESCRIPTION, UNIT, GENERAL, SPECIAL];
const NUMBER_SHAPE = /^\d{4}(\.\d{2}(\.\d{2}(\.\d{2})?)?)?$/;
/** A rate belongs to the eight digits, even where the schedule prints it beside ten. */
const RATE_DIGITS = 8;
const DEEPEST_INDENT = 20;

/** Texts carry italics of the printed schedule. */
function plainText(html: string): string {
  return html
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** `["No.","kg"]` is `No., kg`. */
function unitText(cell: string): string | null {
  const units = [...cell.matchAll(/"([^"]+)"/g)].map(([, unit = '']) => unit);
  return units.length === 0 ? null : units.join(', ');
}

function faultOf(row: CsvRow): string | null {
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
  return {
    code: expression === '' ? digits : digits.slice(0, RATE_DIGITS),
    description: plainText(row.cell(DESCRIPTION)),
    path,
    unit: unitText(row.cell(UNIT)),
    rate: expression === '' ? null : parseUsRate(expression),
    specialText: special === '' ? null : special,
    preferences: special === '' ? [] : parseUsSpecial(special),
  };
}

function readLines(rows: readonly CsvRow[]): { lines: TariffLine[]; rejects: Reject[] } {
  const lines = new Map<string, TariffLine>();
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
    if (lines.has(line.code)) rejects.push({ line: row.line, reason: `${line.code} occurs twice` });
    else lines.set(line.code, line);
  }
  return { lines: [...lines.values()], rejects };
}

/**
 * The Harmonized Tariff Schedule of the United States as the commission exports it (CSV).
 * Lines without a number are superior text; their indent says to what.
 */
export const usitcCsv: Importer = {
  kind: 'usitc-csv',
  summary: 'Harmonized Tariff Schedule of the United States (CSV export)',
  version: 1,
  maxRejectShare: 0.01,
  async parse(file, options) {
    const rows = parseCsv(file.name, await readText(file), COLUMNS);
    const { lines, rejects } = readLines(rows);
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
          tables: ['tariff_lines'],
          rates: ratesByCode(lines),
          write: (client, id) => writeTariffLines(client, id, 'US', lines),
        },
      ],
    };
  },
};
