import { isBankingCountry } from '../../../../domain/countries';
import { isInSepa, SEPA_COUNTRIES } from '../../../../domain/payments/instruction/sepa';

describe('a payment inside SEPA', () => {
  it.each([
    ['EUR', 'DE', true],
    ['EUR', 'GB', true],
    ['EUR', 'GF', true],
    ['EUR', 'XK', false],
    ['EUR', 'US', false],
    ['CHF', 'CH', false],
  ])('%s to %s: %s', (currency, country, isInside) => expect(isInSepa(currency, country)).toBe(isInside));

  it('is to one of its countries, each named once', () => {
    expect(SEPA_COUNTRIES.filter((country) => !isBankingCountry(country))).toEqual([]);
    expect(new Set(SEPA_COUNTRIES).size).toBe(SEPA_COUNTRIES.length);
  });
});
