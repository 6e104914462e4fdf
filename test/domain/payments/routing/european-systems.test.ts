import {
  chapsDays,
  elixirDays,
  nationalbankenDays,
  norgesBankDays,
  riksbankDays,
  sicDays,
  targetDays,
} from '../../../../domain/payments/routing/european-systems';
import type { ClosingDays } from '../../../../domain/payments/routing/year-days';

const dates = (days: ClosingDays): string[] => [...days.keys()].map((date) => date.slice(5)).sort();

describe('closing days of European payment systems', () => {
  // European Central Bank, "TARGET closing days" of the years
  it.each([
    [2024, ['01-01', '03-29', '04-01', '05-01', '12-25', '12-26']],
    [2025, ['01-01', '04-18', '04-21', '05-01', '12-25', '12-26']],
    [2026, ['01-01', '04-03', '04-06', '05-01', '12-25', '12-26']],
  ])('TARGET %i as published', (year, published) => {
    expect(dates(targetDays(year))).toEqual(published);
  });

  // gov.uk, bank holidays of England and Wales
  it.each([
    [2026, ['01-01', '04-03', '04-06', '05-04', '05-25', '08-31', '12-25', '12-28']],
    [2027, ['01-01', '03-26', '03-29', '05-03', '05-31', '08-30', '12-27', '12-28']],
    [2028, ['01-03', '04-14', '04-17', '05-01', '05-29', '08-28', '12-25', '12-26']],
  ])('CHAPS %i as published', (year, published) => {
    expect(dates(chapsDays(year))).toEqual(published);
  });

  // Sveriges Riksbank, "Holidays 2026" and "Bank Holidays 2017", without those that always are Sundays or Saturdays
  it.each([
    [
      2026,
      ['01-01', '01-06', '04-03', '04-06', '05-01', '05-14', '06-06', '06-19', '12-24', '12-25', '12-26', '12-31'],
    ],
    [
      2017,
      ['01-01', '01-06', '04-14', '04-17', '05-01', '05-25', '06-06', '06-23', '12-24', '12-25', '12-26', '12-31'],
    ],
  ])('RIX %i as published', (year, published) => {
    expect(dates(riksbankDays(year))).toEqual(published);
  });

  // Norges Bank, "Settlement days" 2019 and "Oppgjørsdager 2017"
  it.each([
    [2019, ['01-01', '04-18', '04-19', '04-22', '05-01', '05-17', '05-30', '06-10', '12-24', '12-25', '12-26']],
    [2017, ['01-01', '04-13', '04-14', '04-17', '05-01', '05-17', '05-25', '06-05', '12-24', '12-25', '12-26']],
  ])('NBO %i as published', (year, published) => {
    expect(dates(norgesBankDays(year))).toEqual(published);
  });

  // Danmarks Nationalbank, "Banklukkedage"; of 2027 it leaves out Saturday and Sunday of Christmas
  it.each([
    [
      2026,
      ['01-01', '04-02', '04-03', '04-06', '05-14', '05-15', '05-25', '06-05', '12-24', '12-25', '12-26', '12-31'],
    ],
    [
      2027,
      ['01-01', '03-25', '03-26', '03-29', '05-06', '05-07', '05-17', '06-05', '12-24', '12-25', '12-26', '12-31'],
    ],
  ])('Kronos %i as published', (year, published) => {
    expect(dates(nationalbankenDays(year))).toEqual(published);
  });

  it('keeps the Danish prayer day until 2023', () => {
    expect(dates(nationalbankenDays(2023))).toContain('05-05');
    expect(dates(nationalbankenDays(2024))).not.toContain('04-26');
  });

  // Krajowa Izba Rozliczeniowa: no session on days that are free by law, Christmas Eve among them since 2025
  it('Elixir as published', () => {
    expect(dates(elixirDays(2026))).toEqual([
      ...['01-01', '01-06', '04-06', '05-01', '05-03', '06-04', '08-15', '11-01', '11-11', '12-24', '12-25', '12-26'],
    ]);
    expect(dates(elixirDays(2024))).not.toContain('12-24');
  });

  // China Foreign Exchange Trade System, holidays of the Swiss franc, which leave out Saturdays and Sundays
  it.each([
    [2025, ['01-01', '01-02', '04-18', '04-21', '05-01', '05-29', '06-09', '08-01', '12-25', '12-26']],
    [2026, ['01-01', '01-02', '04-03', '04-06', '05-01', '05-14', '05-25', '08-01', '12-25', '12-26']],
    [2027, ['01-01', '01-02', '03-26', '03-29', '05-01', '05-06', '05-17', '08-01', '12-25', '12-26']],
  ])('SIC %i as published', (year, published) => {
    expect(dates(sicDays(year))).toEqual(published);
  });
});
