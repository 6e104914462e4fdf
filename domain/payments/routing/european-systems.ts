import { addDays, dayOfWeek } from '../../calendar-dates';
import {
  christmasDays,
  easterDays,
  easterSunday,
  FRIDAY,
  iso,
  last,
  MONDAY,
  nth,
  withSubstituteDays,
  type ClosingDays,
} from './year-days';

/**
 * TARGET closing days, beside Saturdays and Sundays.
 * Source: European Central Bank, long-term calendar for TARGET closing days, press release of 14 December 2000
 */
export function targetDays(year: number): ClosingDays {
  const easter = easterSunday(year);
  return new Map([
    [iso(year, 1, 1), "New Year's Day"],
    ...easterDays(easter),
    [iso(year, 5, 1), 'Labour Day'],
    [iso(year, 12, 25), 'Christmas Day'],
    [iso(year, 12, 26), 'Christmas Holiday'],
  ]);
}

/**
 * Days on which CHAPS is closed: the bank holidays of England and Wales.
 * Source: Bank of England, "CHAPS technical requirements"; Banking and Financial Dealings Act 1971, schedule 1
 */
export function chapsDays(year: number): ClosingDays {
  const easter = easterSunday(year);
  return new Map([
    ...withSubstituteDays([[iso(year, 1, 1), "New Year's Day"]]),
    ...easterDays(easter),
    [nth(year, 5, MONDAY, 1), 'Early May bank holiday'],
    [last(year, 5, MONDAY), 'Spring bank holiday'],
    [last(year, 8, MONDAY), 'Summer bank holiday'],
    ...withSubstituteDays(christmasDays(year)),
  ]);
}

/**
 * Days on which RIX of the Riksbank is closed. Source: Sveriges Riksbank, "Holidays 2026" and the lists of former
 * years
 */
export function riksbankDays(year: number): ClosingDays {
  const easter = easterSunday(year);
  const beforeMidsummer = iso(year, 6, 19);
  return new Map([
    [iso(year, 1, 1), "New Year's Day"],
    [iso(year, 1, 6), 'Epiphany'],
    ...easterDays(easter),
    [iso(year, 5, 1), 'Labour Day'],
    [addDays(easter, 39), 'Ascension Day'],
    [iso(year, 6, 6), 'National Day'],
    [addDays(beforeMidsummer, (FRIDAY - dayOfWeek(beforeMidsummer) + 7) % 7), 'Midsummer Eve'],
    [iso(year, 12, 24), 'Christmas Eve'],
    ...christmasDays(year),
    [iso(year, 12, 31), "New Year's Eve"],
  ]);
}

/** Days on which Norges Bank settles nothing. Source: Norges Bank, "Settlement days" of its settlement system (NBO) */
export function norgesBankDays(year: number): ClosingDays {
  const easter = easterSunday(year);
  return new Map([
    [iso(year, 1, 1), "New Year's Day"],
    [addDays(easter, -3), 'Maundy Thursday'],
    ...easterDays(easter),
    [iso(year, 5, 1), 'Labour Day'],
    [iso(year, 5, 17), 'Constitution Day'],
    [addDays(easter, 39), 'Ascension Day'],
    [addDays(easter, 50), 'Whit Monday'],
    [iso(year, 12, 24), 'Christmas Eve'],
    ...christmasDays(year),
  ]);
}

/**
 * Days on which Kronos2 of Danmarks Nationalbank is closed. The General Prayer Day was last kept in 2023.
 * Source: Danmarks Nationalbank, "Banklukkedage" 2026 and 2027
 */
export function nationalbankenDays(year: number): ClosingDays {
  const easter = easterSunday(year);
  return new Map([
    [iso(year, 1, 1), "New Year's Day"],
    [addDays(easter, -3), 'Maundy Thursday'],
    ...easterDays(easter),
    ...(year < 2024 ? [[addDays(easter, 26), 'General Prayer Day'] as const] : []),
    [addDays(easter, 39), 'Ascension Day'],
    [addDays(easter, 40), 'Bank closing day'],
    [addDays(easter, 50), 'Whit Monday'],
    [iso(year, 6, 5), 'Constitution Day'],
    [iso(year, 12, 24), 'Christmas Eve'],
    ...christmasDays(year),
    [iso(year, 12, 31), 'Bank closing day'],
  ]);
}

/**
 * Days on which Elixir is closed: statutory holidays, among them Christmas Eve since 2025.
 * Source: Krajowa Izba Rozliczeniowa on the sessions of Elixir, November and December 2025
 */
export function elixirDays(year: number): ClosingDays {
  const easter = easterSunday(year);
  return new Map([
    [iso(year, 1, 1), "New Year's Day"],
    [iso(year, 1, 6), 'Epiphany'],
    [addDays(easter, 1), 'Easter Monday'],
    [iso(year, 5, 1), 'Labour Day'],
    [iso(year, 5, 3), 'Constitution Day'],
    [addDays(easter, 60), 'Corpus Christi'],
    [iso(year, 8, 15), 'Assumption Day'],
    [iso(year, 11, 1), "All Saints' Day"],
    [iso(year, 11, 11), 'Independence Day'],
    ...(year >= 2025 ? [[iso(year, 12, 24), 'Christmas Eve'] as const] : []),
    [iso(year, 12, 25), 'Christmas Day'],
    [iso(year, 12, 26), 'Second Day of Christmas'],
  ]);
}

/**
 * Days on which SIC is closed. Source: China Foreign Exchange Trade System, holidays of the Swiss franc 2025 to 2027
 */
export function sicDays(year: number): ClosingDays {
  const easter = easterSunday(year);
  return new Map([
    [iso(year, 1, 1), "New Year's Day"],
    [iso(year, 1, 2), 'Berchtold Day'],
    ...easterDays(easter),
    [iso(year, 5, 1), 'Labour Day'],
    [addDays(easter, 39), 'Ascension Day'],
    [addDays(easter, 50), 'Whit Monday'],
    [iso(year, 8, 1), 'National Day'],
    [iso(year, 12, 25), 'Christmas Day'],
    [iso(year, 12, 26), "St Stephen's Day"],
  ]);
}
