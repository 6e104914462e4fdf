import type { ListedKind } from './watch-list';

/** Upper limit of the information of a common name, in nats. */
export const COMMON_INFORMATION = 4.5;
/** Least information of a name that suffices by itself, in nats; common words alone never suffice (`isTelling`). */
const TELLING_INFORMATION = 12;
/** Upper limit of the information of a word for a usual line of business, in nats. */
export const GENERIC_INFORMATION = 2.5;
/** Information of an initial, in nats. */
export const INITIAL_INFORMATION = 1;
/**
 * @param weights of the words of a name, in nats
 * @returns whether the name is rare enough to suffice by itself; common words alone are not, however many
 * Source: docs/GAPS.md#P13
 */
export function isTelling(weights: readonly number[]): boolean {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return sum >= TELLING_INFORMATION && weights.some((weight) => weight > COMMON_INFORMATION);
}

/** Least similarity at which two words written as one count as a single word. */
export const JOINED_SIMILARITY = 0.9;

/**
 * Parameters of the comparison with names of one kind of entry. They were fitted on held-out aliases of real lists
 * against ordinary names of many countries; `npm run bench -- screening` measures the result.
 */
export interface Matching {
  /** Weights of a word that only the asked name has, and of one that only the listed name has. */
  askedAlone: number;
  listedAlone: number;
  /** Nats in common at which the score reaches about two thirds of its limit. */
  telling: number;
  /** Words below this similarity have nothing in common; above it, their share grows from `unlike` with `power`. */
  leastSimilarity: number;
  unlike: number;
  power: number;
  /** Share of a word that its initial stands for. */
  initial: number;
  /**
   * The parameters above for words found across several names of an entry; `share` limits the score, and words with
   * fewer than `leastLetters` do not count.
   */
  ofSeveral: { share: number; askedAlone: number; telling: number; leastLetters: number };
}

const PEOPLE: Matching = {
  askedAlone: 0.2,
  listedAlone: 0.26,
  telling: 3.7,
  leastSimilarity: 0.65,
  unlike: 0.635,
  power: 1.1,
  initial: 0.9,
  // East Asian names share short syllables, which mean nothing across several names.
  ofSeveral: { share: 0.876, askedAlone: 0.13, telling: 5.8, leastLetters: 4 },
};
/** Names in Hangul and Hanzi are complete: a syllable that only the asked name has means a different given name. */
const PEOPLE_BY_SYLLABLES: Matching = { ...PEOPLE, askedAlone: 1 };
const ORGANISATIONS: Matching = {
  askedAlone: 0.56,
  listedAlone: 0.26,
  telling: 2.7,
  leastSimilarity: 0.77,
  unlike: 0.64,
  power: 1,
  initial: 0.83,
  // Acronyms have three letters.
  ofSeveral: { share: 1, askedAlone: 0, telling: 7.2, leastLetters: 3 },
};

/** Matchings over which common bounds are computed; PEOPLE_BY_SYLLABLES never scores higher than PEOPLE. */
export const MATCHINGS: readonly Matching[] = [PEOPLE, ORGANISATIONS];

/** Most information that an initial and its word have in common, in nats. */
export const MOST_OF_INITIAL = INITIAL_INFORMATION * Math.max(...MATCHINGS.map(({ initial }) => initial));

/** Shorter words never count across the names of an entry, for any kind of entry. */
export const LEAST_LETTERS_OF_SEVERAL = Math.min(...MATCHINGS.map(({ ofSeveral }) => ofSeveral.leastLetters));

/**
 * How names of a kind are compared: of people in one way, of organisations, vessels and aircraft in another.
 * @param bySyllables whether the asked name is written in syllables, each of which is a word
 */
export function matchingOf(kind: ListedKind, bySyllables = false): Matching {
  if (kind !== 'person') return ORGANISATIONS;
  return bySyllables ? PEOPLE_BY_SYLLABLES : PEOPLE;
}

