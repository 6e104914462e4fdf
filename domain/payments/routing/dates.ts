import { DomainError } from '../../errors';
import type { Timeline } from '../instruction/status';
import { addDays, dayOfWeek, startOfUtcDay } from '../../calendar-dates';

/** A calendar with this many closed days in a row is broken data, not a holiday season. */
const MAX_ROLL_DAYS = 60;

/** What moved an expected date. */
export type DateReason = 'cut_off' | 'weekend' | 'holiday' | 'value_date';

/** One thing that moved the expected date. */
export interface DateStep {
  reason: DateReason;
  date: string;
  message: string;
}

/** Tells why a day is closed, or null for an open one. */
export type ClosedDay = (date: string) => { reason: 'weekend' | 'holiday'; name: string } | null;

/** What an expected date depends on. Source: docs/GAPS.md#P12 */
export interface DateRequest {
  /** When the instruction was received. */
  now: Date;
  timeline: Timeline;
  valueDate: string | null;
  /** `HH:MM`, local time of `cutOffZone`. */
  cutOff: string;
  cutOffZone: string;
  /** A route that settles around the clock: cut-off and calendars do not apply to instant settlement. */
  alwaysOpen: boolean;
  /** Open days that `t_plus_n` takes. */
  openDaysForN: number;
  closed: ClosedDay;
}

/** When a payment is expected to be settled, and why not earlier; dates are calendar dates. */
export interface ExpectedDate {
  expectedDate: string;
  /** First day on which the route works on it; later than today when a value date was requested. */
  startDate: string;
  explanation: DateStep[];
}

const OPEN_DAYS: Record<Exclude<Timeline, 't_plus_n'>, number> = { instant: 0, same_day: 0, t_plus_1: 1, t_plus_2: 2 };

/** One for each zone that a route names: making one takes a millisecond, using it a thousandth of that. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** @returns whether the text names a zone of the IANA database */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-CA', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/**
 * A formatter of local times, cached by zone. An unknown zone counts as UTC: a mistyped zone of a route may give
 * another day, but fails no payment.
 */
function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const formatter = new Intl.DateTimeFormat('en-CA', {
    timeZone: isTimeZone(zone) ? zone : 'UTC',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formatters.set(zone, formatter);
  return formatter;
}

/** Calendar date and `HH:MM`. */
interface LocalTime {
  date: string;
  time: string;
}

const MINUTE_MS = 60_000;
/** What it was in each zone in the minute that was asked for last: one decision asks for the same one many times. */
const newest = new Map<string, { minute: number; local: LocalTime }>();

/**
 * Calendar date and `HH:MM` of a moment in a zone of the IANA database, in UTC for an unknown zone. The newest minute
 * of each zone is cached.
 */
export function localTime(moment: Date, zone: string): LocalTime {
  const minute = Math.floor(moment.getTime() / MINUTE_MS);
  const known = newest.get(zone);
  if (known?.minute === minute) return known.local;
  const local = readClock(moment, zone);
  newest.set(zone, { minute, local });
  return local;
}

function readClock(moment: Date, zone: string): LocalTime {
  const parts = formatterOf(zone).formatToParts(moment);
  const part = (type: string): string => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return { date: `${part('year')}-${part('month')}-${part('day')}`, time: `${part('hour')}:${part('minute')}` };
}

/**
 * The next open day, the start included; each closed day that is skipped is added to the explanation.
 * @throws DomainError UNAVAILABLE when there is none within two months
 */
function rollForward(start: string, closed: ClosedDay, explanation: DateStep[]): string {
  let date = start;
  for (let moved = 0; moved < MAX_ROLL_DAYS; moved += 1) {
    const closure = closed(date);
    if (closure === null) return date;
    explanation.push({ reason: closure.reason, date, message: `${date} is not a business day: ${closure.name}.` });
    date = addDays(date, 1);
  }
  // Only a calendar that operators closed for so long has none; until they open it no date can be promised.
  throw new DomainError('UNAVAILABLE', `The calendars of this route have no open day within ${MAX_ROLL_DAYS} days.`);
}

/** The day on which a payment is expected to settle, with each step that moved it. Source: docs/GAPS.md#P12 */
export function expectedDate(request: DateRequest): ExpectedDate {
  const explanation: DateStep[] = [];
  const local = localTime(request.now, request.cutOffZone);
  const instant = request.timeline === 'instant' && request.alwaysOpen;
  let start = local.date;
  if (!instant && local.time >= request.cutOff && request.closed(local.date) === null) {
    explanation.push({
      reason: 'cut_off',
      date: local.date,
      message: `Received after the cut-off of ${request.cutOff} ${request.cutOffZone}.`,
    });
    start = addDays(start, 1);
  }
  if (request.valueDate !== null && request.valueDate > start) {
    start = request.valueDate;
    explanation.push({ reason: 'value_date', date: start, message: `The value date ${start} was requested.` });
  }
  if (instant) return { expectedDate: start, startDate: start, explanation };

  let date = rollForward(start, request.closed, explanation);
  const startDate = date;
  const days = request.timeline === 't_plus_n' ? request.openDaysForN : OPEN_DAYS[request.timeline];
  for (let counted = 0; counted < days; counted += 1) {
    date = rollForward(addDays(date, 1), request.closed, explanation);
  }
  return { expectedDate: date, startDate, explanation };
}

/** The weekend that a date is closed for; null from Monday to Friday. */
export function closedOnWeekends(date: string): { reason: 'weekend'; name: string } | null {
  const day = dayOfWeek(date);
  if (day === 6) return { reason: 'weekend', name: 'Saturday' };
  return day === 0 ? { reason: 'weekend', name: 'Sunday' } : null;
}

/** How far a zone is ahead of UTC at a moment, in milliseconds. */
function offsetMs(moment: number, zone: string): number {
  const { date, time } = localTime(new Date(moment), zone);
  return Date.parse(`${date}T${time}:00Z`) - moment;
}

/** @returns the moment at which a date begins in a zone, also on a day whose clocks change, even at midnight */
export function startOfDay(date: string, zone: string): Date {
  const midnight = startOfUtcDay(date).getTime();
  const near = midnight - offsetMs(midnight, zone);
  const exact = new Date(midnight - offsetMs(near, zone));
  // Where clocks go forward at midnight, the day has none and begins with the hour after it.
  return localTime(exact, zone).date === date ? exact : new Date(near);
}
