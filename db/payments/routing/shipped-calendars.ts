import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { shippedCalendars } from '../../../domain/payments/routing/shipped-calendars';
import type { Transacting } from '../../database';
import { CHANNELS } from '../../listener';
import { EVERY_CALENDAR, requestRedating } from './redating';

/** Made by `scripts/holidays.mjs`; Postgres reads it, so that no process holds it parsed. */
const HOLIDAYS = path.join(__dirname, 'holidays.json');

/** $1: holidays of countries, the text of the file; $2: calendars of payment systems. */
const BRING_SQL = `
  with book as materialized (select $1::jsonb as value),
  country as materialized (
    select c.key as id, array(select jsonb_array_elements_text(c.value -> 'weekend')::smallint) as weekend,
           nullif(c.value -> 'holidays', 'null') as holidays, book.value ->> 'source' as source,
           (book.value ->> 'from')::date as known_from, (book.value ->> 'until')::date as known_until
    from book, jsonb_each(book.value -> 'countries') c
  ),
  system as materialized (
    select * from jsonb_to_recordset($2::jsonb) as s (id text, weekend smallint[], rule text, source text,
      "knownFrom" date, "knownUntil" date, days jsonb, "guessedFrom" text, "listedYears" integer[])
  ),
  country_day as materialized (
    select c.id, day::date as date, h.key as name, c.source
    from country c, jsonb_each(c.holidays) h, jsonb_array_elements_text(h.value) day
  ),
  shipped_day as materialized (
    select id, date, name, false as is_open, source from country_day
    union all
    select s.id, d.date, d.name, d."isOpen", d.source
    from system s, jsonb_to_recordset(s.days) as d (date date, name text, "isOpen" boolean, source text)
    union all
    select s.id, d.date, d.name, false, d.source
    from system s join country_day d on d.id = s."guessedFrom"
    where extract(year from d.date) <> all (s."listedYears")
  ),
  kept as (
    insert into calendars (id, weekend, rule, source, known_from, known_until)
    select id, weekend, null, source, case when holidays is not null then known_from end,
           case when holidays is not null then known_until end
    from country
    union all
    select id, weekend, rule, source, "knownFrom", "knownUntil" from system
    on conflict (id) do update
      set (weekend, rule, source, known_from, known_until) =
        (excluded.weekend, excluded.rule, excluded.source, excluded.known_from, excluded.known_until)
      where (calendars.weekend, calendars.rule, calendars.source, calendars.known_from, calendars.known_until)
        is distinct from
        (excluded.weekend, excluded.rule, excluded.source, excluded.known_from, excluded.known_until)
    returning id
  ),
  removed as (
    delete from calendar_days d
    where source <> 'operator'
      and not exists (select from shipped_day s where s.id = d.calendar_id and s.date = d.date)
    returning calendar_id
  ),
  written as (
    insert into calendar_days (calendar_id, date, name, is_open, source)
    select s.id, s.date, s.name, s.is_open, s.source
    from shipped_day s left join calendar_days d on d.calendar_id = s.id and d.date = s.date
    where d.date is null or (d.source <> 'operator'
      and (d.name, d.is_open, d.source) is distinct from (s.name, s.is_open, s.source))
    on conflict (calendar_id, date) do update
      set (name, is_open, source) = (excluded.name, excluded.is_open, excluded.source)
      where calendar_days.source <> 'operator'
        and (calendar_days.name, calendar_days.is_open, calendar_days.source)
          is distinct from (excluded.name, excluded.is_open, excluded.source)
    returning calendar_id
  ),
  changed as (
    select id from kept union select calendar_id from removed union select calendar_id from written
  )
  select id, exists (select from calendars) as "isOlder" from changed order by id`;

/**
 * Updates calendars to those of the release: adds missing ones, and replaces days that differ. A day that an operator
 * closed or opened stays. Waiting payments are dated again where a calendar changed.
 * @returns ids of the changed calendars
 * Source: docs/GAPS.md#P12
 */
export async function updateShippedCalendars(database: Transacting): Promise<string[]> {
  const holidays = await readFile(HOLIDAYS, 'utf8');
  return database.transaction(async (client) => {
    const values = [holidays, JSON.stringify(shippedCalendars())];
    const changed = await client.query<{ id: string; isOlder: boolean }>(BRING_SQL, values, 'for_values');
    // One look at the payments serves for all calendars, and for currencies that settle by another one now.
    if (changed.some(({ isOlder }) => isOlder)) {
      await requestRedating(client, EVERY_CALENDAR);
      await client.query('select pg_notify($1, $2)', [CHANNELS.calendars, EVERY_CALENDAR]);
    }
    return changed.map(({ id }) => id);
  });
}
