import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Knex } from 'knex';

/** Made by `scripts/holidays.mjs`; Postgres reads it, so that no process holds it parsed. */
const HOLIDAYS = path.join(__dirname, '..', 'payments', 'holidays.json');

/**
 * Calendars of countries and of payment systems. Days that follow from a system's rule are computed and not stored; a
 * stored day goes before the rule, and `is_open` takes a day away from it.
 * Source: docs/GAPS.md#P12
 */
export async function up(builder: Knex): Promise<void> {
  await builder.raw(`
    create table calendars (
      id text primary key,
      weekend smallint[] not null,
      rule text check (rule in ('target', 'federal_reserve', 'chaps')),
      source text not null,
      known_from date,
      known_until date,
      check ((known_from is null) = (known_until is null))
    );
    create table calendar_days (
      calendar_id text not null references calendars (id),
      date date not null,
      name text not null,
      is_open boolean not null default false,
      source text not null,
      primary key (calendar_id, date)
    );
    insert into calendars (id, weekend, rule, source) values
      ('TARGET', '{6,7}', 'target', 'European Central Bank, TARGET closing days, 14 December 2000'),
      ('US-FED', '{6,7}', 'federal_reserve', 'Federal Reserve Financial Services, holiday schedule'),
      ('UK-CHAPS', '{6,7}', 'chaps', 'Banking and Financial Dealings Act 1971; Bank of England, CHAPS');
  `);
  await builder.raw(
    `with book as materialized (select ?::jsonb as value),
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
          jsonb_array_elements_text(h.value) day`,
    [readFileSync(HOLIDAYS, 'utf8')],
  );
}
