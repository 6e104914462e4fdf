import type { Database } from '../database';
import type { Agreement } from '../../domain/tariffs/agreements';
import { cached } from './reference-data';

export interface VatRate {
  /** Percent as decimal text; 0 where the country is known to have none. */
  percent: string;
  name: string;
  validFrom: string | null;
  /** The edition's subject that says so, such as `vat:standard`. */
  subject: string;
}

interface VatRow {
  country: string;
  rate: string;
  name: string;
  valid_from: string | null;
  valid_to: string | null;
  subject: string;
}

function allVat(database: Database): Promise<Map<string, VatRow[]>> {
  return cached(database, 'vat', async () => {
    // Dated rows before undated ones, the latest first: the first that holds at a date is the one.
    const rows = await database.query<VatRow>(
      `select v.country, v.rate::text, v.name, v.valid_from, v.valid_to, e.subject
       from vat_rates v join reference_editions e on e.id = v.edition_id
       order by v.country, v.valid_from desc nulls last`,
    );
    const byCountry = new Map<string, VatRow[]>();
    for (const row of rows) byCountry.set(row.country, [...(byCountry.get(row.country) ?? []), row]);
    return byCountry;
  });
}

/**
 * The standard VAT or GST rate of a country at a date (regional taxes and reduced rates are not included).
 * @returns null where it is not known
 */
export async function vatRate(database: Database, country: string, date: string): Promise<VatRate | null> {
  const rows = (await allVat(database)).get(country) ?? [];
  const holds = rows.find((row) => (row.valid_from ?? '') <= date && (row.valid_to === null || row.valid_to > date));
  if (holds === undefined) return null;
  return { percent: holds.rate, name: holds.name, validFrom: holds.valid_from, subject: holds.subject };
}

interface AgreementRow {
  name: string;
  title: string;
  status: string;
  effective_date: string;
  source: string;
  source_url: string;
  customs_union: boolean;
  members: { country: string; joinedOn: string; founding: boolean }[];
  exceptions: { country: string; partner: string; appliesFrom: string | null; note: string }[] | null;
}

interface ProgramRow {
  schedule: string;
  symbols: string[];
  agreement: string;
  members: string[];
  effective_date: string | null;
  source: string;
}

const AGREEMENTS_SQL = `
  select a.name, a.title, a.status, a.effective_date, a.source, a.source_url, a.customs_union,
    (select json_agg(json_build_object('country', m.country, 'joinedOn', m.joined_on, 'founding', m.founding)
       order by m.position) from trade_agreement_members m where m.agreement = a.name) as members,
    (select json_agg(json_build_object('country', e.country, 'partner', e.partner, 'appliesFrom', e.applies_from,
       'note', e.note)) from trade_agreement_exceptions e where e.agreement = a.name) as exceptions
  from trade_agreements a order by a.effective_date, a.name`;

const PROGRAMS_SQL = `
  select schedule, agreement, array_agg(symbol order by symbol) as symbols, min(members::text)::text[] as members,
    min(effective_date) as effective_date, min(source) as source
  from tariff_programs group by schedule, agreement order by schedule, agreement`;

function fromRow(row: AgreementRow, programs: readonly ProgramRow[]): Agreement {
  const symbols = Object.fromEntries(
    programs.filter(({ agreement }) => agreement === row.name).map((program) => [program.schedule, program.symbols]),
  );
  return {
    name: row.name,
    title: row.title,
    status: row.status,
    effectiveDate: row.effective_date,
    source: row.source,
    sourceUrl: row.source_url,
    customsUnion: row.customs_union,
    bilateral: false,
    members: row.members,
    exceptions: row.exceptions ?? [],
    symbols,
  };
}

/** A program of one schedule is an agreement of its members: it begins when the schedule granted it. */
function fromProgram(program: ProgramRow): Agreement {
  const effectiveDate = program.effective_date ?? '1900-01-01';
  return {
    name: program.agreement,
    title: program.agreement,
    status: 'Active',
    effectiveDate,
    source: program.source,
    sourceUrl: null,
    customsUnion: false,
    bilateral: true,
    members: program.members.map((country) => ({ country, joinedOn: effectiveDate, founding: true })),
    exceptions: [],
    symbols: { [program.schedule]: program.symbols },
  };
}

/** @returns the agreements stored, and the programs of schedules that are none of them */
export function agreements(database: Database): Promise<Agreement[]> {
  return cached(database, 'agreements', async () => {
    const rows = await database.query<AgreementRow>(AGREEMENTS_SQL);
    const programs = await database.query<ProgramRow>(PROGRAMS_SQL);
    const names = new Set(rows.map(({ name }) => name));
    const own = programs.filter(({ agreement }) => !names.has(agreement)).map(fromProgram);
    return [...rows.map((row) => fromRow(row, programs)), ...own];
  });
}

/** @returns units of `to` for one of `from` at the latest day stored, or null */
export async function exchangeRates(database: Database): Promise<Map<string, { rate: string; validOn: string }>> {
  return cached(database, 'exchange-rates', async () => {
    const rows = await database.query<{ base: string; quote: string; rate: string; valid_on: string }>(
      'select distinct on (base, quote) base, quote, rate::text, valid_on from exchange_rates order by base, quote, valid_on desc',
    );
    return new Map(rows.map(({ base, quote, rate, valid_on }) => [`${base}>${quote}`, { rate, validOn: valid_on }]));
  });
}

/** @returns the latest value of a World Bank indicator for a country, or null */
export async function indicator(
  database: Database,
  name: string,
  country: string,
): Promise<{ value: number; year: number } | null> {
  const [row] = await database.query<{ value: string; year: number }>(
    'select value::text, year from country_indicators where indicator = $1 and country = $2 order by year desc limit 1',
    [name, country],
  );
  return row === undefined ? null : { value: Number(row.value), year: row.year };
}
