import Holidays from 'date-holidays';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  calendarIdsFor,
  closedByAny,
  closedToo,
  daysOfYear,
  isYearKnown,
  type Calendar,
} from '../../../domain/payments/calendars';
import { expectedDate, startOfDay } from '../../../domain/payments/dates';
import type { CalendarRule } from '../../../domain/payments/payment-system-days';
import type { Timeline } from '../../../domain/payments/status';

interface Seed {
  from: string;
  until: string;
  countries: Record<string, { weekend: number[]; holidays: Record<string, string[]> | null }>;
}

const SEED = JSON.parse(
  readFileSync(path.join(__dirname, '..', '..', '..', 'db', 'payments', 'holidays.json'), 'utf8'),
) as Seed;

const RULES: Record<string, CalendarRule> = { TARGET: 'target', 'US-FED': 'federal_reserve', 'UK-CHAPS': 'chaps' };

function calendar(id: string, opened: string[] = []): Calendar {
  const rule = RULES[id] ?? null;
  const seed = SEED.countries[id];
  const listed = Object.entries(seed?.holidays ?? {}).flatMap(([name, dates]) => dates.map((date) => ({ date, name })));
  const known = rule === null && seed?.holidays !== null;
  return {
    id,
    weekend: seed?.weekend ?? [6, 7],
    rule,
    source: 'test',
    knownFrom: known ? SEED.from : null,
    knownUntil: known ? SEED.until : null,
    days: new Map(
      [
        ...listed.map((day) => ({ ...day, isOpen: false, source: 'test' })),
        ...opened.map((date) => ({ date, name: 'opened', isOpen: true, source: 'operator' })),
      ].map((day) => [day.date, day]),
    ),
  };
}

describe('calendars together', () => {
  it.each([
    ['EUR', 'DE', ['TARGET', 'DE']],
    ['USD', 'US', ['US-FED']],
    ['USD', 'AE', ['US-FED', 'AE']],
    ['GBP', 'GB', ['UK-CHAPS']],
    ['JPY', 'US', ['JP', 'US-FED']],
    ['XOF', 'SN', ['SN']],
  ])('%s to %s', (currency, country, ids) => {
    expect(calendarIdsFor(currency, country)).toEqual(ids);
  });

  it('closes where either is closed, and names weekend or holiday', () => {
    const closed = closedByAny([calendar('TARGET'), calendar('SA')]);
    expect(closed('2026-11-20')).toEqual({ reason: 'weekend', name: 'Friday' });
    expect(closed('2026-11-22')).toEqual({ reason: 'weekend', name: 'Sunday' });
    expect(closed('2026-05-01')).toMatchObject({ reason: 'weekend' });
    expect(closed('2026-09-23')).toMatchObject({ reason: 'holiday', name: expect.stringContaining('(SA)') as string });
    expect(closed('2026-11-23')).toBeNull();
  });

  it('closes a route on its own days too, and names a weekend first', () => {
    const closed = closedToo(closedByAny([calendar('TARGET')]), [calendar('SA')]);
    expect(closed('2026-11-20')).toEqual({ reason: 'weekend', name: 'Friday' });
    expect(closed('2026-05-01')).toEqual({ reason: 'weekend', name: 'Friday' });
    expect(closed('2026-09-23')).toMatchObject({ reason: 'holiday', name: expect.stringContaining('(SA)') as string });
    expect(closed('2026-11-23')).toBeNull();
    expect(closedToo(closed, [])).toBe(closed);
  });

  it('opens a day that the operator opened, against rule and weekend', () => {
    const closed = closedByAny([calendar('TARGET', ['2026-05-01', '2026-11-21'])]);
    expect([closed('2026-05-01'), closed('2026-11-21')]).toEqual([null, null]);
    expect(closed('2026-04-03')).toMatchObject({ reason: 'holiday' });
  });

  it('says which years it knows', () => {
    expect([2023, 2024, 2032, 2033].map((year) => isYearKnown(calendar('DE'), year))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(isYearKnown(calendar('TARGET'), 2050)).toBe(true);
    const until = (knownUntil: string | null) => isYearKnown({ ...calendar('DE'), knownUntil }, 2032);
    expect([until('2032-12-31'), until('2033-01-01'), until(null)]).toEqual([false, true, false]);
  });

  it('closes on weekends without any, and names their days', () => {
    const closed = closedByAny([]);
    expect(closed('2026-11-21')).toMatchObject({ reason: 'weekend' });
    expect(closed('2026-11-20')).toBeNull();
    const everyDay = closedByAny([{ ...calendar('TARGET'), weekend: [1, 2, 3, 4, 5, 6, 7] }]);
    // 23 November 2026 is a Monday.
    const names = Array.from({ length: 7 }, (_, at) => everyDay(`2026-11-${23 + at}`)?.name);
    expect(names).toEqual(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']);
  });
});

describe('the days of a calendar in a year', () => {
  const day = (date: string, name: string, isOpen = false) => ({ date, name, isOpen, source: 'operator' });
  const listed = [day('2026-06-15', 'Founding Day'), day('2026-05-01', 'opened', true), day('2025-12-24', 'Eve')];
  const days = new Map(listed.map((one) => [one.date, one]));
  const ruled = (date: string, name: string) => ({ date, name, isOpen: false, source: 'test' });

  // Source: European Central Bank, closing days of TARGET in 2026
  it('are those of its rule, and before them what is listed, in their order', () => {
    expect(daysOfYear({ ...calendar('TARGET'), days }, 2026)).toEqual([
      ruled('2026-01-01', "New Year's Day"),
      ruled('2026-04-03', 'Good Friday'),
      ruled('2026-04-06', 'Easter Monday'),
      day('2026-05-01', 'opened', true),
      day('2026-06-15', 'Founding Day'),
      ruled('2026-12-25', 'Christmas Day'),
      ruled('2026-12-26', 'Christmas Holiday'),
    ]);
  });

  it('are what is listed of that year where there is no rule', () => {
    const found = daysOfYear({ ...calendar('TARGET'), rule: null, days }, 2026);
    expect(found.map(({ date }) => date)).toEqual(['2026-05-01', '2026-06-15']);
  });
});

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
  { currency: 'INR', country: 'IN', zone: 'Asia/Kolkata', cutOff: '23:59', n: 10 },
  { currency: 'BRL', country: 'BR', zone: 'America/Sao_Paulo', cutOff: '00:00', n: 5 },
  { currency: 'NZD', country: 'NZ', zone: 'Pacific/Auckland', cutOff: '03:00', n: 5, alwaysOpen: true },
  { currency: 'USD', country: 'VN', zone: 'Europe/London', cutOff: '11:00', n: 4, own: ['SA', 'TARGET'] },
];

/** Closed days by another way: systems from the library's own rules instead of ours, days of the week by counting. */
function oracleClosed(id: string): (date: string) => boolean {
  const listed = new Set<string>();
  const library = id === 'US-FED' ? new Holidays('US') : id === 'UK-CHAPS' ? new Holidays('GB', 'ENG') : new Holidays();
  if (id === 'TARGET') {
    for (const rule of ['01-01', 'easter -2', 'easter 1', '05-01', '12-25', '12-26']) {
      library.setHoliday(rule, { name: rule, type: 'public' });
    }
  }
  for (let year = 2023; id in RULES && year <= 2035; year += 1) {
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
      const closed = closedToo(closedByAny(ids.map((id) => calendar(id))), own);
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
