import {
  calendarView,
  CalendarYear,
  HolidayDate,
  HolidayRequest,
  isCalendarId,
  OpenDayQuery,
} from '../../../../domain/payments/routing/calendar-schema';
import type { Calendar, CalendarDay } from '../../../../domain/payments/routing/calendars';

const day = (date: string, name: string, isOpen: boolean): [string, CalendarDay] => [
  date,
  { date, name, isOpen, source: 'operator' },
];

const COUNTRY: Calendar = {
  id: 'DE',
  weekend: [6, 7],
  rule: null,
  source: 'date-holidays',
  knownFrom: '2024-01-01',
  knownUntil: '2033-01-01',
  days: new Map([
    day('2026-10-03', 'Day of German Unity', false),
    day('2026-12-24', 'opened', true),
    day('2027-01-01', 'New Year', false),
  ]),
};

/** Source: docs/GAPS.md#P12 */
describe('a year of a calendar', () => {
  it('has the days of that year, closed and opened ones apart', () => {
    expect(calendarView(COUNTRY, 2026)).toEqual({
      ...{ id: 'DE', year: 2026, weekend: [6, 7], rule: null, source: 'date-holidays', holidaysKnown: false },
      holidays: [{ date: '2026-10-03', name: 'Day of German Unity', source: 'operator' }],
      openedDays: [{ date: '2026-12-24', name: 'opened', source: 'operator' }],
    });
  });

  it('says where no holiday is known', () => {
    expect(calendarView(COUNTRY, 2033)).toMatchObject({ holidaysKnown: false, holidays: [], openedDays: [] });
  });
});

describe('what names a calendar', () => {
  it.each(['DE', 'TARGET', 'US-FED', 'UK-CHAPS'])('%s can', (id) => expect(isCalendarId(id)).toBe(true));
  it.each(['de', 'D', 'DE\u0000', '1DE', 'A'.repeat(17), "x' or 1=1", ''])('%j cannot', (id) =>
    expect(isCalendarId(id)).toBe(false),
  );
});

describe('a day that an operator closes or opens', () => {
  it('is one of the years of which calendars are kept', () => {
    const days = ['2023-12-31', '2024-01-01', '2032-12-31', '2033-01-01'];
    expect(days.map((date) => HolidayDate.safeParse(date).success)).toEqual([false, true, true, false]);
    expect(HolidayDate.safeParse('2033-01-01').error?.issues).toMatchObject([
      { message: 'must be a day of the years 2024 to 2032, for which calendars are kept', params: { code: 'range' } },
    ]);
    expect(HolidayDate.safeParse('soon').error?.issues).toHaveLength(1);
  });

  it('has a name of 140 characters, and a reason of 500, or neither where it is opened', () => {
    const closes = (name: string, reason?: string) => HolidayRequest.safeParse({ name, reason }).success;
    expect([closes('n'.repeat(140), 'r'.repeat(500)), closes(' n ')]).toEqual([true, true]);
    expect([closes('n'.repeat(141)), closes('  '), closes('n', 'r'.repeat(501)), closes('n', '  ')]).toEqual([
      ...[false, false],
      ...[false, false],
    ]);
    expect(OpenDayQuery.parse({})).toEqual({ name: 'opened by the operator' });
  });
});

describe('a year in a query', () => {
  it('is one of 1900 to 2199', () => {
    expect(['1900', '2199', undefined].map((text) => CalendarYear.parse(text))).toEqual([1900, 2199, undefined]);
    for (const text of ['1899', '2200', '26', '20x6', '', '12026', '20261'])
      expect(CalendarYear.safeParse(text).success).toBe(false);
  });
});
