import type { FieldFault } from '../../../domain/errors';
import {
  calendarIdsFor,
  closedByAny,
  type Calendar,
  type CalendarDay,
} from '../../../domain/payments/routing/calendars';
import type { ClosedDay } from '../../../domain/payments/routing/dates';
import { ruleOf } from '../../../domain/payments/routing/payment-system-days';
import type { Queryable } from '../../database';

interface Row {
  id: string;
  weekend: number[];
  rule: string | null;
  source: string;
  known_from: string | null;
  known_until: string | null;
  days: CalendarDay[];
}

/** A calendar with all its listed days; null when there is none of that id. */
export async function readCalendar(database: Queryable, id: string): Promise<Calendar | null> {
  const [row] = await database.query<Row & Record<string, unknown>>(
    `select c.id, c.weekend, c.rule, c.source, c.known_from::text as known_from, c.known_until::text as known_until,
            coalesce((select jsonb_agg(jsonb_build_object(
              'date', d.date::text, 'name', d.name, 'isOpen', d.is_open, 'source', d.source) order by d.date)
              from calendar_days d where d.calendar_id = c.id), '[]') as days
     from calendars c where c.id = $1`,
    [id],
  );
  if (row === undefined) return null;
  const { known_from: knownFrom, known_until: knownUntil, rule, days, ...rest } = row;
  return { ...rest, rule: ruleOf(rule), knownFrom, knownUntil, days: new Map(days.map((day) => [day.date, day])) };
}

/** @returns those of the calendars that there are, by id; each is read once */
export async function readCalendars(database: Queryable, ids: Iterable<string>): Promise<Map<string, Calendar>> {
  const found = await Promise.all([...new Set(ids)].map((id) => readCalendar(database, id)));
  return new Map(found.flatMap((calendar) => (calendar === null ? [] : [[calendar.id, calendar]])));
}

/**
 * @param payment `calendars`: ids of those of its route, where they are to count too
 * @returns the days on which a payment's currency or its beneficiary's country is closed
 */
export async function readClosedDays(
  database: Queryable,
  payment: { currency: string; beneficiaryCountry: string; calendars?: readonly string[] },
): Promise<ClosedDay> {
  const { currency, beneficiaryCountry, calendars = [] } = payment;
  const found = await readCalendars(database, [...calendarIdsFor(currency, beneficiaryCountry), ...calendars]);
  return closedByAny([...found.values()]);
}

/** A fault that names the ids without a calendar; empty if each has one. */
export async function calendarFaults(database: Queryable, ids: readonly string[]): Promise<FieldFault[]> {
  if (ids.length === 0) return [];
  const unknown = await database.query<{ id: string }>(
    `select w.id from unnest($1::text[]) with ordinality as w (id, place)
     where not exists (select from calendars c where c.id = w.id) order by w.place`,
    [ids],
  );
  if (unknown.length === 0) return [];
  const message = `There is no calendar ${unknown.map(({ id }) => id).join(', ')}.`;
  return [{ field: 'calendars', code: 'unknown', message }];
}
