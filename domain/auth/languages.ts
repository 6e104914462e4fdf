/** Languages of the console by their tags (BCP 47), each with its own name for itself. Source: docs/GAPS.md#A10 */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  'zh-Hans': '简体中文',
} as const;

export type Language = keyof typeof LANGUAGES;

/** @returns whether the console has that language */
export function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGES, text);
}

/** Tags in the order of the map; English is the first and the default. */
export const LANGUAGE_TAGS: readonly Language[] = Object.keys(LANGUAGES).filter(isLanguage);
