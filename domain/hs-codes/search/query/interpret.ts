import type { SearchIndex, SearchRule } from '../index/index-types';
import type { Speller } from '../words/spelling';
import { stem } from '../words/stem';
import { emphasisOf } from './emphasis';
import { garmentsBeginningWith, speaksOfClothes } from './garments';
import { weightOfQuality } from './qualities';
import { isFiller, joinedWordsOf, wordsOf } from '../words/words';

/** A term that may stand for a word of the query, and how much its matches count, 0..1. */
export interface Alternative {
  term: string;
  weight: number;
}

/** One thing that the query asks for: a document scores with the best of its alternatives. */
export interface Slot {
  word: string;
  alternatives: Alternative[];
  /** How rare its best alternative is, times its weight; what covering it is worth. */
  rarity: number;
  /** What the word counts for by its place in the query, 1 in the middle. */
  weight: number;
  /** Whether the word itself is not in the index and guesses take its place. */
  guessed: boolean;
}

const JOINED_WEIGHT = 0.95;
const SPLIT_WEIGHT = 0.8;
const RULE_WEIGHT = 0.8;
/** Words beyond these say little and cost time. */
const MAX_WORDS = 24;
const CHINESE = /\p{Script=Han}/u;
const MAX_CHINESE_LETTERS = 8;
const MIN_COMPOUND_LETTERS = 8;
const MIN_PART_LETTERS = 4;

function rarityOf(index: SearchIndex, term: string): number {
  const found = index.postings.count(term);
  return found === 0 ? 0 : Math.log(1 + (index.codes.length - found + 0.5) / (found + 0.5));
}

/** A slot is as rare as its surest alternative: a rare guess must not make a word look important. */
function slotOf(index: SearchIndex, word: string, alternatives: Alternative[], guessed: boolean): Slot {
  const rarity = alternatives.reduce((best, { term, weight }) => Math.max(best, weight * rarityOf(index, term)), 0);
  return { word, alternatives, rarity, weight: 1, guessed };
}

function knownSlot(index: SearchIndex, word: string): Slot | null {
  const term = stem(word);
  return index.postings.has(term) ? slotOf(index, word, [{ term, weight: 1 }], false) : null;
}

/** Labels of parcels are cut after so many characters, often within a word. */
const LABEL_WIDTHS: ReadonlySet<number> = new Set([29, 30]);
const CUT_WEIGHT = 0.8;
/** What a known word counts for at the place where a label may have cut it off. */
const KNOWN_CUT_WEIGHT = 0.8;
const MAX_CUT_LETTERS = 6;
const MIN_CUT_LETTERS = 2;

/**
 * The last word of a text that a label cut off may stand for the words that begin with it, where the text speaks of
 * clothes for garments alone. It is as rare as the commonest of these: which one was meant is not known.
 */
function addCompletions(index: SearchIndex, speller: Speller, slot: Slot, clothes: boolean): Slot {
  const term = stem(slot.word);
  if (slot.word.length > MAX_CUT_LETTERS && !slot.guessed) return slot;
  const garments = clothes && slot.word.length >= MIN_CUT_LETTERS ? garmentsBeginningWith(slot.word) : [];
  const completed = (garments.length > 0 ? garments : speller.completions(slot.word, MIN_CUT_LETTERS))
    .map((word) => ({ term: stem(word), weight: CUT_WEIGHT }))
    .filter((alternative) => alternative.term !== term && index.postings.has(alternative.term));
  if (completed.length === 0) return slot;
  const known = (garments.length > 0 ? [] : slot.alternatives)
    .filter((kept) => !completed.some((other) => other.term === kept.term))
    .map((kept) => (slot.guessed ? kept : { ...kept, weight: kept.weight * KNOWN_CUT_WEIGHT }));
  const alternatives = [...known, ...completed];
  const rarity = Math.min(...alternatives.map((one) => one.weight * rarityOf(index, one.term)));
  return { ...slot, alternatives, rarity };
}

function guessedSlots(index: SearchIndex, speller: Speller, word: string): Slot[] {
  const parts = speller.split(word);
  if (parts !== null) {
    return parts.map((part) => slotOf(index, part, [{ term: stem(part), weight: SPLIT_WEIGHT }], true));
  }
  const alternatives = speller
    .guesses(word)
    .map((guess) => ({ term: stem(guess.word), weight: guess.weight }))
    .filter(({ term }) => index.postings.has(term));
  return [slotOf(index, word, alternatives, true)];
}

function matchesAt(words: readonly string[], start: number, rule: SearchRule): boolean {
  return rule.terms.every((term, offset) => words[start + offset] === term);
}

