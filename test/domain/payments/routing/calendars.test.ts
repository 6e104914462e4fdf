import {
  areHolidaysKnown,
  calendarIdsFor,
  closedByAny,
  alsoClosedBy,
  daysOfYear,
  type Calendar,
} from '../../../../domain/payments/routing/calendars';
import { calendar } from '../../../support/calendars';

describe('calendars together', () => {
  it.each([
    ['EUR', 'DE', ['TARGET']],
    ['EUR', 'BG', ['TARGET']],
    ['EUR', 'PL', ['TARGET', 'PL-ELIXIR']],
    ['EUR', 'CH', ['TARGET', 'CH-SIC']],
    ['CHF', 'LI', ['CH-SIC']],
    ['CAD', 'CA', ['CA-LYNX']],
    ['NZD', 'AU', ['NZ-ESAS', 'AU-RITS']],
    ['CNY', 'HK', ['CN-CNAPS', 'HK-CHATS']],
    ['INR', 'IN', ['IN-RBI']],
    ['USD', 'FR', ['US-FED', 'TARGET']],
    ['AUD', 'AU', ['AU-RITS']],
    ['SEK', 'NO', ['SE-RIX', 'NO-NBO']],
    ['DKK', 'DK', ['DK-KRONOS']],
    ['PLN', 'PL', ['PL-ELIXIR']],
    ['USD', 'US', ['US-FED']],
    ['USD', 'AE', ['US-FED', 'AE']],
    ['GBP', 'GB', ['UK-CHAPS']],
    ['JPY', 'US', ['JP-BOJ', 'US-FED']],
    ['AED', 'AE', ['AE']],
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

  it('names the holiday of the first of those that have one', () => {
    const [target, germany] = [calendar('TARGET'), calendar('DE')];
    const nameOf = (...calendars: Calendar[]) => closedByAny(calendars)('2026-12-25')?.name;
    expect(nameOf(target, germany)).toBe('Christmas Day (TARGET)');
    expect(nameOf(germany, target)).toMatch(/\(DE\)$/);
    const routed = alsoClosedBy(closedByAny([target]), [germany]);
    expect(routed('2026-12-25')).toEqual({ reason: 'holiday', name: 'Christmas Day (TARGET)' });
  });

  it('closes a route on its own days too, and names a weekend first', () => {
    const closed = alsoClosedBy(closedByAny([calendar('TARGET')]), [calendar('SA')]);
    expect(closed('2026-11-20')).toEqual({ reason: 'weekend', name: 'Friday' });
    expect(closed('2026-05-01')).toEqual({ reason: 'weekend', name: 'Friday' });
    expect(closed('2026-09-23')).toMatchObject({ reason: 'holiday', name: expect.stringContaining('(SA)') as string });
    expect(closed('2026-11-23')).toBeNull();
    expect(alsoClosedBy(closed, [])).toBe(closed);
  });

  it('opens a day that the operator opened, against rule and weekend', () => {
    const closed = closedByAny([calendar('TARGET', ['2026-05-01', '2026-11-21'])]);
    expect([closed('2026-05-01'), closed('2026-11-21')]).toEqual([null, null]);
    expect(closed('2026-04-03')).toMatchObject({ reason: 'holiday' });
  });

  it.each([
    ['TARGET', 2040, true],
    ['DE', 2026, false],
    ['AE', 2026, false],
    ['CA-LYNX', 2027, true],
    ['JP-BOJ', 2021, false],
    ['JP-BOJ', 2027, true],
    ['JP-BOJ', 2028, false],
    ['CN-CNAPS', 2023, false],
    ['CN-CNAPS', 2026, true],
    ['CN-CNAPS', 2027, false],
    ['HK-CHATS', 2027, true],
    ['IN-RBI', 2026, true],
    ['IN-RBI', 2027, false],
  ])('knows of %s in %i what was published: %s', (id, year, isKnown) => {
    expect(areHolidaysKnown(calendar(id), year)).toBe(isKnown);
  });

  // General Office of the State Council, notice on the holidays of 2026
  it('works in China on weekends that make up for a holiday', () => {
    const closed = closedByAny([calendar('CN-CNAPS')]);
    expect([closed('2026-02-14'), closed('2026-10-10')]).toEqual([null, null]);
    expect([closed('2026-02-23'), closed('2026-10-07')]).toMatchObject([
      { name: 'Spring Festival (CN-CNAPS)' },
      { name: 'National Day (CN-CNAPS)' },
    ]);
    expect(closed('2026-06-01')).toBeNull();
  });

  it('rests on second and fourth Saturdays with banks of India', () => {
    const closed = closedByAny([calendar('IN-RBI')]);
    expect([closed('2026-11-07'), closed('2026-11-21')]).toEqual([null, null]);
    expect([closed('2026-11-14'), closed('2026-11-28')]).toMatchObject([
      { name: 'Second Saturday (IN-RBI)' },
      { name: 'Fourth Saturday (IN-RBI)' },
    ]);
  });

  it('settles euros of France on its national day, and none on a TARGET day', () => {
    const closed = closedByAny(calendarIdsFor('EUR', 'FR').map((id) => calendar(id)));
    expect([closed('2026-07-14'), closed('2026-05-14')]).toEqual([null, null]);
    expect(closed('2026-04-06')).toMatchObject({ name: 'Easter Monday (TARGET)' });
  });

  it('rests on Friday and Saturday with banks of Bangladesh', () => {
    const closed = closedByAny([calendar('BD')]);
    expect(closed('2027-01-08')).toEqual({ reason: 'weekend', name: 'Friday' });
    expect(closed('2027-01-10')).toBeNull();
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
