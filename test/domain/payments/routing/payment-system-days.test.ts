import { closingDays, ruleOf, type CalendarRule } from '../../../../domain/payments/routing/payment-system-days';

const days = (rule: CalendarRule, year: number): string[] =>
  [...closingDays(rule, year).keys()].map((date) => date.slice(5)).sort();

describe('closing days of payment systems', () => {
  // European Central Bank, "TARGET closing days" of the years
  it.each([
    [2024, ['01-01', '03-29', '04-01', '05-01', '12-25', '12-26']],
    [2025, ['01-01', '04-18', '04-21', '05-01', '12-25', '12-26']],
    [2026, ['01-01', '04-03', '04-06', '05-01', '12-25', '12-26']],
  ])('TARGET %i as published', (year, published) => {
    expect(days('target', year)).toEqual(published);
  });

  // Federal Reserve Bank Holiday Schedule: Saturdays are marked "open the preceding Friday"
  it.each([
    [2026, ['01-01', '01-19', '02-16', '05-25', '06-19', '07-04', '09-07', '10-12', '11-11', '11-26', '12-25']],
    [2027, ['01-01', '01-18', '02-15', '05-31', '06-19', '07-05', '09-06', '10-11', '11-11', '11-25', '12-25']],
  ])('Federal Reserve %i as published', (year, published) => {
    expect(days('federal_reserve', year)).toEqual(published);
  });

  // gov.uk, bank holidays of England and Wales
  it.each([
    [2026, ['01-01', '04-03', '04-06', '05-04', '05-25', '08-31', '12-25', '12-28']],
    [2027, ['01-01', '03-26', '03-29', '05-03', '05-31', '08-30', '12-27', '12-28']],
    [2028, ['01-03', '04-14', '04-17', '05-01', '05-29', '08-28', '12-25', '12-26']],
  ])('CHAPS %i as published', (year, published) => {
    expect(days('chaps', year)).toEqual(published);
  });

  // Reserve Bank of Australia: the holidays that New South Wales and Victoria both keep
  it.each([
    [2026, ['01-01', '01-26', '04-03', '04-06', '04-25', '06-08', '12-25', '12-28']],
    [2027, ['01-01', '01-26', '03-26', '03-29', '04-25', '06-14', '12-27', '12-28']],
  ])('RITS %i as published', (year, published) => {
    expect(days('rits', year)).toEqual(published);
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
    expect(days('riksbank', year)).toEqual(published);
  });

  // Norges Bank, "Settlement days" 2019 and "Oppgjørsdager 2017"
  it.each([
    [2019, ['01-01', '04-18', '04-19', '04-22', '05-01', '05-17', '05-30', '06-10', '12-24', '12-25', '12-26']],
    [2017, ['01-01', '04-13', '04-14', '04-17', '05-01', '05-17', '05-25', '06-05', '12-24', '12-25', '12-26']],
  ])('NBO %i as published', (year, published) => {
    expect(days('norges_bank', year)).toEqual(published);
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
    expect(days('danmarks_nationalbank', year)).toEqual(published);
  });

  it('keeps the Danish prayer day until 2023', () => {
    expect(days('danmarks_nationalbank', 2023)).toContain('05-05');
    expect(days('danmarks_nationalbank', 2024)).not.toContain('04-26');
  });

  // Krajowa Izba Rozliczeniowa: no session on days that are free by law, Christmas Eve among them since 2025
  it('Elixir as published', () => {
    expect(days('elixir', 2026)).toEqual([
      ...['01-01', '01-06', '04-06', '05-01', '05-03', '06-04', '08-15', '11-01', '11-11', '12-24', '12-25', '12-26'],
    ]);
    expect(days('elixir', 2024)).not.toContain('12-24');
  });

  // Payments Canada, "System closure schedule" 2026: no holiday of provinces, Boxing Day on the Monday after it
  it.each([
    [2026, ['01-01', '04-03', '05-18', '07-01', '09-07', '09-30', '10-12', '11-11', '12-25', '12-28']],
    [2027, ['01-01', '03-26', '05-24', '07-01', '09-06', '09-30', '10-11', '11-11', '12-27', '12-28']],
  ])('Lynx %i as published, and by the same rule', (year, published) => {
    expect(days('lynx', year)).toEqual(published);
    expect(days('lynx', 2020)).not.toContain('09-30');
  });

  // China Foreign Exchange Trade System, holidays of the Swiss franc, which leave out Saturdays and Sundays
  it.each([
    [2025, ['01-01', '01-02', '04-18', '04-21', '05-01', '05-29', '06-09', '08-01', '12-25', '12-26']],
    [2026, ['01-01', '01-02', '04-03', '04-06', '05-01', '05-14', '05-25', '08-01', '12-25', '12-26']],
    [2027, ['01-01', '01-02', '03-26', '03-29', '05-01', '05-06', '05-17', '08-01', '12-25', '12-26']],
  ])('SIC %i as published', (year, published) => {
    expect(days('sic', year)).toEqual(published);
  });

  // China Foreign Exchange Trade System, holidays of the New Zealand dollar 2026; Holidays Act 2003
  it.each([
    [2026, ['01-01', '01-02', '02-06', '04-03', '04-06', '04-27', '06-01', '07-10', '10-26', '12-25', '12-28']],
    [2027, ['01-01', '01-04', '02-08', '03-26', '03-29', '04-26', '06-07', '06-25', '10-25', '12-27', '12-28']],
  ])('ESAS %i as published', (year, published) => {
    expect(days('esas', year)).toEqual(published);
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
    expect(days('bank_of_japan', year)).toEqual(published);
  });

  it('have the names by which they are explained', () => {
    expect(closingDays('target', 2026).get('2026-04-03')).toBe('Good Friday');
    expect(closingDays('target', 2026).get('2026-12-26')).toBe('Christmas Holiday');
    expect(closingDays('federal_reserve', 2026).get('2026-11-26')).toBe('Thanksgiving Day');
    expect(closingDays('federal_reserve', 2027).get('2027-07-05')).toBe('Independence Day');
    expect(closingDays('chaps', 2026).get('2026-12-28')).toBe('Boxing Day (substitute day)');
    expect(closingDays('chaps', 2026).get('2026-12-25')).toBe('Christmas Day');
    for (const rule of ['target', 'federal_reserve', 'chaps'] as const) {
      expect([...closingDays(rule, 2026).values()]).not.toContain('');
    }
  });
});

it('reads the name of a rule, and of one that it does not know none', () => {
  expect([ruleOf('lynx'), ruleOf('of_a_newer_release'), ruleOf(null)]).toEqual(['lynx', null, null]);
});

describe('closing days of a year', () => {
  it('are worked out once, and are the same after many other years', () => {
    const first = closingDays('target', 2026);
    expect(closingDays('target', 2026)).toBe(first);
    for (let year = 1900; year < 2150; year += 1) closingDays('chaps', year);
    const again = closingDays('target', 2026);
    expect(again).not.toBe(first);
    expect([...again]).toEqual([...first]);
  });
});
