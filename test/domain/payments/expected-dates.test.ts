import Holidays from 'date-holidays';
import fc from 'fast-check';
import { calendarIdsFor, closedByAny, alsoClosedBy } from '../../../domain/payments/routing/calendars';
import { expectedDate, startOfDay } from '../../../domain/payments/routing/dates';
import type { Timeline } from '../../../domain/payments/instruction/status';
import { calendar, SEED } from '../../support/calendars';

interface OracleRoute {
  currency: string;
  country: string;
  zone: string;
  cutOff: string;
  n: number;
  alwaysOpen?: boolean;
  /** Calendars of the route itself. */
  own?: string[];
}

/** Thirteen routes; zones with daylight saving in both hemispheres, with half hours, and without. */
const ROUTES: OracleRoute[] = [
  { currency: 'EUR', country: 'DE', zone: 'Europe/Berlin', cutOff: '16:00', n: 5 },
  { currency: 'EUR', country: 'FR', zone: 'America/New_York', cutOff: '09:30', n: 3 },
  { currency: 'USD', country: 'US', zone: 'America/New_York', cutOff: '17:00', n: 5 },
  { currency: 'USD', country: 'JP', zone: 'Asia/Tokyo', cutOff: '14:00', n: 4 },
  { currency: 'USD', country: 'AE', zone: 'Asia/Dubai', cutOff: '12:00', n: 2 },
  { currency: 'GBP', country: 'GB', zone: 'Europe/London', cutOff: '15:40', n: 5 },
  { currency: 'GBP', country: 'AU', zone: 'Australia/Sydney', cutOff: '02:30', n: 7 },
  { currency: 'JPY', country: 'US', zone: 'America/Los_Angeles', cutOff: '00:30', n: 1 },
  { currency: 'SAR', country: 'SA', zone: 'Asia/Riyadh', cutOff: '13:00', n: 6 },
  { currency: 'BDT', country: 'BD', zone: 'Asia/Kolkata', cutOff: '23:59', n: 10 },
  { currency: 'BRL', country: 'BR', zone: 'America/Sao_Paulo', cutOff: '00:00', n: 5 },
  { currency: 'NZD', country: 'NZ', zone: 'Pacific/Auckland', cutOff: '03:00', n: 5, alwaysOpen: true },
  { currency: 'USD', country: 'VN', zone: 'Europe/London', cutOff: '11:00', n: 4, own: ['SA', 'TARGET'] },
];

const LIBRARY_RULES: Record<string, string[]> = {
  TARGET: ['01-01', 'easter -2', 'easter 1', '05-01', '12-25', '12-26'],
  'AU-RITS': [
    '01-01 if saturday,sunday then next monday',
    '01-26 if saturday,sunday then next monday',
    'easter -2',
    'easter 1',
    '04-25',
    '2nd monday in June',
    '12-25 if saturday,sunday then next monday',
    '12-26 if saturday then next monday if sunday,monday then next tuesday',
  ],
  // The library lacks the day between two holidays in 2032, which the Act on National Holidays (article 3) makes one.
  'JP-BOJ': ['12-31', '01-02', '01-03', '2032-09-21'],
};
const LIBRARY: Record<string, Holidays> = {
  'US-FED': new Holidays('US'),
  'UK-CHAPS': new Holidays('GB', 'ENG'),
  'JP-BOJ': new Holidays('JP'),
  'NZ-ESAS': new Holidays('NZ'),
};

