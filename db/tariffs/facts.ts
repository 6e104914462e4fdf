import type { Agreement } from '../../domain/tariffs/schedule/agreements';
import type { ExchangeRate, ReferenceData, VatRate } from '../../domain/tariffs/schedule/reference-data';
import type { Queryable } from '../database';
import { provenanceOf, type Edition } from './editions';

/** Standard VAT rates by country: dated ones before undated ones, the latest first. */
export async function readVat(
  database: Queryable,
  editions: ReadonlyMap<string, Edition>,
): Promise<Map<string, VatRate[]>> {
  const rows = await database.query<{
    edition_id: string;
    country: string;
    rate: string;
    name: string;
    valid_from: string | null;
    valid_to: string | null;
  }>(
    `select v.edition_id, v.country, v.rate::text, v.name, v.valid_from, v.valid_to
     from vat_rates v join reference_editions e on e.id = v.edition_id and e.superseded_at is null
     order by v.country, v.valid_from desc nulls last, e.valid_from desc nulls last`,
  );
  const byCountry = new Map<string, VatRate[]>();
  for (const row of rows) {
    const edition = editions.get(row.edition_id);
    if (edition === undefined) continue;
    const { rate: percent, name, valid_from: validFrom, valid_to: validTo } = row;
    const known = byCountry.get(row.country) ?? [];
    known.push({ percent, name, validFrom, validTo, source: provenanceOf(edition) });
    byCountry.set(row.country, known);
  }
  return byCountry;
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
  joined: Record<string, string>;
  effective_date: string | null;
  expired_on: string | null;
  conditions: string | null;
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
    min(joined::text)::jsonb as joined,
    min(effective_date) as effective_date, max(expired_on) as expired_on, min(conditions) as conditions,
    min(source) as source
  from tariff_programs group by schedule, agreement order by schedule, agreement`;

function conditionsOf(programs: readonly ProgramRow[]): Record<string, string> {
  return Object.fromEntries(
    programs.flatMap(({ schedule, conditions }) => (conditions === null ? [] : [[schedule, conditions]])),
  );
}

/**
 * A stored agreement with the symbols and conditions of its programs, by schedule. It is never bilateral and does not
 * expire: the table has neither column.
 */
function agreementFromRow(row: AgreementRow, allPrograms: readonly ProgramRow[]): Agreement {
  const programs = allPrograms.filter(({ agreement }) => agreement === row.name);
  return {
    name: row.name,
    title: row.title,
    status: row.status,
    effectiveDate: row.effective_date,
    expiredOn: null,
    source: row.source,
    sourceUrl: row.source_url,
    customsUnion: row.customs_union,
    bilateral: false,
    members: row.members,
    exceptions: row.exceptions ?? [],
    symbols: Object.fromEntries(programs.map(({ schedule, symbols }) => [schedule, symbols])),
    conditions: conditionsOf(programs),
  };
}

/** The agreement of a preference program that a schedule grants one-sidedly; it begins when the schedule granted it. */
function agreementFromProgram(program: ProgramRow): Agreement {
  const effectiveDate = program.effective_date ?? '1900-01-01';
  return {
    name: program.agreement,
    title: program.agreement,
    status: 'Active',
    effectiveDate,
    expiredOn: program.expired_on,
    source: program.source,
    sourceUrl: null,
    customsUnion: false,
    bilateral: true,
    members: program.members.map((country) => {
      return { country, joinedOn: program.joined[country] ?? effectiveDate, founding: true };
    }),
    exceptions: [],
    symbols: { [program.schedule]: program.symbols },
    conditions: conditionsOf([program]),
  };
}

/** The stored agreements, and the programs of schedules that belong to none of them. */
export async function readAgreements(database: Queryable): Promise<Agreement[]> {
  const rows = await database.query<AgreementRow>(AGREEMENTS_SQL);
  const programs = await database.query<ProgramRow>(PROGRAMS_SQL);
  const names = new Set(rows.map(({ name }) => name));
  const own = programs.filter(({ agreement }) => !names.has(agreement)).map(agreementFromProgram);
  return [...rows.map((row) => agreementFromRow(row, programs)), ...own];
}

/** The stored rates of each pair of currencies, the latest day first. */
export async function readExchangeRates(database: Queryable): Promise<ReferenceData['exchangeRates']> {
  const rows = await database.query<{ base: string; quote: string; rate: string; valid_on: string }>(
    'select base, quote, rate::text, valid_on from exchange_rates order by base, quote, valid_on desc',
  );
  const rates = new Map<string, ExchangeRate[]>();
  for (const { base, quote, rate, valid_on: validOn } of rows) {
    const pair = `${base}>${quote}`;
    const known = rates.get(pair);
    if (known === undefined) rates.set(pair, [{ rate, validOn }]);
    else known.push({ rate, validOn });
  }
  return rates;
}

/** The latest value of a World Bank indicator for each country. */
export async function readIndicator(database: Queryable, name: string): Promise<ReferenceData['meanTariffs']> {
  const rows = await database.query<{ country: string; value: string; year: number }>(
    `select distinct on (country) country, value::text, year from country_indicators where indicator = $1
     order by country, year desc`,
    [name],
  );
  return new Map(rows.map(({ country, value, year }) => [country, { value: Number(value), year }]));
}
