import { addDays, dayOfWeek, utcDate } from '../../calendar-dates';

/** Closing days of a payment system in one year, by date, with their names. */
export type ClosingDays = Map<string, string>;

/** @returns ISO calendar date; month 13 is January of the next year, day 0 the last one of the month before */
export function iso(year: number, month: number, day: number): string {
  return utcDate(new Date(Date.UTC(year, month - 1, day)));
}

/**
 * Easter Sunday of the Gregorian calendar.
 * Source: the anonymous algorithm, Nature 13 (1876) 487, as in Meeus, "Astronomical Algorithms", chapter 8
 */
export function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * shift + 114;
  return iso(year, Math.floor(days / 31), (days % 31) + 1);
}

/** The nth (1 is the first) such day of the week in a month. */
export function nth(year: number, month: number, weekday: number, n: number): string {
  const first = iso(year, month, 1);
  return addDays(first, ((weekday - dayOfWeek(first) + 7) % 7) + 7 * (n - 1));
}

/** The last such day of the week in a month. */
export function last(year: number, month: number, weekday: number): string {
  const end = iso(year, month + 1, 0);
  return addDays(end, -((dayOfWeek(end) - weekday + 7) % 7));
}

/** Days of the week as `dayOfWeek` counts them. */
export const MONDAY = 1;
/** See `MONDAY`. */
export const THURSDAY = 4;
/** See `MONDAY`. */
export const FRIDAY = 5;

/** Good Friday and Easter Monday. @param easter Easter Sunday */
export function easterDays(easter: string): [string, string][] {
  return [
    [addDays(easter, -2), 'Good Friday'],
    [addDays(easter, 1), 'Easter Monday'],
  ];
}

/** Christmas Day and Boxing Day, on whatever day of the week. */
export function christmasDays(year: number): [string, string][] {
  return [
    [iso(year, 12, 25), 'Christmas Day'],
    [iso(year, 12, 26), 'Boxing Day'],
  ];
}

/** Moves holidays that fall on a weekend, or on a day that another took, to the next working day. */
export function withSubstituteDays(days: readonly [string, string][]): [string, string][] {
  const taken = new Set<string>();
  return days.map(([day, name]) => {
    let date = day;
    while (taken.has(date) || dayOfWeek(date) === 0 || dayOfWeek(date) === 6) date = addDays(date, 1);
    taken.add(date);
    return [date, date === day ? name : `${name} (substitute day)`];
  });
}
