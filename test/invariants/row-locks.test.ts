import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { createTestDatabase, type TestDatabase } from '../support/database';

const ROOT = path.join(__dirname, '..', '..');
/** Folders that hold no SQL of the product; `lab` locks rows as strangers do. Migrations that exist are not changed: their functions are read from Postgres. */
const WITHOUT = new Set(['test', 'node_modules', 'dist', 'docs', 'migrations', 'client', 'coverage', 'lab']);

let database: TestDatabase;
/** Tables that rows of other tables refer to. */
let parents: ReadonlySet<string>;
beforeAll(async () => {
  database = await createTestDatabase();
  const rows = await database.query<{ name: string }>(
    `select distinct c.relname as name from pg_constraint k join pg_class c on c.oid = k.confrelid where k.contype = 'f'`,
  );
  parents = new Set(rows.map(({ name }) => name));
});

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) return WITHOUT.has(entry.name) || entry.name.startsWith('.') ? [] : sourcesIn(name);
    return /\.tsx?$/.test(entry.name) ? [name] : [];
  });
}

/** @returns the texts of a source; what a template takes in stands as `$` and the letters of its expression */
function textsOf(source: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node)) {
      const parts = node.templateSpans.map(
        ({ expression, literal }) => `$${expression.getText().replace(/\W+/g, '_')}${literal.text}`,
      );
      texts.push([node.head.text, ...parts].join(''));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true));
  return texts;
}

function lockingTextsIn(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return source.includes('for update') ? textsOf(source) : [];
}

/** @returns the query that ends with a lock, without its subqueries */
function queryBefore(sql: string, end: number): string {
  let depth = 0;
  let query = '';
  for (let at = end - 1; at >= 0; at -= 1) {
    const letter = sql[at] ?? '';
    if (letter === ')') depth += 1;
    if (letter === '(' && depth === 0) break;
    if (letter === '(') depth -= 1;
    else if (depth === 0) query = letter + query;
    if (depth === 0 && /^select\b/i.test(query)) break;
  }
  return query;
}

/** @returns the tables of a query by the names that it calls them */
function tablesOf(query: string): Map<string, string> {
  const [, from = ''] = query.split(/\bfrom\b/i);
  const tables = new Map<string, string>();
  for (const [, table = '', alias] of `from ${from}`.matchAll(
    /(?:\bfrom|\bjoin|,)\s+([\w$]+)(?:\s+(?:as\s+)?(?!where\b|join\b|order\b|limit\b|cross\b|left\b|using\b|on\b)(\w+))?/gi,
  )) {
    tables.set(alias ?? table, table);
  }
  return tables;
}

/**
 * @returns what rows that refer to the locked ones wait for: tables with children whose rows a statement locks
 *   `for update`, where it does not delete them. A table whose name the text does not say is taken for one of them
 */
function lockedAgainstChildren(sql: string): string[] {
  return [...sql.matchAll(/\bfor update\b(?: of (\w+(?:, *\w+)*))?( skip locked)?/gi)].flatMap(
    ({ index, 1: named, 2: skips }) => {
      const tables = tablesOf(queryBefore(sql, index));
      const names = named === undefined ? [...tables.keys()] : named.split(/[\s,]+/);
      const locked = names.map((name) => tables.get(name) ?? name);
      return locked.filter((table) => {
        const isDeleted = skips !== undefined && sql.includes(`delete from ${table}`);
        return !isDeleted && (parents.has(table) || table.startsWith('$'));
      });
    },
  );
}

it('locks no row so that rows which refer to it wait, unless it is deleted', () => {
  const found = sourcesIn(ROOT).flatMap((file) =>
    lockingTextsIn(file).flatMap((sql) =>
      lockedAgainstChildren(sql).map((table) => `${path.relative(ROOT, file)}: ${table}`),
    ),
  );
  expect(found).toEqual([]);
});

it('neither does a function of the schema', async () => {
  const functions = await database.query<{ name: string; text: string }>(
    `select proname as name, prosrc as text from pg_proc where pronamespace = 'public'::regnamespace`,
  );
  expect(functions.map(({ name }) => name)).toContain('check_dispatch');
  const statements = functions.flatMap(({ name, text }) => text.split(';').map((sql) => ({ name, sql })));
  expect(statements.filter(({ sql }) => lockedAgainstChildren(sql).length > 0)).toEqual([]);
});

describe('the law', () => {
  it.each([
    ['accounts', 'select 1 from accounts where id = $1 for update'],
    ['accounts', 'select 1 from accounts where id = (select account_id from users where id = $1) for update'],
    [
      'webhook_subscriptions',
      'known as (select s.id from webhook_subscriptions s cross join v where true for update of s)',
    ],
    [
      'payment_instructions',
      'select i.id from other o join payment_instructions i using (id) for update of i skip locked',
    ],
    ['partners', 'select * from outbox o, partners p where true for update'],
    ['$table', 'update $table set x = 1 where id in (select id from $table limit 9 for update skip locked)'],
    ['deliveries', 'delete from deliveries where id in (select id from deliveries for update)'],
  ])('finds a lock of %s', (table, sql) => {
    expect(lockedAgainstChildren(sql)).toEqual([table]);
  });

  it.each([
    'select 1 from accounts where id = $1 for no key update',
    'select o.id from outbox o join payment_instructions i on i.id = o.subject for update of o skip locked',
    'select subject from rate_buckets where subject in (select id from accounts) for update',
    'delete from deliveries where id in (select id from deliveries limit 1 for update skip locked)',
  ])('lets pass: %s', (sql) => {
    expect(lockedAgainstChildren(sql)).toEqual([]);
  });

  it('reads what is put together from pieces', () => {
    const source = 'const a = `select * from ${table} where id = ${id(1)} for update`;';
    expect(textsOf(source).flatMap(lockedAgainstChildren)).toEqual(['$table']);
  });
});
