import { easterSunday, iso, last, nth, withSubstituteDays } from '../../../../domain/payments/routing/year-days';

// Tables of the Book of Common Prayer; the earliest and the latest day that Easter has are among them.
it.each([
  '1818-03-22',
  '1943-04-25',
  '1954-04-18',
  '1981-04-19',
  '2000-04-23',
  '2024-03-31',
  '2038-04-25',
  '2049-04-18',
])('Easter Sunday is %s', (date) => expect(easterSunday(Number(date.slice(0, 4)))).toBe(date));

it('counts days of the week in a month', () => {
  // November 2026 begins on a Sunday
  expect([nth(2026, 11, 0, 1), nth(2026, 11, 1, 1), nth(2026, 11, 4, 4)]).toEqual([
    ...['2026-11-01', '2026-11-02', '2026-11-26'],
  ]);
  expect([last(2026, 11, 1), last(2026, 12, 4), last(2026, 2, 6)]).toEqual(['2026-11-30', '2026-12-31', '2026-02-28']);
  expect(iso(2026, 3, 0)).toBe('2026-02-28');
});

it('moves holidays of a weekend to the next day that none has', () => {
  // 25 December 2027 is a Saturday
  expect(
    withSubstituteDays([
      ['2027-12-25', 'Christmas Day'],
      ['2027-12-26', 'Boxing Day'],
    ]),
  ).toEqual([
    ['2027-12-27', 'Christmas Day (substitute day)'],
    ['2027-12-28', 'Boxing Day (substitute day)'],
  ]);
  expect(withSubstituteDays([['2026-12-25', 'Christmas Day']])).toEqual([['2026-12-25', 'Christmas Day']]);
});
