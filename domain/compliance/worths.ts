import type { Sums } from './sums';

/** Names and entries that have a listed word, and what an asked word is worth in them at most, in nats. */
export interface Worth {
  names: readonly number[];
  entries: readonly number[];
  /** What both words have in common, above 0. */
  common: number;
  /** What the heavier of them has beyond the lighter one, which stands alone no more. */
  freed: number;
}

/** What an asked word is worth. */
export interface Worths {
  all: readonly Worth[];
  /** The greatest of each of them. */
  common: number;
  /** The most that is freed of the asked word. */
  freed: number;
}

/** What an asked word is worth: in one name it is either the one or the other. */
export interface Round {
  /** Of the word by itself. */
  alone: Worths;
  /** Its share of what it, and the word before or after it, are worth as one. */
  joined: Worths;
}

/** Of a word that is like none. */
export const NO_WORTHS: Worths = { all: [], common: 0, freed: 0 };

/** Numbers of the names, or of the entries, in which a word is worth so much. */
export type Having = (worth: Worth) => readonly number[];

/**
 * Positions of rounds that need not find candidates: a name that shares only their words cannot reach the score.
 * Rounds with the most holders come first.
 */
function roundsToSkip(
  rounds: readonly Round[],
  canReach: (common: number, freed: number) => boolean,
  having: Having,
): Set<number> {
  const costOf = ({ all }: Worths): number => all.reduce((cost, worth) => cost + having(worth).length, 0);
  const costs = rounds.map(({ alone, joined }, at) => ({
    at,
    cost: costOf(alone) + costOf(joined),
    common: Math.max(alone.common, joined.common),
    freed: Math.max(alone.freed, joined.freed),
  }));
  const spared = new Set<number>();
  let [common, freed] = [0, 0];
  for (const round of costs.sort((left, right) => right.cost - left.cost)) {
    if (canReach(common + round.common, freed + round.freed)) continue;
    common += round.common;
    freed += round.freed;
    spared.add(round.at);
  }
  return spared;
}

/**
 * Adds up by name or entry what the asked words are worth, each asked word once with its greatest worth. Very common
 * words are counted only for holders that a rarer word found.
 * @param canReach whether such sums are enough; if they are, greater ones are too
 * @param wanted numbers that are always counted and handed out
 * @param sums empty, with room for every number, and emptied again
 * @param receive called for all that may reach enough, and for some others, each with its sums
 * Source: Turtle and Flood, "Query Evaluation: Strategies and Optimizations", 1995 (MaxScore)
 */
export function sumWorths(
  rounds: readonly Round[],
  canReach: (common: number, freed: number) => boolean,
  { having, sums, wanted }: { having: Having; sums: Sums; wanted: Iterable<number> },
  receive: (holder: number, common: number, freed: number) => void,
): void {
  const spared = roundsToSkip(rounds, canReach, having);
  for (const holder of wanted) sums.know(holder);
  for (const isSpared of [false, true]) {
    rounds.forEach(({ alone, joined }, at) => {
      if (spared.has(at) !== isSpared) return;
      for (const { all } of [alone, joined])
        for (const worth of all)
          for (const holder of having(worth)) {
            if (isSpared) sums.offerToKnown(holder, worth.common, worth.freed);
            else sums.raiseForRound(holder, worth.common, worth.freed);
          }
      sums.endRound();
    });
  }
  sums.take(receive);
}
