import {
  countriesOf,
  countryCurrency,
  countryFromOtherCode,
  EU_MEMBERS,
  inCustomsUnion,
  paysColumnTwo,
  scheduleOf,
} from '../../../../domain/tariffs/schedule/countries';

describe('the customs union', () => {
  it('has the 27 members of the European Union', () => {
    expect([...EU_MEMBERS].sort().join(' ')).toBe(
      'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK',
    );
  });

  it('has one schedule; everybody else has their own', () => {
    expect([scheduleOf('DE'), scheduleOf('GB'), scheduleOf('CH')]).toEqual(['EU', 'GB', 'CH']);
    expect(countriesOf('EU')).toEqual(EU_MEMBERS);
    expect(countriesOf('US')).toEqual(['US']);
    expect(['RE', 'MC', 'PR', 'IM', 'PF'].map(scheduleOf)).toEqual(['EU', 'EU', 'US', 'GB', 'PF']);
  });

  it.each([
    ['DE', 'FR', true],
    ['DE', 'GB', false],
    ['GB', 'DE', false],
    ['US', 'CA', false],
    ['RE', 'DE', true],
    ['DE', 'MC', true],
    ['AX', 'FI', true],
    ['NC', 'FR', false],
    ['PR', 'US', true],
    ['US', 'PR', true],
    ['VI', 'US', false],
    ['JE', 'GB', true],
    ['GI', 'GB', false],
  ])('from %s to %s: %s', (origin, destination, expected) => {
    expect(inCustomsUnion(origin, destination)).toBe(expected);
  });
});

/** Source: general note 3(b); Public Law 117-110 of 8 April 2022 */
describe('column 2 of the United States', () => {
  it.each([
    ['RU', 'US', '2022-04-09', true],
    ['RU', 'US', '2022-04-08', false],
    ['BY', 'US', '2022-04-09', true],
    ['BY', 'US', '2022-04-08', false],
    ['CU', 'US', '1990-01-01', true],
    ['KP', 'US', '1990-01-01', true],
    ['RU', 'DE', '2026-01-01', false],
    ['CN', 'US', '2026-01-01', false],
    ['CU', 'PR', '2026-01-01', true],
  ])('is paid from %s to %s on %s: %s', (origin, destination, date, expected) => {
    expect(paysColumnTwo(origin, destination, date)).toBe(expected);
  });
});

describe('countries', () => {
  it.each([
    ['276', 'DE'],
    ['8', 'AL'],
    ['DEU', 'DE'],
    ['999', null],
    ['ZZZ', null],
    ['', null],
  ])('by another code, %s: %s', (code, country) => {
    expect(countryFromOtherCode(code)).toBe(country);
  });

  it('have a currency', () => {
    expect([countryCurrency('DE'), countryCurrency('JP'), countryCurrency('ZZ')]).toEqual(['EUR', 'JPY', null]);
  });
});
