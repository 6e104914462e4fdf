import { isCountry } from '../../../../domain/countries';
import { currencyDigits } from '../../../../domain/money';
import { ruleOf } from '../../../../domain/payments/routing/payment-system-days';
import { shippedCalendars } from '../../../../domain/payments/routing/shipped-calendars';
import { PAYMENT_SYSTEMS } from '../../../../domain/facts/systems';

const shipped = (id: string) => shippedCalendars().find((calendar) => calendar.id === id);

/** Source: docs/GAPS.md#P12 */
describe('calendars of payment systems', () => {
  it('name countries, a currency, and a rule that there is', () => {
    for (const { key, value } of PAYMENT_SYSTEMS.facts) {
      expect([key, value?.countries.every(isCountry), currencyDigits(value?.currency ?? '') !== null]).toEqual([
        key,
        true,
        true,
      ]);
      expect([key, ruleOf(value?.rule ?? null)]).toEqual([key, value?.rule]);
    }
  });

  it('have each country in one payment system, whatever the year', () => {
    const systems = PAYMENT_SYSTEMS.facts.flatMap(
      ({ key, value }) => value?.countries.map((at) => `${at} ${key}`) ?? [],
    );
    const countries = [...new Set(systems)].map((one) => one.slice(0, 2));
    expect(new Set(countries).size).toBe(countries.length);
  });

  it('hold in any year where a rule is all that is said', () => {
    expect(shipped('TARGET')).toMatchObject({
      ...{ weekend: [6, 7], rule: 'target', knownFrom: null, knownUntil: null },
      ...{ days: [], guessedFrom: null, listedYears: [] },
    });
  });

  it('are known to the last day that was published; what is expected after it is listed too', () => {
    const china = shipped('CN-CNAPS');
    expect(china).toMatchObject({ rule: null, knownFrom: '2024-01-01', knownUntil: '2027-01-01', guessedFrom: 'CN' });
    expect(china?.listedYears).toEqual([2024, 2025, 2026, 2027]);
    expect(china?.source).toContain('holidays of 2026');
    const day = (date: string) => china?.days.find((one) => one.date === date);
    expect(day('2026-02-14')).toMatchObject({ isOpen: true, name: 'Working day for Spring Festival' });
    expect(day('2027-02-05')?.source).toMatch(/^Expected, not published/);
  });

  it('are known up to the day that a fact names', () => {
    expect(shipped('JP-BOJ')).toMatchObject({
      knownFrom: '2022-01-01',
      knownUntil: '2028-01-01',
      rule: 'bank_of_japan',
    });
  });
});
