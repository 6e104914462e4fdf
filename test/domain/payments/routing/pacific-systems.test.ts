import { bankOfJapanDays, esasDays, ritsDays } from '../../../../domain/payments/routing/pacific-systems';
import type { ClosingDays } from '../../../../domain/payments/routing/year-days';

const dates = (days: ClosingDays): string[] => [...days.keys()].map((date) => date.slice(5)).sort();

describe('closing days of payment systems around the Pacific', () => {
  // Reserve Bank of Australia: the holidays that New South Wales and Victoria both keep
  it.each([
    [2026, ['01-01', '01-26', '04-03', '04-06', '04-25', '06-08', '12-25', '12-28']],
    [2027, ['01-01', '01-26', '03-26', '03-29', '04-25', '06-14', '12-27', '12-28']],
  ])('RITS %i as published', (year, published) => {
    expect(dates(ritsDays(year))).toEqual(published);
  });

  // China Foreign Exchange Trade System, holidays of the New Zealand dollar 2026; Holidays Act 2003
  it.each([
    [2026, ['01-01', '01-02', '02-06', '04-03', '04-06', '04-27', '06-01', '07-10', '10-26', '12-25', '12-28']],
    [2027, ['01-01', '01-04', '02-08', '03-26', '03-29', '04-26', '06-07', '06-25', '10-25', '12-27', '12-28']],
  ])('ESAS %i as published', (year, published) => {
    expect(dates(esasDays(year))).toEqual(published);
  });

  // Bank of Japan, "Holiday Schedule of the Bank" 2026 and 2027
  it.each([
    [
      2026,
      [
        ...['01-01', '01-02', '01-03', '01-12', '02-11', '02-23', '03-20', '04-29', '05-03', '05-04', '05-05', '05-06'],
        ...['07-20', '08-11', '09-21', '09-22', '09-23', '10-12', '11-03', '11-23', '12-31'],
      ],
    ],
    [
      2027,
      [
        ...['01-01', '01-02', '01-03', '01-11', '02-11', '02-23', '03-21', '03-22', '04-29', '05-03', '05-04', '05-05'],
        ...['07-19', '08-11', '09-20', '09-23', '10-11', '11-03', '11-23', '12-31'],
      ],
    ],
  ])('the Bank of Japan %i as published', (year, published) => {
    expect(dates(bankOfJapanDays(year))).toEqual(published);
  });
});
