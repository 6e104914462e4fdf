import { isLanguage, LANGUAGE_TAGS, preferredLanguage } from '../../../domain/auth/languages';

it('has English first, as the default, and knows its languages by their tags alone', () => {
  expect(LANGUAGE_TAGS).toEqual(['en', 'de', 'es', 'fr', 'zh-Hans']);
  expect(LANGUAGE_TAGS.every(isLanguage)).toBe(true);
  for (const text of ['', 'EN', 'zh', 'de-AT', 'toString']) expect(isLanguage(text)).toBe(false);
});

it.each([
  ['de-CH, de;q=0.9, en;q=0.8', 'de'],
  ['nl, en;q=0.4, fr;q=0.6', 'fr'],
  ['zh-TW', 'zh-Hans'],
  ['ES-mx', 'es'],
  ['de;q=0, nl', 'en'],
  ['fr;q=x', 'en'],
  ['', 'en'],
])('reads %p as %s', (header, language) => expect(preferredLanguage(header)).toBe(language));
