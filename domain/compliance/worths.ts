import type { Sums } from './sums';

/** What an asked word is worth in the names that have a listed word, in nats, by the id of that listed word. */
export interface Round {
  /** Of the asked word by itself. */
  alone: ReadonlyMap<number, number>;
  /** Of it and the next one written as one. */
  joined: ReadonlyMap<number, number>;
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
    for (const [word, worth] of alone) {
      cost += having(word).length;
      if (worth > most) most = worth;
    }
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
  for (const holder of wanted) sums.want(holder);
  for (const at of spared) {
    for (const word of rounds[at]?.joined.keys() ?? []) for (const holder of having(word)) sums.know(holder);
  }
  const offerAll = (worths: Round['alone']): void => {
    for (const [word, worth] of worths) for (const holder of having(word)) sums.offer(holder, worth);
  };
  rounds.forEach(({ alone, joined }, at) => {
    if (spared.has(at)) return;
    offerAll(alone);
    offerAll(joined);
    sums.endRound();
  });
  for (const at of spared) {
    offerAll(rounds[at]?.joined ?? new Map());
    for (const [word, worth] of rounds[at]?.alone ?? []) {
      for (const holder of having(word)) sums.offerToKnown(holder, worth);
    }
    sums.endRound();
  }
  sums.take(least - ROUNDING, receive);
}
