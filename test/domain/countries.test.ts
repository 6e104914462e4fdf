import { countryCode, countryName, countryNames, isBankingCountry, isCountry } from '../../domain/countries';

describe('a country', () => {
  it.each(['DE', 'GB', 'US', 'TW'])('is %s', (code) => expect(isCountry(code)).toBe(true));
  it.each(['UK', 'EU', 'de', 'DEU', ''])('is not "%s"', (code) => {
    expect([isCountry(code), isBankingCountry(code)]).toEqual([false, false]);
  });

  it('is Kosovo for banks alone', () => {
    expect([isCountry('XK'), isBankingCountry('XK')]).toEqual([false, true]);
    expect(isBankingCountry('DE')).toBe(true);
  });

  it('has its English name, or its code where it has none', () => {
    expect([countryName('DE'), countryName('ZZ')]).toEqual(['Germany', 'ZZ']);
  });
});

describe('a country as publications name it', () => {
  it.each([
    ['DE', 'DE'],
    ['Iran', 'IR'],
    ['Iran (Islamic Republic of)', 'IR'],
    ['Korea, North', 'KP'],
    ["Democratic People's Republic of Korea", 'KP'],
    ['Congo, Democratic Republic of the', 'CD'],
    ['Russian Federation', 'RU'],
    [' United  Kingdom of Great Britain and Northern Ireland', 'GB'],
    ['of Registration Korea, North', 'KP'],
    ['Burma', 'MM'],
    ['Region: Northern Mali', null],
    ['undetermined', null],
    ['', null],
  ])('"%s" is %s', (name, code) => expect(countryCode(name)).toBe(code));
});

describe('names of countries in texts', () => {
  const names = countryNames();
  it('are in small letters, each once, the longest first', () => {
    expect(names.every((name) => /^[a-z ]+$/.test(name))).toBe(true);
    expect(new Set(names).size).toBe(names.length);
    expect(names.map((name) => name.length)).toEqual(names.map((name) => name.length).sort((a, b) => b - a));
  });
  it.each([
    'germany',
    'france',
    'united kingdom',
    'uk',
    'eu',
    'great britain',
    'britain',
    'england',
    'scotland',
    'wales',
    'europe',
    'america',
  ])('are also %s', (name) => expect(names).toContain(name));
});
