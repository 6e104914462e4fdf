import { createReadStream } from 'node:fs';
import { CsvError, parse } from 'csv-parse';
import { ImportRefused, type Reject } from '../domain/imports/drafts';
import { countryFromOtherCode } from '../domain/tariffs/schedule/countries';
import { provenance, type ImportFile, type Importer } from './importer';

/** Values are in thousands of dollars with three decimals: whole dollars once multiplied. */
const DOLLARS = 1000;
const TOP_COUNTRIES = 5;
/** Rejected rows are counted without end, yet only this many are described. */
const REJECTS_DESCRIBED = 10_000;

/** Codes of the data set that differ from ISO 3166 numeric: customs territories that report together. */
const TERRITORIES: Readonly<Record<string, string>> = {
  '58': 'BE',
  '251': 'FR',
  '490': 'TW',
  '579': 'NO',
  '699': 'IN',
  '711': 'ZA',
  '757': 'CH',
  '842': 'US',
};

interface Flows {
  exports: Map<string, number>;
  imports: Map<string, number>;
  total: number;
}

interface Read {
  byCode: Map<string, Flows>;
  year: number;
  rowsIn: number;
  rejects: Reject[];
}

function noFlows(): Flows {
  return { exports: new Map<string, number>(), imports: new Map<string, number>(), total: 0 };
}

function add(map: Map<string, number>, key: string, value: number): void {
  map.set(key, (map.get(key) ?? 0) + value);
}

function rowFault(row: Record<string, string>): string | null {
  if (!/^\d{4}$/.test(row['t'] ?? '')) return `"${row['t'] ?? ''}" is no year`;
  if (!/^\d{1,6}$/.test(row['k'] ?? '')) return `"${row['k'] ?? ''}" is no product code`;
  if (!/^\d+(\.\d+)?$/.test((row['v'] ?? '').trim())) return `"${row['v'] ?? ''}" is no value`;
  return null;
}

/** Adds a flow to the sums of its subheading and of its heading. */
function addFlow(read: Read, row: Record<string, string>): void {
  const code = (row['k'] ?? '').padStart(6, '0');
  const dollars = Math.round(Number(row['v']) * DOLLARS);
  for (const level of [code, code.slice(0, 4)]) {
    const flows = read.byCode.get(level) ?? noFlows();
    add(flows.exports, (row['i'] ?? '').trim(), dollars);
    add(flows.imports, (row['j'] ?? '').trim(), dollars);
    flows.total += dollars;
    read.byCode.set(level, flows);
  }
}

interface Row {
  record: Record<string, string>;
  info: { lines: number };
}

/**
 * Reads the rows of a CSV file as a stream.
 * @throws ImportRefused for rows that do not fit the columns, such as the last one of a file that was cut off
 */
async function* readRows(file: ImportFile): AsyncGenerator<Row> {
  const rows = createReadStream(file.path).pipe(parse({ bom: true, columns: true, info: true, trim: true }));
  try {
    for await (const row of rows) yield row as Row;
  } catch (fault) {
    if (!(fault instanceof CsvError)) throw fault;
    throw new ImportRefused(`${file.name} cannot be read as CSV: ${fault.message}.`);
  }
}

/** Sums the flows of a file by code; rows of one flow must not repeat. */
async function readFlows(file: ImportFile): Promise<Read> {
  const read: Read = { byCode: new Map(), year: 0, rowsIn: 0, rejects: [] };
  let former = '';
  for await (const { record, info } of readRows(file)) {
    if (read.rowsIn === 0) requireColumns(file, record);
    read.rowsIn += 1;
    const flow = `${record['i']} ${record['j']} ${record['k']}`;
    // Rows are sorted: those of one flow stand side by side.
    const repeated = flow === former ? `flow ${flow} occurs twice` : null;
    const reason = rowFault(record) ?? yearFault(read, Number(record['t'])) ?? repeated;
    former = flow;
    if (reason === null) addFlow(read, record);
    else read.rejects.push({ line: info.lines, reason: read.rejects.length < REJECTS_DESCRIBED ? reason : '' });
  }
  return read;
}

function requireColumns(file: ImportFile, record: Record<string, string>): void {
  const missing = ['t', 'i', 'j', 'k', 'v'].filter((column) => !(column in record));
  if (missing.length > 0) throw new ImportRefused(`${file.name}, line 1: has no column ${missing.join(', ')}.`);
}

function yearFault(read: Read, year: number): string | null {
  if (read.year === 0) read.year = year;
  return read.year === year ? null : `year ${year} in a file of ${read.year}`;
}

/** The countries with the largest flows, the largest first. */
function topCountries(flows: ReadonlyMap<string, number>): string[] {
  const known = [...flows].map(([number, value]) => ({
    country: TERRITORIES[number] ?? countryFromOtherCode(number),
    value,
  }));
  const sorted = known.filter(({ country }) => country !== null).sort((a, b) => b.value - a.value);
  return sorted.slice(0, TOP_COUNTRIES).map(({ country }) => country ?? '');
}

/**
 * World trade by product and pair of countries, one year a file: `t,i,j,k,v,q` (year, exporter, importer, product,
 * thousand dollars, tonnes). What one country exports another imports, so both totals are the same reconciled flow.
 * Source: CEPII, BACI documentation
 */
export const baciCsv: Importer = {
  kind: 'baci-csv',
  summary: 'Trade statistics by product and country pair, CEPII BACI (CSV)',
  version: 1,
  maxRejectShare: 0.01,
  async parse(file, options) {
    const { byCode, year, rowsIn, rejects } = await readFlows(file);
    const rows = [...byCode].map(([code, flows]) => {
      const total = String(flows.total);
      const [topExporters, topImporters] = [topCountries(flows.exports), topCountries(flows.imports)];
      return { code, year, exports: total, imports: total, topExporters, topImporters };
    });
    return {
      rowsIn,
      rejects,
      changesSearch: false,
      editions: [
        {
          subject: 'trade:baci',
          title: 'BACI, bilateral trade flows',
          ...provenance(options, { publisher: 'CEPII', licence: 'Etalab Open Licence 2.0', edition: String(year) }),
          nomenclature: null,
          facts: { year, codes: rows.length },
          content: { kind: 'trade', rows },
        },
      ],
    };
  },
};
