import type { SearchIndex, SearchRule } from '../index/index-types';
import { dictionaryForms, languagesOf, type SearchLanguage } from '../words/languages';
import { stem } from '../words/stem';
import type { QueryWords } from './query-words';

/** A rule of which the terms stand in the query in a row. */
export interface AppliedRule extends SearchRule {
  /** Number of the word with which it begins. */
  from: number;
}

/** What rules say of a query. */
export interface RuledQuery {
  rules: AppliedRule[];
  /** Languages of the query; none where it is English. */
  languages: ReadonlySet<SearchLanguage>;
  /** Whether its words may all be English as well. */
  maybeEnglish: boolean;
}

/** The rules whose terms are in the query; rules of a language match any form of a word. */
function matchingRules(index: SearchIndex, words: readonly string[]): AppliedRule[] {
  const forms = words.map((word) => [...new Set(dictionaryForms(word).map(stem))]);
  const isAt = (at: number, term: string, language: SearchLanguage | null): boolean =>
    language === null ? forms[at]?.[0] === term : (forms[at] ?? []).includes(term);
  return forms.flatMap((own, from) =>
    own
      .flatMap((term) => index.rulesByFirst.get(term) ?? [])
      .filter(({ terms, language }) => terms.every((term, offset) => isAt(from + offset, term, language)))
      .map((rule) => ({ ...rule, from })),
  );
}

const endOf = ({ from, terms }: AppliedRule): number => from + terms.length;

/** Whether another rule names more: `pomme de terre` is no apple. */
function isWithin(rule: AppliedRule, rules: readonly AppliedRule[]): boolean {
  return rules.some(
    (other) => other.terms.length > rule.terms.length && other.from <= rule.from && endOf(other) >= endOf(rule),
  );
}

/** The languages in which every known word of a query may be; unknown words fit any. */
function possibleLanguages(
  index: SearchIndex,
  words: readonly string[],
  matches: readonly AppliedRule[],
): Set<SearchLanguage> {
  const isIn = (word: string, at: number, language: SearchLanguage): boolean =>
    !index.postings.has(stem(word)) ||
    matches.some((rule) => rule.language === language && rule.from <= at && at < endOf(rule));
  const told = new Set(matches.flatMap(({ language }) => (language === null ? [] : [language])));
  return new Set([...told].filter((language) => words.every((word, at) => isIn(word, at, language))));
}

/**
 * The rules that apply to a query: those of no language, and those of the query's languages. A word that English has
 * too does not tell a language: beside `Herren`, `Hose` is trousers; alone it may be either.
 */
export function rulesFor(index: SearchIndex, { words, hasCompound }: QueryWords, query: string): RuledQuery {
  const matches = matchingRules(index, words);
  const told = new Set(
    matches.flatMap(({ language, from, terms }) => {
      const isEnglish = words.slice(from, from + terms.length).every((word) => index.postings.has(stem(word)));
      return language === null || isEnglish ? [] : [`${from} ${language}`];
    }),
  );
  const hints = matches.flatMap(({ from, language }) => {
    return language !== null && told.delete(`${from} ${language}`) ? [language] : [];
  });
  const certain = languagesOf(query, hasCompound ? [...hints, 'de'] : hints);
  const maybeEnglish = certain.size === 0;
  const languages = maybeEnglish ? possibleLanguages(index, words, matches) : certain;
  const spoken = matches.filter(({ language }) => language === null || languages.has(language));
  return { rules: spoken.filter((rule) => !isWithin(rule, spoken)), languages, maybeEnglish };
}
