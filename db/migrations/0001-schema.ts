import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Knex } from 'knex';

const SCHEMA = path.join(__dirname, '..', 'schema');
/** Made by `scripts/holidays.mjs`; Postgres reads it, so that no process holds it parsed. */
const HOLIDAYS = path.join(__dirname, '..', 'payments', 'routing', 'holidays.json');

/** Calendars of countries, each with the holidays that are listed of it. Source: docs/GAPS.md#P12 */
const CALENDARS_SQL = `
  with book as materialized (select ?::jsonb as value),
  country as (
    insert into calendars (id, weekend, source, known_from, known_until)
    select c.key, array(select jsonb_array_elements_text(c.value -> 'weekend')::smallint), book.value ->> 'source',
           case when c.value -> 'holidays' <> 'null' then (book.value ->> 'from')::date end,
           case when c.value -> 'holidays' <> 'null' then (book.value ->> 'until')::date end
    from book, jsonb_each(book.value -> 'countries') c
  )
  insert into calendar_days (calendar_id, date, name, source)
  select c.key, day::date, h.key, book.value ->> 'source'
  from book, jsonb_each(book.value -> 'countries') c,
       jsonb_each(case when c.value -> 'holidays' <> 'null' then c.value -> 'holidays' else '{}' end) h,
       jsonb_array_elements_text(h.value) day`;

/** The schema of release 1.0.0: the files of `db/schema`, in the order of their names, and the first calendars. */
export async function up(builder: Knex): Promise<void> {
  for (const file of readdirSync(SCHEMA).sort()) {
    // For knex a question mark is a parameter.
    await builder.raw(readFileSync(path.join(SCHEMA, file), 'utf8').replaceAll('?', '\\?'));
  }
  await builder.raw(CALENDARS_SQL, [readFileSync(HOLIDAYS, 'utf8')]);
}
