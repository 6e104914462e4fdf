import { nsmallest } from 'mnemonist/heap';
import { askedWordsOf } from './asked-words';
import { factsOf, type EntryFacts, type ListedFacts } from './evidence';
import {
  compareNames,
  compareWithSeveral,
  isInitial,
  joinedWithNext,
  NO_WORD,
  scoreOfOneWord,
  sumOf,
  type AskedWord,
  type ListedWords,
} from './comparison';
import { NameBounds, ROUNDING } from './name-bounds';
import { isSyllabic } from './native-scripts';
import { nameReadings, nameTokens, type NameToken } from './names';
import { Rounds } from './rounds';
import {
  isTelling,
  LEAST_LETTERS_OF_SEVERAL,
  leastOfSeveral,
  MATCHINGS,
  matchingOf,
  scoreOf,
  scoreOfSeveral,
} from './score';
import { Sums } from './sums';
import type { ListedKind, WatchListEntry } from './watch-list';
import { weighNames, type Weights } from './weights';
import { WordIndex } from './word-index';
import { sumWorths, NO_WORTHS, type Round, type Worth } from './worths';

/** A listed name that is like the one that was asked for. */
export interface NameMatch {
  editionId: string;
  entryId: string;
  name: string;
  isWeak: boolean;
  /** 0..1; 1 for the same words in any order. */
  score: number;
  /** Whether so few have such a name that it is enough by itself. */
  isTelling: boolean;
  /** What else the list says of the entry. */
  facts: EntryFacts;
}

interface IndexedName extends Omit<NameMatch, 'score' | 'isTelling'>, ListedWords {
  kind: ListedKind;
  /** Number of its entry. */
  entry: number;
}

/** A name or an entry that may be alike. */
interface Likely {
  number: number;
  worth: number;
}

/** An entry as it is indexed. */
export type IndexedEntry = Pick<WatchListEntry, 'entryId' | 'kind' | 'names'> & Partial<ListedFacts>;

/** Names and entries that are compared word by word, the likeliest first: far more than may be alike in any real list. */
const MAX_COMPARED = 1_000;

/** Words of a listed name that is found in a text. */
const LONGEST_IN_TEXT = 8;

function compareWorth(left: Likely, right: Likely): number {
  return right.worth - left.worth || left.number - right.number;
}

/** A key that is equal for the same words in any order. */
function keyOf(tokens: readonly NameToken[]): string {
  return tokens
    .map(({ text }) => text)
    .sort()
    .join(' ');
}

/**
 * The names of watch lists, found by words that are spelled or sound alike. It is filled once and then only asked.
 * Source: docs/GAPS.md#P13
 */
export class NameIndex {
  private readonly names: IndexedName[] = [];
  private readonly namesOfEntry: IndexedName[][] = [];
  private readonly numbersByKey = new Map<string, number[]>();
  private readonly words = new WordIndex();
  private readonly sumsOfNames = new Sums();
  private readonly sumsOfEntries = new Sums();
  /** What is worked out once all names are there; null before and where another one came. */
  private weighed: { weights: Weights; rounds: Rounds } | null = null;

  /** Number of names. */
  get size(): number {
    return this.names.length;
  }

  add(editionId: string, listed: IndexedEntry): void {
    const { entryId, kind, names } = listed;
    const facts = factsOf(listed);
    this.weighed = null;
    const entry = this.namesOfEntry.push([]) - 1;
    for (const { name, isWeak } of names) {
      const tokens = nameTokens(name);
      if (tokens.length === 0) continue;
      const number = this.names.length;
      const idOf = (text: string | null, isWhole: boolean): number =>
        text === null ? NO_WORD : this.words.addTo({ name: number, entry }, text, isWhole);
      this.words.countName();
      const indexed = {
        ...{ editionId, entryId, kind, name, isWeak, entry, facts },
        words: tokens.map(({ text }) => idOf(text, true)),
        glued: tokens.map(({ glued }) => idOf(glued, false)),
        ended: tokens.map(({ ended }) => idOf(ended, false)),
        joined: tokens.map((_, at) => idOf(joinedWithNext(tokens, at), false)),
      };
      this.names.push(indexed);
      this.namesOfEntry[entry]?.push(indexed);
      const key = keyOf(tokens);
      this.numbersByKey.set(key, [...(this.numbersByKey.get(key) ?? []), number]);
    }
  }

