import type { SearchIndex, SearchRule } from '../index/index-types';
import type { Speller } from '../words/spelling';
import { stem } from '../words/stem';
import { emphasisOf } from './emphasis';
import { garmentsBeginningWith, speaksOfClothes } from './garments';
import { weightOfQuality } from './qualities';
import { isNounFirst } from '../words/languages';
import { isFiller, joinedWordsOf, wordsOf } from '../words/words';
import { queryWords } from './query-words';
import { rulesFor, type AppliedRule } from './rules';

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
  /** Whether nothing is known of the word: its alternatives, if any, are guesses at its spelling. */
  unknown: boolean;
}

const JOINED_WEIGHT = 0.95;
/** What two words count for that are one word together: `screw driver` is no screw. */
const PART_OF_JOINED_WEIGHT = 0.4;
const SPLIT_WEIGHT = 0.8;
const RULE_WEIGHT = 0.8;
/** The same where a word may be of another language, or English. */
const UNSURE_RULE_WEIGHT = 0.5;
/** What guesses at the spelling of English words count for in other languages. */
const FOREIGN_GUESS_WEIGHT = 0.5;
/** What the English sense of a word counts for where another language means something else. */
const OTHER_SENSE_WEIGHT = 0.3;

function rarityOf(index: SearchIndex, term: string): number {
  const found = index.postings.count(term);
  return found === 0 ? 0 : Math.log(1 + (index.codes.length - found + 0.5) / (found + 0.5));
}

/** A slot of a word with its alternatives; its rarity is the greatest of any, lowered by that one's weight. */
function slotOf(index: SearchIndex, word: string, alternatives: Alternative[], guessed: boolean): Slot {
  const rarity = alternatives.reduce((best, { term, weight }) => Math.max(best, weight * rarityOf(index, term)), 0);
  return { word, alternatives, rarity, weight: 1, guessed, unknown: false };
}

