import { sumOf, type AskedWord, type ListedWords } from './comparison';
import { Initials } from './initials';
import {
  greatestScoreOf,
  INITIAL_INFORMATION,
  leastInCommon,
  MATCHINGS,
  matchingOf,
  MOST_OF_INITIAL,
  scoreOf,
} from './score';
import type { ListedKind } from './watch-list';
import type { Weights } from './weights';
import type { WordIndex } from './word-index';
import type { Round } from './worths';

/** Sums are added up in another order than comparisons. */
export const ROUNDING = 1e-9;

/**
 * What an asked name scores at most beside listed ones, from the sums of its rounds; never less than a comparison of both
 * comes to. That pairs words: a pair has in common a share of the lighter word, and what the heavier one weighs beyond it is
 * freed, it stands alone no more. Rounds have the most of both for every asked word, and initials add the most of theirs, so
 * that no choice of pairs has more in common or frees more.
 */
export class NameBounds {
  private readonly total: number;
  private readonly initials: Initials;
  private readonly leastScore: number;
  /** What a name has in common at least that comes to the score; less where its initials may stand for any asked word. */
  private readonly least: number;
  private readonly leastOfInitials: number;

  constructor(
    asked: readonly AskedWord[],
    rounds: readonly Round[],
    leastScore: number,
    private readonly of: { words: WordIndex; weights: Weights },
  ) {
    this.total = sumOf(asked.map(({ weight }) => weight));
    this.initials = new Initials(asked, of.words);
    this.leastScore = leastScore - ROUNDING;
    const freed = sumOf(rounds.map(({ alone, joined }) => Math.max(alone.freed, joined.freed)));
    this.least = leastInCommon(this.leastScore, { total: this.total, freed }) - ROUNDING;
    this.leastOfInitials = leastInCommon(this.leastScore, { total: this.total, freed: this.total }) - ROUNDING;
  }

  /** Whether any name without initials may come to the score, of which so much is known. */
  canReach(sum: number, freed: number): boolean {
    const common = sum + this.initials.count * MOST_OF_INITIAL;
    const comparison = { common, askedAlone: this.total - common - freed, listedAlone: 0 };
    return MATCHINGS.some((matching) => scoreOf(comparison, matching) >= this.leastScore);
  }

  /** Whether a name may reach the least score, by a quick estimate that excludes most names. */
  mayReach(number: number, sum: number): boolean {
    const { lengths, initials } = this.of.weights;
    const listed = initials[number] ?? 0;
    const pairs = Math.min(this.initials.count + listed, lengths[number] ?? 0);
    return sum + pairs * MOST_OF_INITIAL >= (listed > 0 ? this.leastOfInitials : this.least);
  }

  /** @returns a score that the comparison with the name does not exceed; 0 where it is below the least score */
  in(
    number: number,
    { words, kind }: Pick<ListedWords, 'words'> & { kind: ListedKind },
    sums: [number, number],
  ): number {
    const { totals, initials } = this.of.weights;
    const matching = matchingOf(kind);
    const estimate = { common: sums[0], freed: sums[1], asked: this.total, listed: totals[number] ?? 0 };
    if (this.initials.count + (initials[number] ?? 0) > 0) {
      const { pairs, freed } = this.initials.in(words);
      estimate.common += pairs * matching.initial * INITIAL_INFORMATION;
      estimate.freed += freed;
    }
    const score = greatestScoreOf(estimate, matching);
    return score >= this.leastScore ? score : 0;
  }
}