  /** The weights of all words and their rounds, computed at the first question. */
  private weigh(): { weights: Weights; rounds: Rounds } {
    if (this.weighed !== null) return this.weighed;
    const weights = weighNames(this.names, this.words);
    this.weighed = { weights, rounds: new Rounds(this.words, weights) };
    return this.weighed;
  }

  /** @returns numbers of the names with initials that asked words may stand for */
  private namesWithInitials(asked: readonly AskedWord[]): number[] {
    return asked.flatMap(({ text }) => (isInitial(text) ? [] : this.words.namesWithInitialOf(text)));
  }

  /** @returns names that may be alike, the likeliest first */
  private likelyNames(asked: readonly AskedWord[], rounds: readonly Round[], leastScore: number): Likely[] {
    const likely: Likely[] = [];
    const bounds = new NameBounds(asked, rounds, leastScore, { words: this.words, weights: this.weigh().weights });
    this.sumsOfNames.reserve(this.names.length);
    const index = {
      having: ({ names }: Worth) => names,
      sums: this.sumsOfNames,
      // Very many initials tell enough by themselves.
      wanted: bounds.canReach(0, 0) ? this.names.keys() : this.namesWithInitials(asked),
    };
    const canReach = (common: number, freed: number): boolean => bounds.canReach(common, freed);
    sumWorths(rounds, canReach, index, (number, common, freed) => {
      if (!bounds.mayReach(number, common)) return;
      const listed = this.names[number];
      const worth = listed === undefined ? 0 : bounds.in(number, listed, [common, freed]);
      if (worth > 0) likely.push({ number, worth });
    });
    return nsmallest(compareWorth, MAX_COMPARED, likely);
  }

  /** @returns entries whose names together may have the words, the likeliest first */
  private likelyEntries(asked: readonly AskedWord[], rounds: readonly Round[], leastScore: number): Likely[] {
    const total = sumOf(asked.map(({ weight }) => weight));
    const likely: Likely[] = [];
    const canReach = (common: number, freed: number): boolean => {
      const comparison = { common, askedAlone: total - common - freed, listedAlone: 0 };
      return MATCHINGS.some((matching) => scoreOfSeveral(comparison, matching) >= leastScore - ROUNDING);
    };
    const least = leastOfSeveral(leastScore) - ROUNDING;
    if (total < least) return [];
    const counted = rounds
      .filter((_, at) => (asked[at]?.text.length ?? 0) >= LEAST_LETTERS_OF_SEVERAL)
      .map(({ alone }) => ({ alone, joined: NO_WORTHS }));
    this.sumsOfEntries.reserve(this.namesOfEntry.length);
    const index = { having: ({ entries }: Worth) => entries, sums: this.sumsOfEntries, wanted: [] };
    sumWorths(counted, canReach, index, (entry, common, freed) => {
      if (common < least) return;
      const [first] = this.namesOfEntry[entry] ?? [];
      if (first === undefined) return;
      const comparison = { common, askedAlone: total - common - freed, listedAlone: 0 };
      const worth = scoreOfSeveral(comparison, matchingOf(first.kind));
      if (worth >= leastScore - ROUNDING) likely.push({ number: entry, worth });
    });
    return nsmallest(compareWorth, MAX_COMPARED, likely);
  }

