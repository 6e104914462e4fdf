import { getName, registerLocale } from 'i18n-iso-countries/index';
import type { Locale } from '../../locales';
import { ar } from './ar';
import { en, type Labels, type Language } from './en';
import { es } from './es';
import { fr } from './fr';
import { zh } from './zh';

export type { Labels };

const LANGUAGES = { en, es, fr, zh, ar } satisfies Record<Locale, Language>;

for (const { countries } of Object.values(LANGUAGES)) registerLocale(countries);

/** @returns the labels of a language */
export function labelsOf(locale: Locale): Labels {
  return LANGUAGES[locale].labels;
}

/** @returns the name of a country in a language; its code where it has none */
export function countryName(code: string, locale: Locale): string {
  return getName(code, locale) ?? code;
}

/** @returns "Page 1 of 3" in the language of the labels */
export function pageLabel(labels: Labels, page: number, pages: number): string {
  return labels.page.replace('{page}', String(page)).replace('{pages}', String(pages));
}

/** @returns a number of at most one digit with its word, such as `3 (three)` */
export function numberInWords(labels: Labels, digit: number): string {
  const word = labels.digits.split(' ')[digit];
  return word === undefined ? String(digit) : `${digit} (${word})`;
}
