import { closingDays, ruleOf } from '../../../../domain/payments/routing/payment-system-days';

describe('closing days of payment systems', () => {
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