/** Rules of which the terms stand in the query in a row, with where they begin. */
function applicableRules(index: SearchIndex, stems: readonly string[]): SearchRule[] {
  const found: SearchRule[] = [];
  stems.forEach((term, at) => {
    for (const rule of index.rulesByFirst.get(term) ?? []) if (matchesAt(stems, at, rule)) found.push(rule);
  });
  return found;
}

function addAlternative(slot: Slot, alternative: Alternative): void {
  if (!slot.alternatives.some(({ term }) => term === alternative.term)) slot.alternatives.push(alternative);
}

/** A one-word rule widens its word; a longer one, or one that names several words, asks for more. */
function applyRule(index: SearchIndex, slots: Slot[], rule: SearchRule): void {
  const target = slots.find(({ word }) => stem(word) === rule.terms[0]);
  for (const alternative of rule.alternatives) {
    const terms = wordsOf(alternative)
      .map(stem)
      .filter((term) => index.postings.has(term));
    const [only] = terms;
    if (terms.length === 1 && only !== undefined && rule.terms.length === 1 && target !== undefined) {
      addAlternative(target, { term: only, weight: RULE_WEIGHT });
      target.rarity = Math.max(target.rarity, RULE_WEIGHT * rarityOf(index, only));
      continue;
    }
    for (const term of terms) {
      if (slots.some(({ alternatives }) => alternatives.some((known) => known.term === term))) continue;
      slots.push(slotOf(index, term, [{ term, weight: RULE_WEIGHT }], true));
    }
  }
}

/** Words side by side that are one word elsewhere: `hand bag`, `t-shirt`. */
function addJoined(index: SearchIndex, slots: Slot[], words: readonly string[], query: string): void {
  const joined = new Map(joinedWordsOf(query).map((word) => [word, word]));
  words.slice(1).forEach((word, at) => joined.set(`${words[at] ?? ''}${word}`, word));
  for (const [word, last] of joined) {
    const term = stem(word);
    if (!index.postings.has(term)) continue;
    const slot = slots.find((candidate) => candidate.word === last);
    if (slot === undefined) slots.push(slotOf(index, word, [{ term, weight: JOINED_WEIGHT }], false));
    else addAlternative(slot, { term, weight: JOINED_WEIGHT });
  }
}

/** Chinese is written without spaces: the longest words that are known, in order; what is between them is left out. */
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

/** German joins words: `Lederhandschuhe` is two that rules are known for, perhaps with an `s` or `n` between them. */
function compoundWords(index: SearchIndex, word: string): string[] {
  const term = stem(word);
  if (word.length < MIN_COMPOUND_LETTERS || index.postings.has(term) || index.rulesByFirst.has(term)) return [word];
  const known = (part: string): boolean => index.rulesByFirst.has(stem(part));
  for (let at = word.length - MIN_PART_LETTERS; at >= MIN_PART_LETTERS; at -= 1) {
    const [first, second] = [word.slice(0, at), word.slice(at)];
    const begin = [first, first.replace(/[sn]$/, '')].find(known);
    if (begin !== undefined && known(second)) return [begin, second];
  }
  return [word];
}

function queryWords(index: SearchIndex, query: string): string[] {
  const words = wordsOf(query).flatMap((word) =>
    CHINESE.test(word) ? chineseWords(index, word) : compoundWords(index, word),
  );
  // A word that comes again asks for nothing more: `a seal face, one of two faces`.
  const byStem = new Map<string, string>();
  for (const word of words) if (!byStem.has(stem(word))) byStem.set(stem(word), word);
  return [...byStem.values()].slice(0, MAX_WORDS);
}

/**
 * What a query asks for, word by word, with spelling, compounds and synonyms.
 * @param query as the caller wrote it
 */
export function interpret(index: SearchIndex, speller: Speller, query: string): Slot[] {
  const words = queryWords(index, query);
  const stems = words.map(stem);
  const rules = applicableRules(index, stems);
  const ruled = new Set(rules.flatMap(({ terms }) => terms));
  const slots = words.flatMap((word, at) => {
    const known = knownSlot(index, word);
    if (known !== null) return [known];
    // A rule says what the word means: guessing at its spelling would only add noise.
    if (ruled.has(stems[at] ?? '')) return [slotOf(index, word, [], false)];
    // What only wraps a question, or says how goods look, is not worth a guess.
    return isFiller(word) || weightOfQuality(word) < 1 ? [] : guessedSlots(index, speller, word);
  });
  const last = slots.at(-1);
  if (last !== undefined && LABEL_WIDTHS.has(query.length))
    slots.push(addCompletions(index, speller, slots.pop() ?? last, speaksOfClothes(words)));
  addJoined(index, slots, words, query);
  for (const rule of rules) applyRule(index, slots, rule);
  const emphasis = emphasisOf(query);
  return slots.map((slot) => {
    const weight = emphasis.get(slot.word) ?? 1;
    return { ...slot, weight, rarity: slot.rarity * weight };
  });
}
