import { createReadStream } from 'node:fs';
import { CsvError, parse } from 'csv-parse';
import { ImportRefused } from '../domain/imports/drafts';
import type { ImportFile, Importer } from './importer';
import { requireColumns } from './read-file';
import { dayOf, ThirdCountryDuties } from './third-country-duties';

const CODE = 'commodity__code';
const DESCRIPTION = 'commodity__description';
const TYPE = 'measure__type__id';
const AREA = 'measure__geographical_area__id';
const ADDITIONAL = 'measure__additional_code__code';
const DUTY = 'measure__duty_expression';
const FROM = 'measure__effective_start_date';
const UNTIL = 'measure__effective_end_date';
const COLUMNS = [CODE, DESCRIPTION, TYPE, AREA, ADDITIONAL, DUTY, FROM, UNTIL];

type Row = Record<string, string | undefined>;

/**
 * Reads the rows of a CSV file as a stream, with their lines.
 * @throws ImportRefused for rows that do not fit the columns, such as the last one of a file that was cut off
 */
async function* readRows(file: ImportFile): AsyncGenerator<{ line: number; row: Row }> {
  const requireHeader = (header: string[]): string[] => {
    requireColumns(file.name, 1, header, COLUMNS);
    return header;
  };
  const options = { bom: true, columns: requireHeader, info: true, trim: true } as const;
  const rows = createReadStream(file.path).pipe(parse(options));
  try {
    for await (const { record, info } of rows as AsyncIterable<{ record: Row; info: { lines: number } }>) {
      // Bytes that are no UTF-8 become this character when they are decoded.
      if (Object.values(record).some((cell) => cell?.includes('\ufffd') === true)) {
        throw new ImportRefused(`${file.name}, line ${info.lines}: is not UTF-8.`);
      }
      yield { line: info.lines, row: record };
    }
  } catch (fault) {
    if (!(fault instanceof CsvError)) throw fault;
    throw new ImportRefused(`${file.name} cannot be read as CSV: ${fault.message}.`);
  }
}

/**
 * The UK tariff as the Department for Business and Trade publishes it: one measure a row, in the tables
 * `measures-as-defined` and `measures-on-declarable-commodities`, read as a stream.
 */
export const ukTariffCsv: Importer = {
  kind: 'uk-tariff-csv',
  summary: 'General rates of the United Kingdom, from all measures of the UK tariff (CSV)',
  version: 1,
  maxRejectShare: 0.01,
  async parse(file, options) {
    const duties = new ThirdCountryDuties(file.name, dayOf(options));
    for await (const { line, row } of readRows(file)) {
      duties.add({
        line,
        code: row[CODE] ?? '',
        description: row[DESCRIPTION] ?? '',
        type: row[TYPE] ?? '',
        area: row[AREA] ?? '',
        additionalCode: row[ADDITIONAL] ?? '',
        duty: row[DUTY] ?? '',
        from: row[FROM] ?? '',
        until: row[UNTIL] ?? '',
      });
    }
    const known = { publisher: 'Department for Business and Trade', licence: 'Open Government Licence v3.0' };
    const edition = duties.edition('GB', 'UK Integrated Online Tariff, third country duties', known, options);
    return { rowsIn: duties.rowsIn, rejects: duties.rejects, editions: [edition], changesSearch: true };
  },
};
