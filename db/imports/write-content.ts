import type { EditionContent, TariffLine } from '../../domain/imports/drafts';
import { assertNever } from '../../domain/errors';
import type { Queryable } from '../database';
import { batchesOf, columnsOf, insertRows, textArray } from './insert-rows';
import { writeWatchList } from '../compliance/write-watch-list';
import { writeAgreements, writePrograms, writeReplacements } from './write-facts';

type Content<Kind extends EditionContent['kind']> = Extract<EditionContent, { kind: Kind }>;

/** Tables that hold rows of editions, by what they are about; members and exceptions go with their agreement. */
const TABLES: Readonly<Record<EditionContent['kind'], readonly string[]>> = {
  nomenclature: ['hs_nodes'],
  names: ['hs_names'],
  synonyms: ['search_rules'],
  schedule: ['additional_duties', 'tariff_lines'],
  vat: ['vat_rates'],
  trade: ['trade_statistics'],
  indicator: ['country_indicators'],
  'exchange-rates': ['exchange_rates'],
  agreements: ['trade_agreements'],
  programs: ['tariff_programs'],
  replacements: ['hs_replacements'],
  'watch-list': ['watch_list_entries'],
};

/** Removes the rows of an edition; the edition itself stays on record. */
export async function removeContent(client: Queryable, editionId: string, kind: EditionContent['kind']): Promise<void> {
  for (const table of TABLES[kind]) await client.query(`delete from ${table} where edition_id = $1`, [editionId]);
}

