import { nsmallest } from 'mnemonist/heap';
import { askedWordsOf } from './asked-words';
import {
  compareNames,
  compareWithSeveral,
  isInitial,
  joinedWithNext,
  NO_WORD,
  sumOf,
  type AskedWord,
  type ListedWords,
} from './comparison';
import { nameTokens, type NameToken } from './names';
import {
  greatestStrengthOf,
  leastInCommon,
  leastOfSeveral,
  matchingOf,
  MOST_OF_INITIAL,
  scoreOf,
  scoreOfSeveral,
} from './score';
import { Sums } from './sums';
import type { ListedKind, WatchListEntry } from './watch-list';
import { WordIndex } from './word-index';
import { addUp, type Round, type Worths } from './worths';

/** A listed name that is like the one that was asked for. */
export interface NameMatch {
  editionId: string;
  entryId: string;
  name: string;
  isWeak: boolean;
  /** 0..1; 1 for the same words in any order. */
  score: number;
}

interface IndexedName extends Omit<NameMatch, 'score'>, ListedWords {
  kind: ListedKind;
  /** Number of its entry. */
  entry: number;
}

/** What the initials of a listed name may be to asked words, in nats. */
interface Initialled {
  /** What both have in common at most. */
  common: number;
  /** Of the asked words that may stand for them. */
  freed: number;
}

/** A name or an entry that may be alike. */
interface Likely {
  number: number;
  worth: number;
}

const NO_INITIALS: Initialled = { common: 0, freed: 0 };

/** Names that are compared word by word; those with most in common come first. */
const MAX_COMPARED = 30;
/** Entries whose names are looked at together. */
const MAX_ENTRIES = 10;
/** What words add up to may count each of them twice, or less than they do as one: a name is compared from here on. */
const LIKELY = 0.7;

const NO_TOTALS = new Float64Array(0);

function byWorth(left: Likely, right: Likely): number {
  return right.worth - left.worth || left.number - right.number;
}

/** The words in one order. */
function keyOf(tokens: readonly NameToken[]): string {
  return tokens
    .map(({ text }) => text)
    .sort()
    .join(' ');
}

