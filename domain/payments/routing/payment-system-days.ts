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
  substituted,
  THURSDAY,
} from './year-days';

/** Closing days of a payment system in one year, by date, with their names. */
type ClosingDays = Map<string, string>;

/**
 * TARGET closing days, beside Saturdays and Sundays.
 * Source: European Central Bank, long-term calendar for TARGET closing days, press release of 14 December 2000
 */
function targetDays(year: number): ClosingDays {
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
 * Holidays of the Federal Reserve Banks: one on a Sunday is kept on Monday, one on a Saturday is not kept on Friday.
 * Source: Federal Reserve Financial Services, "Federal Reserve Bank Holiday Schedule"; 5 U.S.C. 6103
 */
function federalReserveDays(year: number): ClosingDays {
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
 * Days on which CHAPS is closed: the bank holidays of England and Wales.
 * Source: Bank of England, "CHAPS technical requirements"; Banking and Financial Dealings Act 1971, schedule 1
 */
function chapsDays(year: number): ClosingDays {
  const easter = easterSunday(year);
  return new Map([
    ...substituted([[iso(year, 1, 1), "New Year's Day"]]),
    ...easterDays(easter),
    [nth(year, 5, MONDAY, 1), 'Early May bank holiday'],
    [last(year, 5, MONDAY), 'Spring bank holiday'],
    [last(year, 8, MONDAY), 'Summer bank holiday'],
    ...substituted(christmasDays(year)),
  ]);
}

/**
 * Days on which RITS is closed: public holidays that New South Wales and Victoria both keep. Anzac Day is kept on its day.
 * Source: Reserve Bank of Australia, "RITS Business Hours"
 */
function ritsDays(year: number): ClosingDays {
  const easter = easterSunday(year);
  return new Map([
    ...substituted([[iso(year, 1, 1), "New Year's Day"]]),
    ...substituted([[iso(year, 1, 26), 'Australia Day']]),
    ...easterDays(easter),
    [iso(year, 4, 25), 'Anzac Day'],
    [nth(year, 6, MONDAY, 2), "King's Birthday"],
    ...substituted(christmasDays(year)),
  ]);
}

/** Source: Sveriges Riksbank, "Holidays 2026" and the lists of former years */
function riksbankDays(year: number): ClosingDays {
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

/** Source: Norges Bank, "Settlement days" of its settlement system (NBO) */
function norgesBankDays(year: number): ClosingDays {
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

/** The General Prayer Day was last kept in 2023. Source: Danmarks Nationalbank, "Banklukkedage" 2026 and 2027 */
function nationalbankenDays(year: number): ClosingDays {
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
 * Elixir settles on no statutory holiday; Christmas Eve is one since 2025.
 * Source: Krajowa Izba Rozliczeniowa on the sessions of Elixir, November and December 2025
 */
function elixirDays(year: number): ClosingDays {
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
 * Days on which Lynx is closed: federal holidays, and Boxing Day. Holidays of provinces close nothing.
 * Source: Payments Canada, "System closure schedule" 2026
 */
function lynxDays(year: number): ClosingDays {
  const beforeVictoria = iso(year, 5, 24);
  return new Map([
    ...substituted([[iso(year, 1, 1), "New Year's Day"]]),
    [addDays(easterSunday(year), -2), 'Good Friday'],
    [addDays(beforeVictoria, -((dayOfWeek(beforeVictoria) + 6) % 7)), 'Victoria Day'],
    ...substituted([[iso(year, 7, 1), 'Canada Day']]),
    [nth(year, 9, MONDAY, 1), 'Labour Day'],
    ...(year >= 2021 ? substituted([[iso(year, 9, 30), 'National Day for Truth and Reconciliation']]) : []),
    [nth(year, 10, MONDAY, 2), 'Thanksgiving'],
    ...substituted([[iso(year, 11, 11), 'Remembrance Day']]),
    ...substituted(christmasDays(year)),
  ]);
}

/** Source: China Foreign Exchange Trade System, holidays of the Swiss franc 2025 to 2027 */
function sicDays(year: number): ClosingDays {
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

/** Matariki by year. Source: Te Kāhui o Matariki Public Holiday Act 2022 (New Zealand), schedule 1: until 2052 */
const MATARIKI: Readonly<Record<number, string>> = {
  2022: '2022-06-24',
  2023: '2023-07-14',
  2024: '2024-06-28',
  2025: '2025-06-20',
  2026: '2026-07-10',
  2027: '2027-06-25',
  2028: '2028-07-14',
  2029: '2029-07-06',
  2030: '2030-06-21',
  2031: '2031-07-11',
  2032: '2032-07-02',
  2033: '2033-06-24',
  2034: '2034-07-07',
  2035: '2035-06-29',
  2036: '2036-07-18',
  2037: '2037-07-10',
  2038: '2038-06-25',
  2039: '2039-07-15',
  2040: '2040-07-06',
  2041: '2041-07-19',
  2042: '2042-07-11',
  2043: '2043-07-03',
  2044: '2044-06-24',
  2045: '2045-07-07',
  2046: '2046-06-29',
  2047: '2047-07-19',
  2048: '2048-07-03',
  2049: '2049-06-25',
  2050: '2050-07-15',
  2051: '2051-06-30',
  2052: '2052-06-21',
};

/** Public holidays of all New Zealand. Source: Holidays Act 2003, sections 44 to 45A */
function esasDays(year: number): ClosingDays {
  const matariki = MATARIKI[year];
  return new Map([
    ...substituted([
      [iso(year, 1, 1), "New Year's Day"],
      [iso(year, 1, 2), "Day after New Year's Day"],
    ]),
    ...substituted([[iso(year, 2, 6), 'Waitangi Day']]),
    ...easterDays(easterSunday(year)),
    ...substituted([[iso(year, 4, 25), 'Anzac Day']]),
    [nth(year, 6, MONDAY, 1), "King's Birthday"],
    ...(matariki === undefined ? [] : [[matariki, 'Matariki'] as const]),
    [nth(year, 10, MONDAY, 4), 'Labour Day'],
    ...substituted(christmasDays(year)),
  ]);
}

/**
 * Day of an equinox in Japan, of the years 1980 to 2099.
 * Source: Hydrographic Department of Japan, as in 新こよみ便利帳: `first` is the mean day in 1980
 */
function equinox(year: number, month: number, first: number): string {
  const since = year - 1980;
  return iso(year, month, Math.floor(first + 0.242194 * since) - Math.floor(since / 4));
}

/** A holiday on a Sunday adds the next day that is not a holiday; a day between two holidays becomes a holiday. */
function withSubstitutes(days: readonly [string, string][]): [string, string][] {
  const all = new Map(days);
  for (const [day] of days) {
    if (dayOfWeek(day) !== 0) continue;
    let next = addDays(day, 1);
    while (all.has(next)) next = addDays(next, 1);
    all.set(next, 'Substitute holiday');
  }
  for (const [day] of days) {
    const between = addDays(day, 1);
    if (!all.has(between) && all.has(addDays(day, 2)) && dayOfWeek(between) !== 0) all.set(between, 'National holiday');
  }
  return [...all];
}

/**
 * Days on which the Bank of Japan is closed: national holidays, and 31 December to 3 January.
 * Source: Bank of Japan, "Holiday Schedule of the Bank"; Act on National Holidays (Act No. 178 of 1948), as since 2022
 */
function bankOfJapanDays(year: number): ClosingDays {
  const national = withSubstitutes([
    [nth(year, 1, MONDAY, 2), 'Coming of Age Day'],
    [iso(year, 2, 11), 'National Foundation Day'],
    [iso(year, 2, 23), "Emperor's Birthday"],
    [equinox(year, 3, 20.8431), 'Vernal Equinox Day'],
    [iso(year, 4, 29), 'Showa Day'],
    [iso(year, 5, 3), 'Constitution Memorial Day'],
    [iso(year, 5, 4), 'Greenery Day'],
    [iso(year, 5, 5), "Children's Day"],
    [nth(year, 7, MONDAY, 3), 'Marine Day'],
    [iso(year, 8, 11), 'Mountain Day'],
    [nth(year, 9, MONDAY, 3), 'Respect for the Aged Day'],
    [equinox(year, 9, 23.2488), 'Autumnal Equinox Day'],
    [nth(year, 10, MONDAY, 2), 'Sports Day'],
    [iso(year, 11, 3), 'Culture Day'],
    [iso(year, 11, 23), 'Labor Thanksgiving Day'],
  ]);
  return new Map([
    [iso(year, 1, 1), "New Year's Day"],
    [iso(year, 1, 2), 'Bank holiday'],
    [iso(year, 1, 3), 'Bank holiday'],
    ...national,
    [iso(year, 12, 31), 'Bank holiday'],
  ]);
}

/** Payment systems whose closing days follow a rule. */
export const CALENDAR_RULES = [
  'target',
  'federal_reserve',
  'chaps',
  'rits',
  'riksbank',
  'norges_bank',
  'danmarks_nationalbank',
  'elixir',
  'lynx',
  'sic',
  'esas',
  'bank_of_japan',
] as const;
export type CalendarRule = (typeof CALENDAR_RULES)[number];

const RULES: Record<CalendarRule, (year: number) => ClosingDays> = {
  target: targetDays,
  federal_reserve: federalReserveDays,
  chaps: chapsDays,
  rits: ritsDays,
  riksbank: riksbankDays,
  norges_bank: norgesBankDays,
  danmarks_nationalbank: nationalbankenDays,
  elixir: elixirDays,
  lynx: lynxDays,
  sic: sicDays,
  esas: esasDays,
  bank_of_japan: bankOfJapanDays,
};

/** @returns the rule of that name; null for null, and for a name that only a newer release knows */
export function ruleOf(name: string | null): CalendarRule | null {
  return CALENDAR_RULES.find((rule) => rule === name) ?? null;
}

/** Most entries in memory, one for each rule and year: payments need only this year and the next. */
const YEARS_KEPT = 100;
/** Every payment asks for each day that it may settle on, and most of them for the same year. */
const known = new Map<string, ClosingDays>();

/**
 * Closing days of a payment system in one year, by ISO date, with their names; a Saturday or Sunday is listed only if
 * it is a holiday too.
 * Source: docs/GAPS.md#P12
 */
export function closingDays(rule: CalendarRule, year: number): ReadonlyMap<string, string> {
  const key = `${rule} ${year}`;
  const days = known.get(key) ?? RULES[rule](year);
  if (!known.has(key)) {
    if (known.size >= YEARS_KEPT) known.clear();
    known.set(key, days);
  }
  return days;
}
