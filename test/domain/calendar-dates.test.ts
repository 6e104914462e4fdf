import { addDays, DAY_MS, dayOfWeek, startOfUtcDay, utcDate } from '../../domain/calendar-dates';

it('a moment has the date that is in UTC', () => {
  expect(['2026-01-31T23:59:59.999Z', '2026-02-01T00:30:00+01:00'].map((text) => utcDate(new Date(text)))).toEqual([
    '2026-01-31',
    '2026-01-31',
  ]);
});

it('a date begins at midnight and lasts a day', () => {
  const start = startOfUtcDay('2026-12-31');
  expect(start.toISOString()).toBe('2026-12-31T00:00:00.000Z');
  expect(new Date(start.getTime() + DAY_MS)).toEqual(startOfUtcDay('2027-01-01'));
});

it.each([
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-11-23', 0, '2026-11-23'],
])('%s and %i days is %s', (date, days, expected) => expect(addDays(date, days)).toBe(expected));

it('weeks begin on Sunday, 0', () => expect(['2026-11-22', '2026-11-28'].map(dayOfWeek)).toEqual([0, 6]));
