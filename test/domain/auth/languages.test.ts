import { isLanguage, LANGUAGE_TAGS } from '../../../domain/auth/languages';

it('has English first, as the default, and knows its languages by their tags alone', () => {
  expect(LANGUAGE_TAGS).toEqual(['en', 'de', 'es', 'fr', 'zh-Hans']);
  expect(LANGUAGE_TAGS.every(isLanguage)).toBe(true);
  for (const text of ['', 'EN', 'zh', 'de-AT', 'toString']) expect(isLanguage(text)).toBe(false);
});
