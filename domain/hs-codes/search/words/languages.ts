/** Languages of which everyday words for goods are known beside English and Chinese, in the order of their columns. */
export const SEARCH_LANGUAGES = ['de', 'fr', 'es', 'it'] as const;
export type SearchLanguage = (typeof SEARCH_LANGUAGES)[number];

/** Languages in which what qualifies a noun follows it: `lampada da tavolo`. */
const NOUN_FIRST: ReadonlySet<SearchLanguage> = new Set(['fr', 'es', 'it']);

/** Function words that tell a language and are no English words. */
const FUNCTION_WORDS: Readonly<Record<SearchLanguage, string>> = {
  de: 'der das und mit fur aus von zum zur ohne oder ein eine einen einem',
  fr: 'de la le les des du et pour avec sans au aux une',
  es: 'de la el los las del con para una unos unas y',
  it: 'di da la le lo gli della delle dei del con per il un una',
};
/** Letters that tell a language. */
const LETTERS: Readonly<Record<SearchLanguage, RegExp>> = {
  de: /[äöüß]/i,
  fr: /[çœêèâîôûàé]/i,
  es: /[ñáíóúé]/i,
  it: /[àèìòù]/i,
};

const LANGUAGES_OF_WORDS: ReadonlyMap<string, readonly SearchLanguage[]> = new Map(
  SEARCH_LANGUAGES.flatMap((language) => FUNCTION_WORDS[language].split(' ')).map((word) => [
    word,
    SEARCH_LANGUAGES.filter((language) => FUNCTION_WORDS[language].split(' ').includes(word)),
  ]),
);

/**
 * The languages in which a query is most likely written.
 * @param query as the caller wrote it
 * @param hints languages of its words that English does not have, one entry a word
 * @returns empty where all words may be English
 */
export function languagesOf(query: string, hints: readonly SearchLanguage[]): ReadonlySet<SearchLanguage> {
  const words = query.toLowerCase().match(/\p{L}+/gu) ?? [];
  const told = [
    ...hints,
    ...words.flatMap((word) => LANGUAGES_OF_WORDS.get(word) ?? []),
    ...SEARCH_LANGUAGES.filter((language) => LETTERS[language].test(query)),
  ];
  const counts = SEARCH_LANGUAGES.map((language) => told.filter((one) => one === language).length);
  const most = Math.max(...counts);
  return new Set(most === 0 ? [] : SEARCH_LANGUAGES.filter((_, at) => counts[at] === most));
}

/** @returns whether the first noun of a query in these languages names the goods */
export function isNounFirst(languages: ReadonlySet<SearchLanguage>): boolean {
  return [...languages].some((language) => NOUN_FIRST.has(language));
}

/** Endings of plurals and of feminine forms, and what the word ends in without them; `ae` is `ä` on simple keyboards. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/n$/, ''],
  [/en$/, ''],
  [/er$/, ''],
  [/e[ns]?$/, ''],
  [/n?en$/, ''],
  [/[sx]$/, ''],
  [/aux$/, 'al'],
  [/ces$/, 'z'],
  [/h[ie]$/, 'o'],
  [/h[ie]$/, 'a'],
  [/i$/, 'o'],
  [/i$/, 'e'],
  [/i$/, 'a'],
  [/i$/, 'io'],
  [/e$/, 'a'],
  [/as?$/, 'o'],
  [/es?$/, ''],
];
const MIN_STEM_LETTERS = 3;

/** @returns the word and what may be its dictionary form in German, French, Spanish or Italian */
export function dictionaryForms(word: string): string[] {
  const plain = word.replace(/([aou])e/g, '$1');
  const forms = [word, plain].flatMap((form) =>
    ENDINGS.map(([ending, without]) => form.replace(ending, without)).filter((one) => one.length >= MIN_STEM_LETTERS),
  );
  return [...new Set([word, ...forms])];
}
