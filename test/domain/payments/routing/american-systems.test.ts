import { federalReserveDays, lynxDays } from '../../../../domain/payments/routing/american-systems';
import type { ClosingDays } from '../../../../domain/payments/routing/year-days';

const dates = (days: ClosingDays): string[] => [...days.keys()].map((date) => date.slice(5)).sort();

describe('closing days of American payment systems', () => {
  // Federal Reserve Bank Holiday Schedule: Saturdays are marked "open the preceding Friday"
  it.each([
    [2026, ['01-01', '01-19', '02-16', '05-25', '06-19', '07-04', '09-07', '10-12', '11-11', '11-26', '12-25']],
    [2027, ['01-01', '01-18', '02-15', '05-31', '06-19', '07-05', '09-06', '10-11', '11-11', '11-25', '12-25']],
  ])('Federal Reserve %i as published', (year, published) => {
    expect(dates(federalReserveDays(year))).toEqual(published);
  });

  // Payments Canada, "System closure schedule" 2026: no holiday of provinces, Boxing Day on the Monday after it
  it.each([
    [2026, ['01-01', '04-03', '05-18', '07-01', '09-07', '09-30', '10-12', '11-11', '12-25', '12-28']],
    [2027, ['01-01', '03-26', '05-24', '07-01', '09-06', '09-30', '10-11', '11-11', '12-27', '12-28']],
  ])('Lynx %i as published, and by the same rule', (year, published) => {
    expect(dates(lynxDays(year))).toEqual(published);
    expect(dates(lynxDays(2020))).not.toContain('09-30');
  });
});
