import { PAYMENT_SYSTEMS } from '../../facts/systems';
import { closedOnWeekends, type ClosedDay } from './dates';
import { closingDays, type CalendarRule } from './payment-system-days';
import { dayOfWeek } from '../../calendar-dates';

/** Why a calendar is closed or, against its rule, open on one day. */
export interface CalendarDay {
  date: string;
  name: string;
  isOpen: boolean;
  source: string;
}

/** Days on which a country or a payment system is closed. */
export interface Calendar {
  id: string;
  /** ISO 8601 days of the week, 1 for Monday to 7 for Sunday. */
  weekend: readonly number[];
  /** How closing days follow from the year; null where they are only listed. */
  rule: CalendarRule | null;
  source: string;
  /**
   * Holidays are known or, of a country, listed from this day on, up to the other one, excluded; null where none are,
   * and where the rule holds in any year.
   */
  knownFrom: string | null;
  knownUntil: string | null;
  /** By date. */
  days: ReadonlyMap<string, CalendarDay>;
}

/** Banks that work on the days of their payment system, whatever offices and schools do: its id by country. */
const SYSTEMS_OF_COUNTRIES: ReadonlyMap<string, string> = new Map(
  PAYMENT_SYSTEMS.facts.flatMap(({ key, value }) => (value?.countries ?? []).map((country) => [country, key])),
);
/** Id of the payment system that settles a currency. */
const SYSTEMS_OF_CURRENCIES: ReadonlyMap<string, string> = new Map(
  PAYMENT_SYSTEMS.facts.flatMap(({ key, value }) => (value === null ? [] : [[value.currency, key]])),
);

/**
 * Ids of the calendars that must all be open for a payment: that of the currency and that of the beneficiary's
 * country. An ISO 4217 code begins with the country that issues the currency; shared currencies begin with X and have
 * a calendar only if one is known for them.
 * Source: docs/GAPS.md#P12
 */
export function calendarIdsFor(currency: string, beneficiaryCountry: string): string[] {
  const issuer = currency.startsWith('X') ? [] : [currency.slice(0, 2)];
  const ofCurrency = SYSTEMS_OF_CURRENCIES.get(currency);
  const first =
    ofCurrency === undefined ? issuer.map((country) => SYSTEMS_OF_COUNTRIES.get(country) ?? country) : [ofCurrency];
  return [...new Set([...first, SYSTEMS_OF_COUNTRIES.get(beneficiaryCountry) ?? beneficiaryCountry])];
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/**
 * Why a calendar is closed on a day, or null. A day listed as open is open; otherwise weekend, list and rule decide.
 */
function closureOf(calendar: Calendar, date: string): ReturnType<ClosedDay> {
  const listed = calendar.days.get(date);
  if (listed?.isOpen === true) return null;
  const weekday = dayOfWeek(date);
  if (calendar.weekend.includes(weekday === 0 ? 7 : weekday)) {
    return { reason: 'weekend', name: WEEKDAYS[weekday] ?? '' };
  }
  const name = listed?.name ?? holidayByRule(calendar, date);
  return name === undefined ? null : { reason: 'holiday', name: `${name} (${calendar.id})` };
}

function holidayByRule({ rule }: Calendar, date: string): string | undefined {
  return rule === null ? undefined : closingDays(rule, Number(date.slice(0, 4))).get(date);
}

/**
 * Combines calendars: closed on a day if any of them is. A weekend is named before a holiday. Without calendars only
 * weekends are closed.
 * @returns a function from a date to the closure, or null
 */
export function closedByAny(calendars: readonly Calendar[]): ClosedDay {
  if (calendars.length === 0) return closedOnWeekends;
  return (date) => {
    const closures = calendars.flatMap((calendar) => closureOf(calendar, date) ?? []);
    return closures.find(({ reason }) => reason === 'weekend') ?? closures[0] ?? null;
  };
}

/**
 * Adds a route's own calendars to the days on which it is closed; a weekend is named before a holiday.
 * @returns a function from a date to the closure, or null
 */
export function alsoClosedBy(closed: ClosedDay, calendars: readonly Calendar[]): ClosedDay {
  if (calendars.length === 0) return closed;
  const own = closedByAny(calendars);
  return (date) => {
    const closures = [closed(date), own(date)].flatMap((closure) => closure ?? []);
    return closures.find(({ reason }) => reason === 'weekend') ?? closures[0] ?? null;
  };
}

/** The holidays and listed days of a calendar in a year, those on weekends included. */
export function daysOfYear(calendar: Calendar, year: number): CalendarDay[] {
  const { rule, source, days } = calendar;
  const byRule = rule === null ? [] : [...closingDays(rule, year)];
  const listed = [...days.values()].filter(({ date }) => date.startsWith(`${String(year).padStart(4, '0')}-`));
  const all = new Map(byRule.map(([date, name]) => [date, { date, name, isOpen: false, source }]));
  for (const day of listed) all.set(day.date, day);
  return [...all.values()].sort((left, right) => (left.date < right.date ? -1 : 1));
}

/** @returns whether a calendar is that of a payment system; the ids of others are codes of countries */
function isPaymentSystem(id: string): boolean {
  return id.length > 2;
}

/**
 * @returns whether the calendar's holidays of a year are those of a payment system or a central bank. What a library
 * lists for a country is a guess, and so is a year that no payment system has published yet; a guess is used and named.
 * Where nothing is listed, weekends alone are closed.
 */
export function areHolidaysKnown({ id, rule, knownFrom, knownUntil }: Calendar, year: number): boolean {
  if (!isPaymentSystem(id)) return false;
  if (knownFrom === null || knownUntil === null) return rule !== null;
  return knownFrom <= `${year}-01-01` && knownUntil > `${year}-12-31`;
}