/** @returns nats of an asked name */
function totalOf(asked: readonly AskedWord[]): number {
  return sumOf(asked.map(({ weight }) => weight));
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
  /** Weights of names, 0 until they are known: they change while the index is filled. */
  private totals = NO_TOTALS;
  /** By what an asked word is like, which the index of words keeps for those that were asked for last. */
  private worths = new WeakMap<ReadonlyMap<number, number>, Worths>();

  /** Number of names. */
  get size(): number {
    return this.names.length;
  }

  add(editionId: string, { entryId, kind, names }: Pick<WatchListEntry, 'entryId' | 'kind' | 'names'>): void {
    this.totals = NO_TOTALS;
    this.worths = new WeakMap();
    const entry = this.namesOfEntry.push([]) - 1;
    for (const { name, isWeak } of names) {
      const tokens = nameTokens(name);
      if (tokens.length === 0) continue;
      const number = this.names.length;
      const idOf = (text: string | null, isWhole: boolean): number =>
        text === null ? NO_WORD : this.words.addTo({ name: number, entry }, text, isWhole);
      this.words.countName();
      const indexed = {
        ...{ editionId, entryId, kind, name, isWeak, entry },
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

  private totalOf(number: number): number {
    if (this.totals.length < this.names.length) this.totals = new Float64Array(this.names.length);
    const known = this.totals[number] ?? 0;
    if (known > 0) return known;
    const total = sumOf((this.names[number]?.words ?? []).map((id) => this.words.weightOf(id)));
    this.totals[number] = total;
    return total;
  }

  /** What words of so many nats are worth at most where they are like listed ones. */
  private worthsOf(similar: ReadonlyMap<number, number>, most: number): Worths {
    const [words, worths]: [number[], number[]] = [[], []];
    for (const [id, similarity] of similar) {
      words.push(id);
      worths.push(greatestStrengthOf(similarity) * Math.min(most, this.words.weightOf(id)));
    }
    return { words, worths };
  }

  /** The same of an asked word by itself, which is asked for again and again with what it is like. */
  private worthsAlone({ weight, similar }: AskedWord): Worths {
    const known = this.worths.get(similar);
    if (known !== undefined) return known;
    const worths = this.worthsOf(similar, weight);
    this.worths.set(similar, worths);
    return worths;
  }

  /** What the asked words are worth at most, by listed word. */
  private roundsOf(asked: readonly AskedWord[]): Round[] {
    return asked.map((word, at) => {
      const next = asked[(at + 1) % asked.length]?.weight ?? 0;
      return { alone: this.worthsAlone(word), joined: this.worthsOf(word.joined, word.weight + next) };
    });
  }

  /** @returns names with initials that asked words may stand for, which then stand alone no more */
  private initialledBy(asked: readonly AskedWord[]): Map<number, Initialled> {
    const found = new Map<number, Initialled>();
    for (const { text, weight } of asked) {
      if (isInitial(text)) continue;
      for (const number of this.words.namesWithInitialOf(text)) {
        const { common, freed } = found.get(number) ?? { common: 0, freed: 0 };
        found.set(number, { common: common + MOST_OF_INITIAL, freed: freed + weight });
      }
    }
    return found;
  }

  /** @returns names that may be alike, the likeliest first */
  private likelyNames(asked: readonly AskedWord[], rounds: readonly Round[], leastScore: number): IndexedName[] {
    const likely: Likely[] = [];
    const total = totalOf(asked);
    const least = LIKELY * leastScore;
    const initialled = this.initialledBy(asked);
    // Very many names have a word that an asked initial may stand for: it is taken to be there.
    const ofInitials = asked.length > 1 ? MOST_OF_INITIAL * asked.filter(({ text }) => isInitial(text)).length : 0;
    this.sumsOfNames.reserve(this.names.length);
    const index = {
      having: (word: number) => this.words.namesOf(word),
      sums: this.sumsOfNames,
      wanted: initialled.keys(),
    };
    addUp(rounds, leastInCommon(least, total) - ofInitials, index, (number, sum) => {
      const listed = this.names[number];
      if (listed === undefined) return;
      const ofListed = this.totalOf(number);
      const { common: asInitials, freed } = initialled.get(number) ?? NO_INITIALS;
      const common = Math.min(sum + ofInitials + asInitials, total, ofListed);
      const comparison = { common, askedAlone: total - common - freed, listedAlone: ofListed - common };
      const worth = scoreOf(comparison, matchingOf(listed.kind));
      if (worth >= least) likely.push({ number, worth });
    });
    return nsmallest(byWorth, MAX_COMPARED, likely).flatMap(({ number }) => this.names[number] ?? []);
  }

  /** @returns entries whose names together may have the words, the likeliest first */
  private likelyEntries(
    asked: readonly AskedWord[],
    rounds: readonly Round[],
    leastScore: number,
  ): (readonly IndexedName[])[] {
    const total = totalOf(asked);
    const least = leastOfSeveral(leastScore);
    if (total < least) return [];
    const likely: Likely[] = [];
    this.sumsOfEntries.reserve(this.namesOfEntry.length);
    const index = { having: (word: number) => this.words.entriesOf(word), sums: this.sumsOfEntries, wanted: [] };
    addUp(rounds, least, index, (entry, sum) => {
      const names = this.namesOfEntry[entry] ?? [];
      const [first] = names;
      if (first === undefined) return;
      const common = Math.min(sum, total);
      const worth = scoreOfSeveral({ common, askedAlone: 0, listedAlone: 0 }, matchingOf(first.kind));
      if (worth >= leastScore) likely.push({ number: entry, worth });
    });
    return nsmallest(byWorth, MAX_ENTRIES, likely).map(({ number }) => this.namesOfEntry[number] ?? []);
  }

  /** @returns listed names that are at least so much alike, the most alike first */
  find(name: string, leastScore: number): NameMatch[] {
    const tokens = nameTokens(name);
    if (tokens.length === 0) return [];
    const asked = askedWordsOf(tokens, this.words);
    const scores = new Map<IndexedName, number>();
    const rounds = this.roundsOf(asked);
    for (const listed of this.likelyNames(asked, rounds, leastScore)) {
      const matching = matchingOf(listed.kind);
      scores.set(listed, scoreOf(compareNames(asked, listed, this.words, matching), matching));
    }
    for (const names of this.likelyEntries(asked, rounds, leastScore)) {
      const [nearest] = [...names].sort((left, right) => (scores.get(right) ?? 0) - (scores.get(left) ?? 0));
      if (nearest === undefined) continue;
      const matching = matchingOf(nearest.kind);
      const score = scoreOfSeveral(compareWithSeveral(asked, names, this.words, matching), matching);
      scores.set(nearest, Math.max(score, scores.get(nearest) ?? 0));
    }
    for (const number of this.numbersByKey.get(keyOf(tokens)) ?? []) {
      const same = this.names[number];
      if (same !== undefined) scores.set(same, 1);
    }
    return [...scores]
      .filter(([, score]) => score >= leastScore)
      .sort(([, left], [, right]) => right - left)
      .map(([{ editionId, entryId, name: text, isWeak }, score]) => ({
        editionId,
        entryId,
        name: text,
        isWeak,
        score,
      }));
  }
}
