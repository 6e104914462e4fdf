import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MIGRATIONS } from '../../db/migrations';

const FOLDER = path.join(__dirname, '..', '..', 'db', 'migrations');
/** Tables that grow with each payment: reading one of them whole takes longer than anybody may be kept waiting. */
const LARGE = [
  'audit_chain',
  'audit_log',
  'deliveries',
  'delivery_attempts',
  'dispatches',
  'document_files',
  'document_requests',
  'documents',
  'events',
  'idempotency_keys',
  'outbox',
  'partner_reports',
  'payment_instructions',
  'payment_quotes',
  'reconciliation_cases',
  'screenings',
  'settlements',
  'shipments',
  'statement_entries',
  'status_history',
  'tracking_links',
  'unmatched_reports',
].join('|');

const RULES: readonly { refuses: string; pattern: RegExp; example: string }[] = [
  {
    refuses: 'an index that keeps writers out (createIndexConcurrently)',
    pattern: new RegExp(`create\\s+(unique\\s+)?index\\s+(?!concurrently\\b)[^;]*?\\bon\\s+(only\\s+)?(${LARGE})\\b`),
    example: 'create index deliveries_of_day\n  on deliveries (created_at)',
  },
  {
    refuses: 'an index of a constraint, which keeps writers out (createIndexConcurrently, then "using index")',
    pattern: new RegExp(`alter\\s+table\\s+(${LARGE})\\b[^;]*\\b(unique|primary\\s+key)\\s*\\(`),
    example: 'alter table events add constraint events_once unique (subject, type)',
  },
  {
    refuses: 'all rows in one transaction (backfill)',
    pattern: new RegExp(`\\b(update|delete\\s+from)\\s+(only\\s+)?(${LARGE})\\b`),
    example: `update events set type = 'x'`,
  },
  {
    refuses: 'a check of all rows under a lock ("not valid", then "validate constraint" in a migration of its own)',
    pattern: new RegExp(
      `alter\\s+table\\s+(${LARGE})\\b[^;]*\\badd\\s+(constraint\\s+\\w+\\s+)?(check|foreign)\\b(?![^;]*not\\s+valid)`,
    ),
    example: 'alter table events add constraint named check (type <> $$$$)',
  },
  {
    refuses: 'a rewrite or a check of all rows under a lock (a new column beside the old one)',
    pattern: new RegExp(
      `alter\\s+table\\s+(${LARGE})\\b[^;]*\\balter\\s+(column\\s+)?\\w+\\s+(type|set\\s+data|set\\s+not\\s+null)\\b`,
    ),
    example: 'alter table events alter column type set not null',
  },
  {
    refuses: 'a generated or serial column, for which all rows are written again',
    pattern: new RegExp(
      `alter\\s+table\\s+(${LARGE})\\b[^;]*\\badd\\s+(column\\s+)?\\w+\\s+[^;]*?(\\bstored\\b|\\bidentity\\b|serial\\b)`,
    ),
    example: 'alter table events add column day date generated always as (created_at::date) stored',
  },
];

/** @returns what the SQL in that source does to a large table that takes as long as the table is large */
function faultsOf(source: string): string[] {
  const text = source.replace(/\/\*[\s\S]*?\*\/|--.*|^\s*\/\/.*$/gm, ' ').toLowerCase();
  return RULES.filter(({ pattern }) => pattern.test(text)).map(({ refuses }) => refuses);
}

const files = readdirSync(FOLDER).filter((file) => /^\d{4}-/.test(file));

it.each(RULES)('refuses $refuses', ({ refuses, example }) => {
  expect(faultsOf('builder.raw(`' + example + ';`)')).toEqual([refuses]);
});

it('lets be what takes no longer on a large table, and everything on a small one', () => {
  const fine = `
    create table notes (id text primary key, event_id text references events);
    create index notes_event on notes (event_id);
    create index concurrently events_note on events (note);
    alter table events add column note text not null default '';
    alter table events add constraint noted check (note <> '') not valid;
    alter table events validate constraint noted;
    update accounts set name = name; -- update events set note = ''
  `;
  expect(faultsOf(fine)).toEqual([]);
});

it('finds nothing of that in any migration', () => {
  const faults = files.map((file) => [file, faultsOf(readFileSync(path.join(FOLDER, file), 'utf8'))]);
  expect(faults.filter(([, found]) => found?.length !== 0)).toEqual([]);
});

it('knows every migration by its file, and in its order', () => {
  expect(MIGRATIONS.map(({ name }) => `${name}.ts`)).toEqual(files.sort());
});
