import type { Sums } from './sums';

/** What an asked word is worth in the names that have a listed word, in nats: the words by their ids, each with its worth. */
export interface Worths {
  words: readonly number[];
  worths: readonly number[];
}

/** What an asked word is worth. */
export interface Round {
  /** Of the word by itself. */
  alone: Worths;
  /** Of it and the next one written as one. */
  joined: Worths;
}

/** Numbers of the names, or of the entries, that have a listed word. */
export type Having = (word: number) => readonly number[];

/** Sums are added up in another order than bounds. */
const ROUNDING = 1e-6;

/**
 * Places of rounds that make no name a candidate: what has no other words than theirs cannot come to the least. Words that
 * most names have are the first of them.
 */
function sparedOf(rounds: readonly Round[], least: number, having: Having): Set<number> {
  const costs = rounds.map(({ alone }, at) => {
    let [cost, most] = [0, 0];
    for (const word of alone.words) cost += having(word).length;
    for (const worth of alone.worths) if (worth > most) most = worth;
    return { at, cost, most };
  });
  const spared = new Set<number>();
  let together = 0;
  for (const { at, most } of costs.sort((left, right) => right.cost - left.cost)) {
    if (together + most >= least - ROUNDING) continue;
    together += most;
    spared.add(at);
  }
  return spared;
}

/**
 * Adds up what asked words are worth by name or entry, each asked word once with its greatest worth. Words that very many
 * have are counted where a rarer one was found, and nowhere else.
 * @param wanted numbers that are counted and handed out whatever they come to
 * @param sums empty, with room for every number, and empty again afterwards
 * @param receive takes whatever comes to at least so much, with its sum
 * Source: Turtle and Flood, "Query Evaluation: Strategies and Optimizations", 1995 (MaxScore)
 */
export function addUp(
  rounds: readonly Round[],
  least: number,
  { having, sums, wanted }: { having: Having; sums: Sums; wanted: Iterable<number> },
  receive: (holder: number, sum: number) => void,
): void {
  const spared = sparedOf(rounds, least, having);
  const offerAll = ({ words, worths }: Worths): void => {
    words.forEach((word, at) => {
      for (const holder of having(word)) sums.offer(holder, worths[at] ?? 0);
    });
  };
  const offerToKnown = ({ words, worths }: Worths): void => {
    words.forEach((word, at) => {
      for (const holder of having(word)) sums.offerToKnown(holder, worths[at] ?? 0);
    });
  };
  for (const holder of wanted) sums.want(holder);
  for (const at of spared) {
    for (const word of rounds[at]?.joined.words ?? []) for (const holder of having(word)) sums.know(holder);
  }
  rounds.forEach(({ alone, joined }, at) => {
    if (spared.has(at)) return;
    offerAll(alone);
    offerAll(joined);
    sums.endRound();
  });
  rounds.forEach(({ alone, joined }, at) => {
    if (!spared.has(at)) return;
    offerAll(joined);
    offerToKnown(alone);
    sums.endRound();
  });
  sums.take(least - ROUNDING, receive);
}
