import { isBankingCountry } from '../domain/countries';
import { ImportRefused, type EditionDraft, type Reject, type VatRow } from '../domain/imports/drafts';
import { Exact } from '../domain/money';
import { provenance, type ImportFile, type ImportOptions, type Importer } from './importer';
import { mixedEditions, parseCsv, readJson, readText } from './read-file';
import { isObject, memberOf } from '../domain/unknown-value';

interface Read {
  rates: VatRow[];
  rejects: Reject[];
  rowsIn: number;
}

/** A share (0.2) as percent (20); null for other texts, and above 100 %, which is a slip of the pen. */
function percentOf(share: unknown): string | null {
  const text = typeof share === 'number' ? String(share) : share;
  if (typeof text !== 'string' || !/^\d+(\.\d+)?$/.test(text)) return null;
  const percent = new Exact(text).mul(100);
  return percent.lte(100) ? percent.toString() : null;
}

function dayOf(timestamp: string): string | null {
  // Changes are stamped at local midnight in UTC: half a day later is the calendar day that was meant.
  const time = Date.parse(timestamp);
  return Number.isNaN(time) ? null : new Date(time + 12 * 3_600_000).toISOString().slice(0, 10);
}

function toVatRow(country: string, value: unknown, from: string | null, to: string | null): VatRow | null {
  const rate = percentOf(memberOf(value, 'rate'));
  const name = memberOf(value, 'type');
  if (rate === null || typeof name !== 'string') return null;
  return { country, percent: rate, name, validFrom: from, validTo: to };
}

/** The rates of a country in the order of time: those before the days that an entry names, and the present one. */
function historyOf(country: string, entry: unknown): VatRow[] | null {
  const before = memberOf(entry, 'before');
  const steps = isObject(before) ? Object.entries(before) : [];
  const dated = steps.map(([stamp, value]) => ({ until: dayOf(stamp), value: value as unknown }));
  dated.sort((a, b) => (a.until ?? '').localeCompare(b.until ?? ''));
  const rates: (VatRow | null)[] = [];
  let from: string | null = null;
  for (const { until, value } of dated) {
    rates.push(until === null ? null : toVatRow(country, value, from, until));
    from = until;
  }
  rates.push(toVatRow(country, entry, from, null));
  const known = rates.filter((rate) => rate !== null);
  return known.length === rates.length ? known : null;
}

/**
 * Rates by country: `{ DE: { type, rate, before? } }`, with rates as shares of one.
 * @throws ImportRefused for anything else
 */
function ratesOfCountries(content: unknown, name: string): Read {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new ImportRefused(`${name} is no object of rates by country.`);
  }
  const rates: VatRow[] = [];
  const rejects: Reject[] = [];
  Object.entries(content).forEach(([country, entry], index) => {
    const history = isBankingCountry(country) ? historyOf(country, entry) : null;
    if (history === null) rejects.push({ line: index + 1, reason: `${country} has no readable rate` });
    else rates.push(...history);
  });
  return { rates, rejects, rowsIn: Object.keys(content).length };
}

async function readCurrent(file: ImportFile): Promise<Read> {
  return ratesOfCountries(await readJson(file), file.name);
}

const CSV_COLUMNS = ['start_date', 'stop_date', 'territory_codes', 'rate', 'rate_type'];
/** The list names Greece and the United Kingdom as VAT numbers do. */
const VAT_PREFIXES: Record<string, string> = { EL: 'GR', UK: 'GB' };

/** Reads rates with their periods from CSV. */
async function readHistory(file: ImportFile): Promise<Read> {
  const rows = parseCsv(file.name, await readText(file), CSV_COLUMNS);
  const rates: VatRow[] = [];
  const rejects: Reject[] = [];
  const lines = new Map<string, { line: number; percent: string }>();
  for (const row of rows) {
    if (row.misfit !== null) {
      rejects.push({ line: row.line, reason: row.misfit });
      continue;
    }
    const territories = row.cell('territory_codes').split(/\s+/);
    const country = territories.map((code) => VAT_PREFIXES[code] ?? code).find(isBankingCountry);
    // Lines of regions with a rate of their own say nothing about the country.
    if (country === undefined || row.cell('rate_type') !== 'standard') continue;
    const rate = percentOf(row.cell('rate'));
    if (rate === null) {
      rejects.push({ line: row.line, reason: `"${row.cell('rate')}" is no rate` });
      continue;
    }
    const [from, to] = [row.cell('start_date'), row.cell('stop_date')];
    const what = `${country} from ${from}`;
    const former = lines.get(what);
    if (former !== undefined) {
      if (former.percent !== rate) throw mixedEditions(file.name, { line: row.line, first: former.line, what });
      rejects.push({ line: row.line, reason: `${what} occurs twice` });
      continue;
    }
    lines.set(what, { line: row.line, percent: rate });
    rates.push({
      country,
      percent: rate,
      name: 'vat',
      validFrom: from === '' ? null : from,
      validTo: to === '' ? null : to,
    });
  }
  return { rates, rejects, rowsIn: rows.length };
}

function vatEdition(rates: readonly VatRow[], history: boolean, options: ImportOptions): EditionDraft {
  return {
    subject: history ? 'vat:history' : 'vat:standard',
    title: history ? 'Standard VAT rates with their history' : 'Standard VAT and GST rates',
    ...provenance(options, {
      publisher: history ? 'vat-rates' : 'not stated',
      licence: 'not stated',
      edition: 'undated',
    }),
    nomenclature: null,
    facts: { countries: new Set(rates.map(({ country }) => country)).size },
    content: { kind: 'vat', rates },
  };
}

/** The edition of standard rates by country. */
export function standardRates(rates: readonly VatRow[], options: ImportOptions): EditionDraft {
  return vatEdition(rates, false, options);
}

/** Standard rates by country: JSON of current rates, or CSV with dates. */
export const vat: Importer = {
  kind: 'vat',
  summary: 'Standard VAT and GST rates (JSON by country, or CSV with dates)',
  version: 1,
  maxRejectShare: 0.05,
  async parse(file, options) {
    const history = file.name.endsWith('.csv');
    const { rates, rejects, rowsIn } = await (history ? readHistory(file) : readCurrent(file));
    return { rowsIn, rejects, editions: [vatEdition(rates, history, options)], changesSearch: false };
  },
};