/** Closed days by another way: systems from the library's own rules instead of ours, days of the week by counting. */
function oracleClosed(id: string): (date: string) => boolean {
  const listed = new Set<string>();
  const library = LIBRARY[id] ?? new Holidays();
  for (const rule of LIBRARY_RULES[id] ?? []) library.setHoliday(rule, { name: rule, type: 'public' });
  for (let year = 2023; id.length > 2 && year <= 2035; year += 1) {
    for (const { date, type } of library.getHolidays(year)) {
      const day = date.slice(0, 10);
      // Offices of the United States keep Saturday's holiday on Friday; Federal Reserve Banks do not.
      const isFriday = new Date(day).getUTCDay() === 5 && /\b(01-01|06-19|07-04|11-11|12-25)\b/.test(next(day));
      if (type !== 'public' || (id === 'US-FED' && isFriday)) continue;
      listed.add(day);
      // The library has no day in place of a Veterans Day on a Sunday, which the Banks have.
      if (id === 'US-FED' && new Date(day).getUTCDay() === 0) listed.add(next(day));
    }
  }
  for (const dates of Object.values(SEED.countries[id]?.holidays ?? {})) for (const date of dates) listed.add(date);
  const weekend = SEED.countries[id]?.weekend ?? [6, 7];
  // 1 January 2024 is a Monday.
  const weekday = (date: string) => ((((Date.parse(date) - Date.UTC(2024, 0, 1)) / 86_400_000) % 7) + 7) % 7;
  return (date) => listed.has(date) || weekend.includes(weekday(date) + 1);
}

function next(date: string): string {
  return new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
}

const LENGTHS: Record<Timeline, number | null> = { instant: 0, same_day: 0, t_plus_1: 1, t_plus_2: 2, t_plus_n: null };

describe('expected dates from 2024 to 2032', () => {
  it.each(ROUTES.map((route): [string, OracleRoute] => [`${route.currency} to ${route.country}`, route]))(
    'agree with counting along the list of open days: %s',
    (_name, route) => {
      const ids = calendarIdsFor(route.currency, route.country);
      const isClosed = [...ids, ...(route.own ?? [])].map(oracleClosed);
      const all: string[] = [];
      for (let date = '2023-12-31'; date < '2034-06-01'; date = next(date)) all.push(date);
      const open = all.filter((date) => isClosed.every((closed) => !closed(date)));
      const opens = new Set(open);
      const own = (route.own ?? []).map((id) => calendar(id));
      const closed = alsoClosedBy(closedByAny(ids.map((id) => calendar(id))), own);
      const names = Object.keys(LENGTHS) as Timeline[];
      fc.assert(
        fc.property(
          fc.integer({ min: Date.UTC(2024, 0, 2), max: Date.UTC(2032, 11, 31) }),
          fc.constantFrom(...names),
          fc.option(fc.integer({ min: 0, max: 365 })),
          (at, timeline, ahead) => {
            const now = new Date(at);
            const [today = '', time = ''] = now.toLocaleString('sv-SE', { timeZone: route.zone }).split(' ');
            const valueDate = ahead === null ? null : new Date(at + ahead * 86_400_000).toISOString().slice(0, 10);
            const result = expectedDate({
              now,
              timeline,
              valueDate,
              cutOff: route.cutOff,
              cutOffZone: route.zone,
              alwaysOpen: route.alwaysOpen ?? false,
              openDaysForN: route.n,
              closed,
            });
            const aroundTheClock = timeline === 'instant' && route.alwaysOpen === true;
            const isLate = !aroundTheClock && opens.has(today) && time.slice(0, 5) >= route.cutOff;
            const first = isLate ? next(today) : today;
            const begin = valueDate !== null && valueDate > first ? valueDate : first;
            const index = open.findIndex((date) => date >= begin) + (LENGTHS[timeline] ?? route.n);
            const expected = aroundTheClock ? begin : open[index];
            expect(result.expectedDate).toBe(expected);
            const met = result.explanation.filter(({ reason }) => reason === 'weekend' || reason === 'holiday');
            const between = all.filter((date) => date >= begin && date < (expected ?? '') && !opens.has(date));
            expect(met.map(({ date }) => date)).toEqual(between);
            expect(result.explanation.some(({ reason }) => reason === 'cut_off')).toBe(isLate);
          },
        ),
        { numRuns: 400 },
      );
    },
  );

  it('begin days at local midnight also when clocks change', () => {
    // Auckland goes from +12 to +13 on 27 September 2026 at 2; Santiago has no midnight on 6 September 2026.
    expect(startOfDay('2026-09-27', 'Pacific/Auckland').toISOString()).toBe('2026-09-26T12:00:00.000Z');
    expect(startOfDay('2026-09-06', 'America/Santiago').toISOString()).toBe('2026-09-06T04:00:00.000Z');
    expect(startOfDay('2026-04-05', 'America/Santiago').toISOString()).toBe('2026-04-05T04:00:00.000Z');
  });
});
