/** How a language is written; `script` by its name in ISO 15924. */
interface Writing {
  direction: 'ltr' | 'rtl';
  script: 'Latn' | 'Hans' | 'Arab';
}

/** Languages of the labels on a document; the client's own text is printed as it is. */
export const LOCALES = {
  en: { direction: 'ltr', script: 'Latn' },
  es: { direction: 'ltr', script: 'Latn' },
  fr: { direction: 'ltr', script: 'Latn' },
  zh: { direction: 'ltr', script: 'Hans' },
  ar: { direction: 'rtl', script: 'Arab' },
} as const satisfies Record<string, Writing>;

export type Locale = keyof typeof LOCALES;

/** @returns whether there are labels in that language */
export function isLocale(text: string): text is Locale {
  return Object.hasOwn(LOCALES, text);
}

/** Names of the languages, in the order of the map. */
export const LOCALE_NAMES: readonly Locale[] = Object.keys(LOCALES).filter(isLocale);
