import { addDays, dayOfWeek } from '../../calendar-dates';
import {
  christmasDays,
  easterDays,
  easterSunday,
  iso,
  MONDAY,
  nth,
  withSubstituteDays,
  type ClosingDays,
} from './year-days';

/**
 * Days on which RITS is closed: public holidays that New South Wales and Victoria both keep. Anzac Day is kept on its day.
 * Source: Reserve Bank of Australia, "RITS Business Hours"
 */
export function ritsDays(year: number): ClosingDays {
  const easter = easterSunday(year);
  return new Map([
    ...withSubstituteDays([[iso(year, 1, 1), "New Year's Day"]]),
    ...withSubstituteDays([[iso(year, 1, 26), 'Australia Day']]),
    ...easterDays(easter),
    [iso(year, 4, 25), 'Anzac Day'],
    [nth(year, 6, MONDAY, 2), "King's Birthday"],
    ...withSubstituteDays(christmasDays(year)),
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

/** Days on which ESAS is closed: public holidays of all New Zealand. Source: Holidays Act 2003, sections 44 to 45A */
export function esasDays(year: number): ClosingDays {
  const matariki = MATARIKI[year];
  return new Map([
    ...withSubstituteDays([
      [iso(year, 1, 1), "New Year's Day"],
      [iso(year, 1, 2), "Day after New Year's Day"],
    ]),
    ...withSubstituteDays([[iso(year, 2, 6), 'Waitangi Day']]),
    ...easterDays(easterSunday(year)),
    ...withSubstituteDays([[iso(year, 4, 25), 'Anzac Day']]),
    [nth(year, 6, MONDAY, 1), "King's Birthday"],
    ...(matariki === undefined ? [] : [[matariki, 'Matariki'] as const]),
    [nth(year, 10, MONDAY, 4), 'Labour Day'],
    ...withSubstituteDays(christmasDays(year)),
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

/** Adds substitute holidays, after those on a Sunday, and the days between two holidays. */
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
export function bankOfJapanDays(year: number): ClosingDays {
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
