import { addDays, dayOfWeek } from '../../calendar-dates';
import {
  christmasDays,
  easterSunday,
  iso,
  last,
  MONDAY,
  nth,
  withSubstituteDays,
  THURSDAY,
  type ClosingDays,
} from './year-days';

/**
 * Holidays of the Federal Reserve Banks. One on a Sunday moves to Monday; one on a Saturday does not move.
 * Source: Federal Reserve Financial Services, "Federal Reserve Bank Holiday Schedule"; 5 U.S.C. 6103
 */
export function federalReserveDays(year: number): ClosingDays {
  const fixed: [string, string][] = [
    [iso(year, 1, 1), "New Year's Day"],
    [iso(year, 6, 19), 'Juneteenth National Independence Day'],
    [iso(year, 7, 4), 'Independence Day'],
    [iso(year, 11, 11), 'Veterans Day'],
    [iso(year, 12, 25), 'Christmas Day'],
  ];
  return new Map([
    ...fixed.map(([date, name]): [string, string] => [dayOfWeek(date) === 0 ? addDays(date, 1) : date, name]),
    [nth(year, 1, MONDAY, 3), 'Birthday of Martin Luther King, Jr.'],
    [nth(year, 2, MONDAY, 3), "Washington's Birthday"],
    [last(year, 5, MONDAY), 'Memorial Day'],
    [nth(year, 9, MONDAY, 1), 'Labor Day'],
    [nth(year, 10, MONDAY, 2), 'Columbus Day'],
    [nth(year, 11, THURSDAY, 4), 'Thanksgiving Day'],
  ]);
}

/**
 * Days on which Lynx is closed: federal holidays and Boxing Day, but no holidays of provinces.
 * Source: Payments Canada, "System closure schedule" 2026
 */
export function lynxDays(year: number): ClosingDays {
  const beforeVictoria = iso(year, 5, 24);
  return new Map([
    ...withSubstituteDays([[iso(year, 1, 1), "New Year's Day"]]),
    [addDays(easterSunday(year), -2), 'Good Friday'],
    [addDays(beforeVictoria, -((dayOfWeek(beforeVictoria) + 6) % 7)), 'Victoria Day'],
    ...withSubstituteDays([[iso(year, 7, 1), 'Canada Day']]),
    [nth(year, 9, MONDAY, 1), 'Labour Day'],
    ...(year >= 2021 ? withSubstituteDays([[iso(year, 9, 30), 'National Day for Truth and Reconciliation']]) : []),
    [nth(year, 10, MONDAY, 2), 'Thanksgiving'],
    ...withSubstituteDays([[iso(year, 11, 11), 'Remembrance Day']]),
    ...withSubstituteDays(christmasDays(year)),
  ]);
}
