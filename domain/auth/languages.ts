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

/**
 * The language of the console that a browser prefers; a language stands for all its regions and scripts.
 * @param acceptLanguage such as `de-CH,de;q=0.9,en;q=0.8`; empty where the header is absent
 * @returns English where none of the five is asked for
 * Source: RFC 9110, "Accept-Language"
 */
export function preferredLanguage(acceptLanguage: string): Language {
  const ranges = acceptLanguage.split(',').map((range) => {
    const [tag = '', ...parameters] = range
      .toLowerCase()
      .split(';')
      .map((part) => part.trim());
    const weight = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1);
    return { primary: tag.split('-')[0] ?? '', weight };
  });
  const asked = ranges.filter(({ weight }) => weight > 0).toSorted((one, other) => other.weight - one.weight);
  const offered = new Map(LANGUAGE_TAGS.map((tag) => [tag.split('-')[0] ?? '', tag]));
  return asked.map(({ primary }) => offered.get(primary)).find((tag) => tag !== undefined) ?? 'en';
}
