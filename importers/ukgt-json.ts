import { ImportRefused, type EditionDraft, type Reject, type TariffLine } from '../domain/imports/drafts';
import { scheduleFacts } from '../domain/imports/schedule-facts';
import { parseEuRate } from '../domain/tariffs/schedule/eu-duty';
import { memberOf } from '../domain/unknown-value';
import { provenance, type ImportOptions, type Importer } from './importer';
import { readJson } from './read-file';

interface Row {
  commodity: string;
  description: string;
  cet_duty_rate: string;
  ukgt_duty_rate: string;
}

const FIELDS = ['commodity', 'description', 'cet_duty_rate', 'ukgt_duty_rate'] as const;

function textOf(value: unknown, field: string): string | null {
  const member = memberOf(value, field);
  return typeof member === 'string' && member.trim() !== '' ? member.trim() : null;
}

/** A row of the file, or why it is unusable. */
function parseRow(value: unknown): Row | string {
  const row: Row = { commodity: '', description: '', cet_duty_rate: '', ukgt_duty_rate: '' };
  for (const field of FIELDS) {
    const text = textOf(value, field);
    if (text === null) return `has no ${field}`;
    row[field] = text;
  }
  return /^\d{8}(\d{2})?$/.test(row.commodity) ? row : `"${row.commodity}" is no commodity code`;
}

function listOf(content: unknown, name: string): unknown[] {
  const data = memberOf(content, 'data');
  if (!Array.isArray(data)) throw new ImportRefused(`${name} has no list "data" of commodities.`);
  return data;
}

function toTariffLine(row: Row, rateText: string): TariffLine {
  return {
    code: row.commodity,
    description: row.description,
    path: [row.description],
    unit: null,
    rate: parseEuRate(rateText),
    specialText: null,
    preferences: [],
    columnTwo: null,
  };
}

/** The first applied when the United Kingdom left the customs union; of the second the day of the comparison is known. */
const VALID_FROM = { GB: '2021-01-01', EU: '2020-07-21' } as const;

function scheduleEdition(schedule: 'GB' | 'EU', lines: readonly TariffLine[], options: ImportOptions): EditionDraft {
  const title = schedule === 'GB' ? 'UK Global Tariff' : 'Common Customs Tariff of the European Union';
  return {
    subject: `tariff:${schedule}`,
    title: `${title}, as compared at its publication`,
    ...provenance(options, {
      publisher: 'Department for International Trade, United Kingdom',
      licence: 'Open Government Licence v3.0',
      edition: '2020-07',
      validFrom: VALID_FROM[schedule],
    }),
    nomenclature: 'HS 2017',
    facts: scheduleFacts(lines),
    content: { kind: 'schedule', schedule, lines, additional: [] },
  };
}

/** @throws ImportRefused when the same commodity stands there with two rates: editions are mixed */
function rejectRepetition(file: string, row: Row, first: Row | undefined, index: number): Reject {
  const same = row.cet_duty_rate === first?.cet_duty_rate && row.ukgt_duty_rate === first.ukgt_duty_rate;
  if (same) return { line: index + 1, reason: `${row.commodity} occurs twice` };
  throw new ImportRefused(`${file}, entry ${index + 1}: ${row.commodity} occurs twice with different rates.`);
}

/** The publication that set the UK Global Tariff beside the European Union's tariff, both most favoured nation. */
export const ukgtJson: Importer = {
  kind: 'ukgt-json',
  summary: 'UK Global Tariff and Common Customs Tariff, most favoured nation rates (JSON)',
  version: 1,
  maxRejectShare: 0.01,
  async parse(file, options) {
    const list = listOf(await readJson(file), file.name);
    const rejects: Reject[] = [];
    const rows = new Map<string, Row>();
    list.forEach((value, index) => {
      const row = parseRow(value);
      if (typeof row === 'string') rejects.push({ line: index + 1, reason: row });
      else if (rows.has(row.commodity)) rejects.push(rejectRepetition(file.name, row, rows.get(row.commodity), index));
      else rows.set(row.commodity, row);
    });
    const union = [...rows.values()].map((row) => toTariffLine(row, row.cet_duty_rate));
    const kingdom = [...rows.values()].map((row) => toTariffLine(row, row.ukgt_duty_rate));
    const editions = [scheduleEdition('GB', kingdom, options), scheduleEdition('EU', union, options)];
    return { rowsIn: list.length, rejects, editions, changesSearch: true };
  },
};