  /** @returns numbers of the names of one word that is like the only one of an asked name */
  private namesOfOneWord(asked: readonly AskedWord[]): number[] {
    const [word] = asked;
    if (word === undefined || asked.length > 1) return [];
    const names = [...word.similar.keys()].flatMap((id) => this.words.namesOf(id));
    return names.filter((number) => this.names[number]?.words.length === 1);
  }

  /** Notes the scores of listed names that are at least so much alike, and of others. */
  private compare(
    tokens: readonly NameToken[],
    bySyllables: boolean,
    leastScore: number,
    scores: Map<IndexedName, number>,
  ): AskedWord[] {
    const asked = askedWordsOf(tokens, this.words);
    const rounds = this.weigh().rounds.of(asked);
    const known = new Map<IndexedName, number>();
    const scoreOfName = (listed: IndexedName): number => {
      const score = known.get(listed);
      if (score !== undefined) return score;
      const matching = matchingOf(listed.kind, bySyllables);
      const together = scoreOf(compareNames(asked, listed, this.words, matching), matching);
      return Math.max(together, scoreOfOneWord(asked, listed, this.words));
    };
    const likely = this.likelyNames(asked, rounds, leastScore).map(({ number }) => number);
    for (const number of [...likely, ...this.namesOfOneWord(asked)]) {
      const listed = this.names[number];
      if (listed !== undefined) known.set(listed, scoreOfName(listed));
    }
    for (const { number } of this.likelyEntries(asked, rounds, leastScore)) {
      const names = this.namesOfEntry[number] ?? [];
      const [nearest] = names
        .map((listed) => ({ listed, score: scoreOfName(listed) }))
        .sort((left, right) => right.score - left.score);
      if (nearest === undefined) continue;
      const matching = matchingOf(nearest.listed.kind);
      const score = scoreOfSeveral(compareWithSeveral(asked, names, this.words, matching), matching);
      known.set(nearest.listed, Math.max(score, nearest.score));
    }
    for (const number of this.numbersByKey.get(keyOf(tokens)) ?? []) {
      const same = this.names[number];
      if (same !== undefined) known.set(same, 1);
    }
    for (const [listed, score] of known) scores.set(listed, Math.max(score, scores.get(listed) ?? 0));
    return asked;
  }

  /** @returns listed names of several rare words that stand together in a text, in any order */
  findIn(text: string): NameMatch[] {
    const found = new Set<IndexedName>();
    for (const tokens of nameReadings(text)) {
      for (let end = 2; end <= tokens.length; end += 1) {
        for (let start = Math.max(0, end - LONGEST_IN_TEXT); start <= end - 2; start += 1) {
          for (const number of this.numbersByKey.get(keyOf(tokens.slice(start, end))) ?? []) {
            const listed = this.names[number];
            if (listed !== undefined && !listed.isWeak) found.add(listed);
          }
        }
      }
    }
    return [...found].map((listed) => this.matchOf(listed, 1)).filter((match) => match.isTelling);
  }

  private matchOf({ editionId, entryId, name, isWeak, facts, words }: IndexedName, score: number): NameMatch {
    this.weigh();
    const isRare = isTelling(words.map((id) => this.words.weightOf(id)));
    return { editionId, entryId, name, isWeak, score, isTelling: isRare, facts };
  }

  /** @returns listed names that are at least so much alike, the most alike first */
  find(name: string, leastScore: number): NameMatch[] {
    const readings = nameReadings(name).filter((tokens) => tokens.length > 0);
    const scores = new Map<IndexedName, number>();
    const isAskedTelling = readings
      .map((tokens) => this.compare(tokens, isSyllabic(name), leastScore, scores))
      .every((asked) => isTelling(asked.map(({ weight }) => weight)));
    return [...scores]
      .filter(([, score]) => score >= leastScore)
      .sort(([, left], [, right]) => right - left)
      .map(([listed, score]) => {
        const match = this.matchOf(listed, score);
        // What a slip makes of a common word is rare, and yet tells no more than the common word.
        return { ...match, isTelling: isAskedTelling && match.isTelling };
      });
  }
}