function jsonOrNull(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

async function writeNomenclature(
  client: Queryable,
  id: string,
  { nodes, sections }: Content<'nomenclature'>,
): Promise<void> {
  const columns = { code: 'text', section: 'text', description: 'text', edition_id: 'text' };
  const rows = nodes.map((node) => [node.code, node.section, node.description, id]);
  await insertRows(client, 'hs_nodes', columns, rows);
  for (const { roman, name } of sections) {
    await client.query(
      `insert into hs_sections (roman, name, edition_id) values ($1, $2, $3)
       on conflict (roman) do update set name = excluded.name, edition_id = excluded.edition_id`,
      [roman, name, id],
    );
  }
}

/** Columns of a line beside its edition, its code and its place. */
const LINE_COLUMNS = {
  description: 'text',
  path: 'text',
  unit: 'text',
  expression: 'text',
  rate_kind: 'text',
  ad_valorem: 'numeric',
  duty: 'jsonb',
  preferences: 'jsonb',
  special_text: 'text',
  column_two: 'jsonb',
};

function lineRow(line: TariffLine): (string | null)[] {
  return [
    line.description,
    line.path.join(' > '),
    line.unit,
    line.rate?.expression ?? null,
    line.rate?.kind ?? null,
    line.rate?.adValorem ?? null,
    jsonOrNull(line.rate?.duty ?? null),
    line.preferences.length === 0 ? null : JSON.stringify(line.preferences),
    line.specialText,
    jsonOrNull(line.columnTwo),
  ];
}

/**
 * Inserts tariff lines. Lines that differ only in code and position are sent once: a schedule without descriptions has
 * a few hundred different ones.
 */
async function writeLines(
  client: Queryable,
  id: string,
  schedule: string,
  lines: readonly TariffLine[],
): Promise<void> {
  const alike = new Map<string, { row: (string | null)[]; codes: string[]; positions: number[] }>();
  lines.forEach((line, position) => {
    const { description, path, unit, rate, specialText, columnTwo } = line;
    const key = [unit, rate?.expression, specialText, columnTwo?.expression, description, ...path].join('\n');
    const group = alike.get(key) ?? { row: lineRow(line), codes: [], positions: [] };
    group.codes.push(line.code);
    group.positions.push(position);
    alike.set(key, group);
  });
  const rows = [...alike.values()].map(({ row, codes, positions }) => [codes.join(' '), positions.join(' '), ...row]);
  const names = Object.keys(LINE_COLUMNS);
  const casts = Object.entries(LINE_COLUMNS).map(([name, type]) => `r.${name}::${type}`);
  const arrays = ['codes', 'positions', ...names].map((_, index) => `$${index + 3}::text[]`);
  const statement = `insert into tariff_lines (edition_id, schedule, code, position, ${names.join(', ')})
     select $1::text, $2::text, l.code, l.position, ${casts.join(', ')}
     from unnest(${arrays.join(', ')}) as r(codes, positions, ${names.join(', ')}),
       unnest(string_to_array(r.codes, ' '), string_to_array(r.positions, ' ')::integer[]) as l(code, position)`;
  for (const batch of batchesOf(rows)) await client.query(statement, [id, schedule, ...columnsOf(batch)]);
}

async function writeSchedule(
  client: Queryable,
  id: string,
  { schedule, lines, additional }: Content<'schedule'>,
): Promise<void> {
  await writeLines(client, id, schedule, lines);
  await insertRows(
    client,
    'additional_duties',
    { edition_id: 'text', heading: 'text', facts: 'jsonb' },
    additional.map((duty) => [id, duty.heading, JSON.stringify(duty)]),
  );
}

async function writeVat(client: Queryable, id: string, { rates }: Content<'vat'>): Promise<void> {
  const columns = {
    edition_id: 'text',
    country: 'text',
    rate: 'numeric',
    name: 'text',
    valid_from: 'date',
    valid_to: 'date',
  };
  const rows = rates.map((rate) => [id, rate.country, rate.percent, rate.name, rate.validFrom, rate.validTo]);
  await insertRows(client, 'vat_rates', columns, rows);
}

async function writeTrade(client: Queryable, id: string, { rows }: Content<'trade'>): Promise<void> {
  const columns = {
    edition_id: 'text',
    code: 'text',
    year: 'integer',
    global_exports: 'numeric',
    global_imports: 'numeric',
    top_exporters: 'text[]',
    top_importers: 'text[]',
  };
  const values = rows.map((row) => {
    const [exporters, importers] = [textArray(row.topExporters), textArray(row.topImporters)];
    return [id, row.code, String(row.year), row.exports, row.imports, exporters, importers];
  });
  await insertRows(client, 'trade_statistics', columns, values);
}

/** Writes the rows of an edition under its id. */
export async function writeContent(client: Queryable, id: string, content: EditionContent): Promise<void> {
  switch (content.kind) {
    case 'nomenclature':
      return writeNomenclature(client, id, content);
    case 'names': {
      const rows = content.names.map(({ code, name }) => [id, code, name]);
      return insertRows(client, 'hs_names', { edition_id: 'text', code: 'text', name: 'text' }, rows);
    }
    case 'synonyms': {
      const columns = {
        edition_id: 'text',
        position: 'integer',
        terms: 'text[]',
        alternatives: 'text[]',
        language: 'text',
      };
      const rows = content.rules.map(({ terms, alternatives, language }, at) => {
        return [id, String(at), textArray([terms]), textArray(alternatives), language];
      });
      return insertRows(client, 'search_rules', columns, rows);
    }
    case 'schedule':
      return writeSchedule(client, id, content);
    case 'vat':
      return writeVat(client, id, content);
    case 'trade':
      return writeTrade(client, id, content);
    case 'indicator': {
      const columns = { edition_id: 'text', country: 'text', indicator: 'text', year: 'integer', value: 'numeric' };
      const rows = content.values.map((row) => [id, row.country, row.indicator, String(row.year), row.value]);
      return insertRows(client, 'country_indicators', columns, rows);
    }
    case 'exchange-rates': {
      const columns = { edition_id: 'text', base: 'text', quote: 'text', rate: 'numeric', valid_on: 'date' };
      const rows = content.rates.map(({ base, quote, rate, validOn }) => [id, base, quote, rate, validOn]);
      return insertRows(client, 'exchange_rates', columns, rows);
    }
    case 'agreements':
      return writeAgreements(client, id, content.agreements);
    case 'programs':
      return writePrograms(client, id, content.programs);
    case 'replacements':
      return writeReplacements(client, id, content.replacements);
    case 'watch-list':
      return writeWatchList(client, id, content.entries);
    default:
      return assertNever(content);
  }
}
