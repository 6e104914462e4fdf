import { isLocale, LOCALE_NAMES } from '../../../domain/documents/locales';

it('labels are there in five languages', () => expect(LOCALE_NAMES).toEqual(['en', 'es', 'fr', 'zh', 'ar']));

it.each(['de', 'EN', 'toString', ''])('labels are not there in "%s"', (text) => expect(isLocale(text)).toBe(false));