function slotOfKnownWord(index: SearchIndex, word: string): Slot | null {
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
 * Adds the words that a cut-off word may stand for. On clothes these are garments alone. The slot is as rare as the
 * commonest of them, since it is not known which one was meant.
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

/** Slots of an unknown word: its parts if it splits into known words, else one slot with similar words. */
function guessedSlots(index: SearchIndex, speller: Speller, word: string): Slot[] {
  const parts = speller.split(word);
  if (parts !== null) {
    return parts.map((part) => slotOf(index, part, [{ term: stem(part), weight: SPLIT_WEIGHT }], true));
  }
  const alternatives = speller
    .guesses(word)
    .map((guess) => ({ term: stem(guess.word), weight: guess.weight }))
    .filter(({ term }) => index.postings.has(term));
  return [{ ...slotOf(index, word, alternatives, true), unknown: true }];
}

function addAlternative(slot: Slot, alternative: Alternative): void {
  if (!slot.alternatives.some(({ term }) => term === alternative.term)) slot.alternatives.push(alternative);
}

function scaleDown(slot: Slot, factor: number): void {
  slot.alternatives = slot.alternatives.map(({ term, weight }) => ({ term, weight: weight * factor }));
  slot.rarity *= factor;
}

/**
 * Applies a search rule to slots. A rule of one word for one word adds an alternative to its slot; others add slots.
 */
function applyRule(
  index: SearchIndex,
  slots: Slot[],
  { rule, target, weight }: { rule: SearchRule; target: Slot | undefined; weight: number },
): void {
  for (const alternative of rule.alternatives) {
    const terms = wordsOf(alternative)
      .map(stem)
      .filter((term) => index.postings.has(term));
    const [only] = terms;
    if (terms.length === 1 && only !== undefined && rule.terms.length === 1 && target !== undefined) {
      addAlternative(target, { term: only, weight });
      target.rarity = Math.max(target.rarity, weight * rarityOf(index, only));
      continue;
    }
    for (const term of terms) {
      if (slots.some(({ alternatives }) => alternatives.some((known) => known.term === term))) continue;
      slots.push(slotOf(index, term, [{ term, weight }], true));
    }
  }
}

/** Adds adjacent words as one where the index has them so: `hand bag`, `t-shirt`. */
function addJoinedWords(
  index: SearchIndex,
  speller: Speller,
  slots: Slot[],
  { words, query }: { words: readonly string[]; query: string },
): void {
  const joined = new Map(joinedWordsOf(query).map((word) => [word, word]));
  words.slice(1).forEach((word, at) => joined.set(`${words[at] ?? ''}${word}`, word));
  for (const [word, last] of joined) {
    const term = stem(word);
    if (!index.postings.has(term)) continue;
    const slot = slots.find((candidate) => candidate.word === last);
    const first = slots.find((candidate) => candidate.word !== last && candidate.word === word.slice(0, -last.length));
    if (first !== undefined && speller.knows(word)) {
      scaleDown(first, PART_OF_JOINED_WEIGHT);
      if (slot !== undefined) scaleDown(slot, PART_OF_JOINED_WEIGHT);
    }
    if (slot === undefined) slots.push(slotOf(index, word, [{ term, weight: JOINED_WEIGHT }], false));
    else addAlternative(slot, { term, weight: JOINED_WEIGHT });
  }
}

/**
 * Lowers the weight of a known word that has another sense in the query's language; it keeps part of its English
 * sense.
 */
function discountOtherSense(slot: Slot, applied: readonly AppliedRule[]): Slot {
  const rules = applied.filter(({ language }) => language !== null);

  const term = stem(slot.word);
  const keeps = rules.some(({ alternatives }) => alternatives.some((text) => wordsOf(text).map(stem).includes(term)));
  if (rules.length === 0 || keeps) return slot;
  scaleDown(slot, OTHER_SENSE_WEIGHT);
  return slot;
}

/**
 * Turns a query into slots, one for each word, with corrected spelling, parts of compounds, and synonyms.
 * @param query as the caller wrote it
 */
export function interpret(index: SearchIndex, speller: Speller, query: string): Slot[] {
  const found = queryWords(index, query);
  const { words } = found;
  const { rules, languages, maybeEnglish } = rulesFor(index, found, query);
  const rulesAt = words.map((_, at) => rules.filter(({ from, terms }) => from <= at && at < from + terms.length));
  const known = words.flatMap((word, at) => {
    const own = rulesAt[at] ?? [];
    const slot = slotOfKnownWord(index, word);
    if (slot !== null) return [maybeEnglish ? slot : discountOtherSense(slot, own)];
    // A rule says what the word means: guessing at its spelling would only add noise.
    if (own.length > 0) return [slotOf(index, word, [], false)];
    // What only wraps a question, or says how goods look, is not worth a guess.
    if (isFiller(word) || weightOfQuality(word) < 1) return [];
    const guesses = guessedSlots(index, speller, word);
    if (languages.size > 0 && !maybeEnglish) for (const guess of guesses) scaleDown(guess, FOREIGN_GUESS_WEIGHT);
    return guesses;
  });
  const unknownParts = found.unknownParts.map((word) => ({ ...slotOf(index, word, [], true), unknown: true }));
  const slots = [...unknownParts, ...known];
  const last = slots.at(-1);
  if (last !== undefined && LABEL_WIDTHS.has(query.length))
    slots.push(addCompletions(index, speller, slots.pop() ?? last, speaksOfClothes(words)));
  addJoinedWords(index, speller, slots, { words, query });
  for (const rule of rules) {
    const weight = maybeEnglish && rule.language !== null ? UNSURE_RULE_WEIGHT : RULE_WEIGHT;
    applyRule(index, slots, { rule, target: slots.find(({ word }) => word === words[rule.from]), weight });
  }
  const meant = new Set(words.filter((_, at) => rulesAt[at]?.some(({ language }) => language !== null)));
  const emphasis = emphasisOf(query, isNounFirst(languages));
  return slots.map((slot) => {
    const weight = meant.has(slot.word) && isFiller(slot.word) ? 1 : (emphasis.get(slot.word) ?? 1);
    return { ...slot, weight, rarity: slot.rarity * weight };
  });
}
