import { addDays } from '../domain/calendar-dates';
import type { Importer } from './importer';
import { requireColumns } from './read-file';
import { dayOf, ThirdCountryDuties } from './third-country-duties';
import { readSheet } from './xlsx';

const CODE = 'Goods code';
const ADDITIONAL = 'Add code';
const FROM = 'Start date';
const UNTIL = 'End date';
const DUTY = 'Duty';
const AREA = 'Origin code';
const TYPE = 'Meas. type code';
const COLUMNS = [CODE, ADDITIONAL, FROM, UNTIL, DUTY, AREA, TYPE];
/** Day 0 of a workbook's calendar, which holds a 29 February 1900 that never was. */
const FIRST_DAY = '1899-12-30';

/** An ISO day from `01-01-2026` or a number of the workbook's calendar; any other text as it is. */
function isoDay(cell: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{2})[-/](\d{2})[-/](\d{4})$/.exec(cell) ?? [];
  if (year !== '') return `${year}-${month}-${day}`;
  return /^\d{5}$/.test(cell) ? addDays(FIRST_DAY, Number(cell)) : cell;
}

/** A code that was stored as a number has lost its zeros in front. */
function code(cell: string): string {
  return /^\d{8,9}$/.test(cell) ? cell.padStart(10, '0') : cell;
}

/** The duties on imports of the European Union's TARIC as the Commission publishes them each month: one measure a row. */
export const taricXlsx: Importer = {
  kind: 'taric-xlsx',
  summary: 'General rates of the European Union, from the duties on imports of TARIC (XLSX)',
  version: 1,
  maxRejectShare: 0.01,
  async parse(file, options) {
    const duties = new ThirdCountryDuties(file.name, dayOf(options));
    let places: Map<string, number> | null = null;
    await readSheet(file, (line, cells) => {
      if (places === null) {
        places = new Map(cells.map((name, at) => [name.trim(), at]));
        return requireColumns(file.name, line, [...places.keys()], COLUMNS);
      }
      const of = places;
      const cell = (name: string): string => cells[of.get(name) ?? -1] ?? '';
      duties.add({
        line,
        code: code(cell(CODE)),
        description: '',
        type: cell(TYPE),
        area: cell(AREA),
        additionalCode: cell(ADDITIONAL),
        duty: cell(DUTY),
        from: isoDay(cell(FROM)),
        until: isoDay(cell(UNTIL)),
      });
    });
    const known = { publisher: 'European Commission, Taxation and Customs Union', licence: 'CC BY 4.0' };
    const edition = duties.edition('EU', 'TARIC, third country duties', known, options);
    return { rowsIn: duties.rowsIn, rejects: duties.rejects, editions: [edition], changesSearch: true };
  },
};
