import type { Calendar } from '../../../domain/payments/routing/calendars';
import type { CalendarRule } from '../../../domain/payments/routing/payment-system-days';
import { appendAuditEntry, type Actor } from '../../auth/audit-log';
import type { Database, Queryable } from '../../database';
import { CHANNELS, type Listener } from '../../listener';
import { readCalendar } from './read-calendar';
import { requestRedating } from './redating';

export interface ListedCalendar {
  id: string;
  weekend: number[];
  rule: CalendarRule | null;
  source: string;
  knownFrom: string | null;
  knownUntil: string | null;
}

/** One page of calendars, by id. */
export function listCalendars(
  database: Queryable,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ListedCalendar[]> {
  return database.query<ListedCalendar & Record<string, unknown>>(
    `select id, weekend, rule, source, known_from::text as "knownFrom", known_until::text as "knownUntil"
     from calendars where $1::text is null or id > $1 order by id limit $2`,
    [after ?? null, limit],
  );
}

/** What one day of a calendar is to be. */
export interface DaySetting {
  /** Calendar date. */
  date: string;
  /** What clients read. */
  name: string;
  isOpen: boolean;
  /** Why, for the audit log. */
  reason?: string | undefined;
}

/**
 * Closes or opens one day of a calendar for new and waiting payments, notifies every process, and writes the audit
 * entry, in one transaction. Repeating a setting changes nothing and writes no entry.
 * @returns false when there is no such calendar
 * Source: docs/GAPS.md#P12
 */
export function setCalendarDay(
  database: Database,
  calendarId: string,
  { date, name, isOpen, reason }: DaySetting,
  actor: Actor,
): Promise<boolean> {
  return database.transaction(async (client) => {
    const [before] = await client.query<{ name: string; isOpen: boolean }>(
      `select name, is_open as "isOpen" from calendar_days where calendar_id = $1 and date = $2 for update`,
      [calendarId, date],
    );
    const [calendar] = await client.query<{ isChanged: boolean }>(
      `with kept as (
         insert into calendar_days (calendar_id, date, name, is_open, source)
         select id, $2, $3, $4, 'operator' from calendars where id = $1
         on conflict (calendar_id, date) do update
           set name = excluded.name, is_open = excluded.is_open, source = excluded.source
           where (calendar_days.name, calendar_days.is_open, calendar_days.source)
             is distinct from (excluded.name, excluded.is_open, excluded.source)
         returning date)
       select exists (select from kept) as "isChanged" from calendars where id = $1`,
      [calendarId, date, name, isOpen],
    );
    if (calendar === undefined) return false;
    if (!calendar.isChanged) return true;
    const act = isOpen ? 'calendar.holiday_removed' : 'calendar.holiday_added';
    const values = { before: before ?? null, after: { name, isOpen } };
    const detail = { date, name, ...values, ...(reason === undefined ? {} : { reason }) };
    await appendAuditEntry(client, { actor, act, subject: calendarId, accountId: null, detail });
    await requestRedating(client, calendarId);
    await client.query('select pg_notify($1, $2)', [CHANNELS.calendars, calendarId]);
    return true;
  });
}

/** How stale a calendar may be if a notification is missed. */
const CACHE_MS = 1_000;

/** Calendars of this process, each read when it is needed and again when one changes. */
export class CalendarCache {
  private readonly loaded = new Map<string, { calendar: Promise<Calendar | null>; at: number }>();

  constructor(
    private readonly database: Queryable,
    listener: Listener | null,
  ) {
    listener?.on(CHANNELS.calendars, () => this.loaded.clear());
  }

  /** @returns those of the calendars that there are */
  async all(ids: readonly string[]): Promise<Calendar[]> {
    const calendars = await Promise.all(ids.map((id) => this.findCached(id)));
    return calendars.filter((calendar) => calendar !== null);
  }

  private findCached(id: string): Promise<Calendar | null> {
    const known = this.loaded.get(id);
    const now = Date.now();
    if (known !== undefined && now - known.at < CACHE_MS) return known.calendar;
    const calendar = readCalendar(this.database, id);
    this.loaded.set(id, { calendar, at: now });
    // What is not there is not remembered: ids come from requests too.
    const forget = (): void => void this.loaded.delete(id);
    calendar.then((found) => found === null && forget(), forget);
    return calendar;
  }
}
