import type { AskedWord } from './comparison';
import { greatestStrengthOf } from './score';
import type { Weights } from './weights';
import type { WordIndex } from './word-index';
import { NO_WORTHS, type Round, type Worth, type Worths } from './worths';

/** Asked words beside listed ones, in nats: the same listed word may stand for lighter and for heavier ones. */
interface Beside {
  strength: number;
  weight: number;
  lightest: number;
  heaviest: number;
}

function worthsOf(): { all: Worth[]; common: number; freed: number } {
  return { all: [], common: 0, freed: 0 };
}

/** Adds what an asked word is worth for the names and entries that have a listed word like it. */
function addWorth(
  worths: ReturnType<typeof worthsOf>,
  { names, entries }: Pick<Worth, 'names' | 'entries'>,
  { strength, weight, lightest, heaviest }: Beside,
): void {
  if (names.length === 0) return;
  const common = strength * Math.min(weight, heaviest);
  worths.all.push({ names, entries, common, freed: Math.max(weight - lightest, heaviest - weight) });
  worths.common = Math.max(worths.common, common);
  worths.freed = Math.max(worths.freed, weight - lightest);
}

/** Scales worths, for two words compared as one: both rounds together count it once. */
function scaleWorths({ all, common, freed }: Worths, share: number): Worths {
  return {
    all: all.map((worth) => ({ ...worth, common: share * worth.common, freed: share * worth.freed })),
    common: share * common,
    freed: share * freed,
  };
}

function joinWorths(left: Worths, right: Worths): Worths {
  if (left.all.length === 0) return right;
  return {
    all: [...left.all, ...right.all],
    common: Math.max(left.common, right.common),
    freed: Math.max(left.freed, right.freed),
  };
}

/**
 * What asked words are worth in the names that have listed ones. The sums over all rounds are never below what a comparison
 * finds of a name, initials aside: it pairs each asked word once at most, by itself or as one with a neighbour, and each
 * round takes the greatest that any pair of its word comes to, or its share of it.
 */
export class Rounds {
  /** By what an asked word is like, which the index of words keeps for those that were asked for last. */
  private readonly known = new WeakMap<ReadonlyMap<number, number>, Worths>();

  constructor(
    private readonly words: WordIndex,
    private readonly weights: Weights,
  ) {}

  /** @returns a round for each asked word */
  of(asked: readonly AskedWord[]): Round[] {
    const rounds = asked.map((word): Round => ({ alone: this.alone(word), joined: NO_WORTHS }));
    asked.forEach(({ weight, joined }, at) => {
      const next = (at + 1) % asked.length;
      const together = weight + (asked[next]?.weight ?? 0);
      const worths = this.asOne(joined, together);
      if (worths.all.length === 0) return;
      for (const place of [at, next]) {
        const round = rounds[place];
        if (round === undefined) continue;
        const share = (asked[place]?.weight ?? 0) / together;
        rounds[place] = { ...round, joined: joinWorths(round.joined, scaleWorths(worths, share)) };
      }
    });
    return rounds;
  }

  /** What an asked word by itself is worth to the names with a word like it, cached. */
  private alone({ weight, similar }: AskedWord): Worths {
    const known = this.known.get(similar);
    if (known !== undefined) return known;
    const worths = worthsOf();
    for (const [id, similarity] of similar) {
      const strength = greatestStrengthOf(similarity);
      const listed = this.words.weightOf(id);
      const having = { names: this.words.namesOf(id), entries: this.words.entriesOf(id) };
      addWorth(worths, having, { strength, weight, lightest: listed, heaviest: listed });
      const [lightest, heaviest] = [this.weights.lightest[id] ?? 0, this.weights.heaviest[id] ?? 0];
      const asOne = { names: this.words.namesAsOneOf(id), entries: [] };
      addWorth(worths, asOne, { strength, weight, lightest, heaviest });
    }
    this.known.set(similar, worths);
    return worths;
  }

  /** What two asked words, written as one, are worth to the names with a word like that. */
  private asOne(joined: ReadonlyMap<number, number>, weight: number): Worths {
    const worths = worthsOf();
    for (const [id, similarity] of joined) {
      const listed = this.words.weightOf(id);
      const having = { names: this.words.namesOf(id), entries: [] };
      addWorth(worths, having, {
        strength: greatestStrengthOf(similarity),
        weight,
        lightest: listed,
        heaviest: listed,
      });
    }
    return worths;
  }
}
