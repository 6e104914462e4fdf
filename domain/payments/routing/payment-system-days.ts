import { addDays, dayOfWeek, utcDate } from '../../calendar-dates';

/** Closing days of a payment system in one year, by date, with their names. */
type ClosingDays = Map<string, string>;

function iso(year: number, month: number, day: number): string {
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
function nth(year: number, month: number, weekday: number, n: number): string {
  const first = iso(year, month, 1);
  return addDays(first, ((weekday - dayOfWeek(first) + 7) % 7) + 7 * (n - 1));
}

function last(year: number, month: number, weekday: number): string {
  const end = iso(year, month + 1, 0);
  return addDays(end, -((dayOfWeek(end) - weekday + 7) % 7));
}

const MONDAY = 1;
const THURSDAY = 4;
const FRIDAY = 5;

function easterDays(easter: string): [string, string][] {
  return [
    [addDays(easter, -2), 'Good Friday'],
    [addDays(easter, 1), 'Easter Monday'],
  ];
}

function christmasDays(year: number): [string, string][] {
  return [
    [iso(year, 12, 25), 'Christmas Day'],
    [iso(year, 12, 26), 'Boxing Day'],
  ];
}

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

/** Moves holidays that fall on a weekend, or on a day that another took, to the next working day. */
function substituted(days: readonly [string, string][]): [string, string][] {
  const taken = new Set<string>();
  return days.map(([day, name]) => {
    let date = day;
    while (taken.has(date) || dayOfWeek(date) === 0 || dayOfWeek(date) === 6) date = addDays(date, 1);
    taken.add(date);
    return [date, date === day ? name : `${name} (substitute day)`];
  });
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
};

/** Years kept at most: payments ask for this one and the next. */
const YEARS_KEPT = 100;
/** Every payment asks for each day that it may settle on, and most of them for the same year. */
const known = new Map<string, ClosingDays>();

/**
 * Days of a year on which a payment system is closed by its rule; Saturdays and Sundays are not listed for themselves.
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
