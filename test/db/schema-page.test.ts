import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createTestDatabase } from '../support/database';

const ROOT = path.join(__dirname, '..', '..');
const PAGE = path.join(ROOT, 'docs', 'SCHEMA.md');
const SCHEMA = path.join(ROOT, 'db', 'schema');

interface TableRow {
  name: string;
  columns: { name: string; type: string; isNullable: boolean }[];
  targets: string[];
}

const TABLES = `
  select c.relname as name,
    (select json_agg(json_build_object('name', a.attname, 'type', replace(format_type(a.atttypid, a.atttypmod), 'timestamp with time zone', 'timestamptz'),
                                       'isNullable', not a.attnotnull) order by a.attnum)
     from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(json_agg(distinct k.confrelid::regclass::text), '[]')
     from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') as targets
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;

function tableText({ name, columns, targets }: TableRow): string {
  const shown = columns.map((column) => `\`${column.name} ${column.type}${column.isNullable ? '?' : ''}\``).join(', ');
  const references = targets.length === 0 ? '' : ` Refers to ${targets.map((target) => `\`${target}\``).join(', ')}.`;
  return `- **${name}**: ${shown}.${references}`;
}

/** The tables that a file of the schema creates, in its order. */
function tablesIn(file: string, tables: ReadonlyMap<string, TableRow>): TableRow[] {
  const sql = readFileSync(path.join(SCHEMA, file), 'utf8');
  return [...sql.matchAll(/^create table (\w+)/gm)].flatMap(([, name = '']) => tables.get(name) ?? []);
}

function pageOf(tables: ReadonlyMap<string, TableRow>): string {
  const sections = readdirSync(SCHEMA).map((file) => {
    const list = tablesIn(file, tables).map(tableText);
    return list.length === 0 ? '' : `\n## [${file}](../db/schema/${file})\n\n${list.join('\n')}\n`;
  });
  return `# Schema

Tables as Postgres has them, by the file that creates them; \`?\` marks a column that may be null. The files say what a
column means, and have the constraints and indexes. Made by \`UPDATE_SCHEMA=1 npm test -- test/db/schema-page.test.ts\`.
${sections.join('')}`;
}

it('docs/SCHEMA.md shows every table as Postgres has it', async () => {
  const database = await createTestDatabase();
  const rows = await database.query<TableRow>(TABLES);
  const page = pageOf(new Map(rows.map((row) => [row.name, row])));
  if (process.env['UPDATE_SCHEMA'] === '1') writeFileSync(PAGE, page);
  expect(readFileSync(PAGE, 'utf8')).toBe(page);
  const made = rows.filter(({ name }) => !name.startsWith('knex_'));
  expect(made.filter(({ name }) => !page.includes(`**${name}**`))).toEqual([]);
});
