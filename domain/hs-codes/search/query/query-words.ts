import type { SearchIndex, SearchRule } from '../index/index-types';
import { dictionaryForms, type SearchLanguage } from '../words/languages';
import { stem } from '../words/stem';
import { wordsOf } from '../words/words';

/** Words beyond these say little and cost time. */
const MAX_WORDS = 24;
const CHINESE = /\p{Script=Han}/u;
const MAX_CHINESE_LETTERS = 8;
const MIN_COMPOUND_LETTERS = 7;
const MIN_PART_LETTERS = 3;
/** Words of English that a German compound may contain, and heads beside a part that nothing is known of, are longer. */
const MIN_CLEAR_LETTERS = 5;
/** What German puts between the parts of a compound. */
const LINKS: readonly RegExp[] = [/^$/, /e?[sn]$/, /e$/, /er$/];

/** The words of a query as they are searched. */
export interface QueryWords {
  /** Each once, in order; compounds and Chinese are taken apart. */
  words: readonly string[];
  /** Whether a word is a German compound. */
  hasCompound: boolean;
  /** Parts of compounds of which nothing is known. */
  unknownParts: readonly string[];
}

/** Splits Chinese, which has no spaces, into the longest known words, in order; unknown letters are left out. */
function chineseWords(index: SearchIndex, text: string): string[] {
  const words: string[] = [];
  const letters = [...text];
  let at = 0;
  while (at < letters.length) {
    let length = Math.min(MAX_CHINESE_LETTERS, letters.length - at);
    const piece = (): string => letters.slice(at, at + length).join('');
    while (length > 0 && !index.rulesByFirst.has(piece()) && !index.postings.has(piece())) length -= 1;
    if (length > 0) words.push(piece());
    at += Math.max(1, length);
  }
  return words;
}

/** Whether rules of a language, or of any, stand for a word alone. */
function hasRule(index: SearchIndex, word: string, only: SearchLanguage | null): boolean {
  const isRight = ({ terms, language }: SearchRule): boolean =>
    terms.length === 1 && (only === null || language === only);
  return dictionaryForms(word).some((form) => index.rulesByFirst.get(stem(form))?.some(isRight));
}

const isGerman = (index: SearchIndex, word: string): boolean => hasRule(index, word, 'de');

/** The parts of a compound before its head, without linking letters; null where one is unknown. */
function modifiersOf(index: SearchIndex, text: string): string[] | null {
  for (const link of LINKS) {
    const part = text.replace(link, '');
    if (part.length < MIN_PART_LETTERS) continue;
    if (isGerman(index, part) || (part.length >= MIN_CLEAR_LETTERS - 1 && index.postings.has(stem(part))))
      return [part];
  }
  return partsOf(index, text);
}

/** The parts of a compound, the head last: the longest known head whose modifiers are known; null if there is none. */
function partsOf(index: SearchIndex, word: string): string[] | null {
  for (let at = MIN_PART_LETTERS; at <= word.length - MIN_PART_LETTERS; at += 1) {
    const head = word.slice(at);
    const german = isGerman(index, head);
    if (!german && !(head.length >= MIN_CLEAR_LETTERS && index.postings.has(stem(head)))) continue;
    const modifiers = modifiersOf(index, word.slice(0, at));
    if (modifiers !== null && (german || modifiers.some((part) => isGerman(index, part)))) return [...modifiers, head];
  }
  return null;
}

/**
 * Splits a German compound: `Lederhandschuhe` is leather and gloves. If only the head is known, it alone is returned
 * with the unknown rest.
 */
function compoundOf(index: SearchIndex, word: string): { parts: string[]; unknown: string[] } {
  const whole = { parts: [word], unknown: [] };
  if (word.length < MIN_COMPOUND_LETTERS || index.postings.has(stem(word)) || hasRule(index, word, null)) return whole;
  const parts = partsOf(index, word);
  if (parts !== null) return { parts, unknown: [] };
  for (let at = MIN_PART_LETTERS; at <= word.length - MIN_CLEAR_LETTERS; at += 1)
    if (isGerman(index, word.slice(at))) return { parts: [word.slice(at)], unknown: [word.slice(0, at)] };
  return whole;
}

/** The words of a query, compounds split, each stem once: `a seal face, one of two faces` asks for `face` once. */
export function queryWords(index: SearchIndex, query: string): QueryWords {
  const byStem = new Map<string, string>();
  const unknownParts: string[] = [];
  let hasCompound = false;
  for (const word of wordsOf(query)) {
    const compound = CHINESE.test(word) ? null : compoundOf(index, word);
    const parts = compound?.parts ?? chineseWords(index, word);
    hasCompound ||= compound !== null && parts[0] !== word;
    unknownParts.push(...(compound?.unknown ?? []));
    for (const part of parts) if (!byStem.has(stem(part))) byStem.set(stem(part), part);
  }
  return { words: [...byStem.values()].slice(0, MAX_WORDS), hasCompound, unknownParts };
}