/** Share of a word, 0..1, that a word of this similarity stands for. */
export function strengthOf(similarity: number, { leastSimilarity, unlike, power }: Matching): number {
  return similarity < leastSimilarity ? 0 : ((similarity - unlike) / (1 - unlike)) ** power;
}

/** @returns the largest such share over all kinds of entry */
export function greatestStrengthOf(similarity: number): number {
  return Math.max(strengthOf(similarity, PEOPLE), strengthOf(similarity, ORGANISATIONS));
}

/** Information that two names have in common, and that each has alone, in nats. */
export interface Comparison {
  common: number;
  askedAlone: number;
  listedAlone: number;
}

/** Only the same words in any order are certain. */
const MOST = 0.9999;
/** Words of several names never decide anything by themselves: none of the names has them all. */
const MOST_OF_SEVERAL = 0.94;

/** @param rest weighted information that only one of the two names has */
function likelihood(common: number, rest: number, { telling }: Matching): number {
  return Math.min(MOST, (common / (common + rest)) * (1 - Math.exp(-common / telling)));
}

/**
 * How likely two names are one, 0..1: what they have in common beside what only one of them has, and how much that tells
 * at all. Source: Fellegi and Sunter, 1969, with the rarity of words for the odds of a match by chance
 */
export function scoreOf({ common, askedAlone, listedAlone }: Comparison, matching: Matching): number {
  if (common <= 0) return 0;
  const rest = matching.askedAlone * Math.max(0, askedAlone) + matching.listedAlone * Math.max(0, listedAlone);
  return likelihood(common, rest, matching);
}

/** The score for words found across several names of one entry. */
export function scoreOfSeveral({ common, askedAlone }: Comparison, { ofSeveral }: Matching): number {
  if (common <= 0) return 0;
  const share = common / (common + ofSeveral.askedAlone * Math.max(0, askedAlone));
  return Math.min(MOST_OF_SEVERAL, ofSeveral.share * share * (1 - Math.exp(-common / ofSeveral.telling)));
}

/** Bounds for two names before their comparison, in nats. */
export interface Estimate {
  /** What both have in common at most. */
  common: number;
  /** What paired words weigh at most beyond those that they are paired with, on either side. */
  freed: number;
  /** Of all words of each. */
  asked: number;
  listed: number;
}

/**
 * An upper bound for the score of every comparison within an estimate. A name has alone what remains of its weight
 * without what is common and what is freed; freed weight is subtracted where it counts more. The score grows with what
 * is common and falls with the rest.
 */
export function greatestScoreOf({ common: most, freed, asked, listed }: Estimate, matching: Matching): number {
  const common = Math.min(most, asked, listed);
  if (common <= 0) return 0;
  const { askedAlone, listedAlone } = matching;
  const alone = askedAlone * (asked - common) + listedAlone * (listed - common);
  const rest = Math.max(0, alone - Math.max(askedAlone, listedAlone) * freed);
  return likelihood(common, rest, matching);
}

/** Number of halvings that makes the result exact enough. */
const HALVINGS = 24;

/**
 * The least information that a listed name must have in common with an asked name to reach a score, in nats; infinite
 * if no name can.
 * @param asked.total nats of the asked name
 * @param asked.freed at most so many nats of it do not count as standing alone
 */
export function leastInCommon(score: number, { total, freed }: { total: number; freed: number }): number {
  const reaches = (common: number): boolean => {
    const comparison = { common, askedAlone: total - common - freed, listedAlone: 0 };
    return MATCHINGS.some((matching) => scoreOf(comparison, matching) >= score);
  };
  if (!reaches(total)) return Infinity;
  let [below, enough] = [0, total];
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (below + enough) / 2;
    if (reaches(middle)) enough = middle;
    else below = middle;
  }
  return below;
}

/** @returns nats that several names of one entry must have in common with an asked one for a score of so much */
export function leastOfSeveral(score: number): number {
  const nats = MATCHINGS.map(({ ofSeveral: { share, telling } }) =>
    score >= share ? Infinity : -telling * Math.log(1 - score / share),
  );
  return Math.min(...nats);
}
