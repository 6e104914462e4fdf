import { ImportRefused, type Reject } from '../domain/imports/drafts';
import { countryFromOtherCode } from '../domain/tariffs/schedule/countries';
import { provenance, type Importer } from './importer';
import { parseCsv, readText } from './read-file';

const HEADER = 'Country Name';
const COLUMNS = [HEADER, 'Country Code', 'Indicator Code'];
/** The header stands after a few lines about the file. */
const HEADER_WITHIN_LINES = 10;
const FIRST_YEAR = 1960;
const LAST_YEAR = 2100;

function headerLineNumber(text: string, name: string): number {
  const at = text.split('\n', HEADER_WITHIN_LINES).findIndex((line) => line.replaceAll('"', '').startsWith(HEADER));
  if (at < 0) throw new ImportRefused(`${name} has no header that begins with "${HEADER}".`);
  return at + 1;
}

/** One indicator by country and year, as the World Bank's data site exports it (CSV, a column for each year). */
export const worldBankCsv: Importer = {
  kind: 'worldbank-csv',
  summary: 'One World Bank indicator by country and year (CSV)',
  version: 1,
  maxRejectShare: 0.05,
  async parse(file, options) {
    const text = await readText(file);
    const from = headerLineNumber(text, file.name);
    const rows = parseCsv(file.name, text, COLUMNS, from);
    const values: { country: string; indicator: string; year: number; value: string }[] = [];
    const rejects: Reject[] = [];
    const lines = new Map<string, number>();
    const whole = rows.filter(({ misfit }) => misfit === null);
    const indicators = new Set(whole.map((row) => row.cell('Indicator Code')));
    if (indicators.size !== 1)
      throw new ImportRefused(`${file.name} holds ${indicators.size} indicators instead of one.`);
    const [indicator = ''] = indicators;
    for (const row of rows) {
      // Groups such as the euro area have codes of their own beside the countries.
      const country = countryFromOtherCode(row.cell('Country Code'));
      const first = country === null ? undefined : lines.get(country);
      const reason = row.misfit ?? (first === undefined ? null : `${country} is on line ${first} already`);
      if (reason !== null) {
        rejects.push({ line: row.line, reason });
        continue;
      }
      if (country === null) continue;
      lines.set(country, row.line);
      for (let year = FIRST_YEAR; year <= LAST_YEAR; year += 1) {
        const value = row.cell(String(year));
        if (value === '') continue;
        if (/^-?\d+(\.\d+)?(e-?\d+)?$/i.test(value)) values.push({ country, indicator, year, value });
        else rejects.push({ line: row.line, reason: `"${value}" of ${year} is no number` });
      }
    }
    return {
      rowsIn: rows.length,
      rejects,
      changesSearch: false,
      editions: [
        {
          subject: `indicator:${indicator}`,
          title: `World Bank indicator ${indicator}`,
          ...provenance(options, { publisher: 'World Bank', licence: 'CC BY 4.0', edition: 'undated' }),
          nomenclature: null,
          facts: { values: values.length },
          content: { kind: 'indicator', values },
        },
      ],
    };
  },
};
