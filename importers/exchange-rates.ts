import type { Reject } from '../domain/imports/drafts';
import { currencyDigits } from '../domain/money';
import { isCalendarDate } from '../domain/schema-tools';
import { provenance, type Importer } from './importer';
import { mixedEditions, parseCsv, readText, type CsvRow } from './read-file';

function rowFault(row: CsvRow): string | null {
  if (row.misfit !== null) return row.misfit;
  for (const side of ['base', 'quote']) {
    if (currencyDigits(row.cell(side)) === null) return `"${row.cell(side)}" is no ISO 4217 currency`;
  }
  if (!/^\d+(\.\d+)?$/.test(row.cell('rate')) || Number(row.cell('rate')) === 0)
    return `"${row.cell('rate')}" is no rate`;
  return isCalendarDate(row.cell('date')) ? null : `"${row.cell('date')}" is no date`;
}

interface Rate {
  base: string;
  quote: string;
  rate: string;
  validOn: string;
}

function rateOf(row: CsvRow): Rate {
  return { base: row.cell('base'), quote: row.cell('quote'), rate: row.cell('rate'), validOn: row.cell('date') };
}

/** Exchange rates that duties in another currency are converted with: `base,quote,rate,date`. */
export const exchangeRatesCsv: Importer = {
  kind: 'exchange-rates',
  summary: 'Exchange rates for duties in another currency (CSV base,quote,rate,date)',
  version: 1,
  maxRejectShare: 0,
  async parse(file, options) {
    const rows = parseCsv(file.name, await readText(file), ['base', 'quote', 'rate', 'date']);
    const rejects: Reject[] = [];
    const values = new Map<string, { rate: Rate; line: number }>();
    for (const row of rows) {
      const reason = rowFault(row);
      if (reason !== null) {
        rejects.push({ line: row.line, reason });
        continue;
      }
      const rate = rateOf(row);
      const what = `${rate.base} to ${rate.quote} on ${rate.validOn}`;
      const former = values.get(what);
      if (former === undefined) values.set(what, { rate, line: row.line });
      else if (former.rate.rate === rate.rate) rejects.push({ line: row.line, reason: `${what} occurs twice` });
      else throw mixedEditions(file.name, { line: row.line, first: former.line, what });
    }
    return {
      rowsIn: rows.length,
      rejects,
      changesSearch: false,
      editions: [
        {
          subject: 'exchange-rates',
          title: 'Exchange rates',
          ...provenance(options, { publisher: 'not stated', licence: 'not stated', edition: 'undated' }),
          nomenclature: null,
          facts: { rates: values.size },
          content: { kind: 'exchange-rates', rates: [...values.values()].map(({ rate }) => rate) },
        },
      ],
    };
  },
};
