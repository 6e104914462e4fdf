/** A code that a search found. */
export interface Scored {
  code: string;
  description: string;
  score: number;
  /** Share of the description that the code covers, 0..1. */
  coverage: number;
}

/** A code with how likely it is the right one, 0..1. */
export interface ClassificationCandidate {
  code: string;
  description: string;
  /** How likely the code is the right one, 0..1; the confidences of all candidates together stay below 1. */
  confidence: number;
}

/** How many results the confidence is judged by, however few are asked for. */
export const RESULTS_JUDGED = 10;
/** Below this confidence of the best candidate no code is suggested. */
const FLOOR = 0.05;
/** How sharply a lead in score becomes a share. */
const SHARPNESS = 6;
/**
 * Logistic regression of "the best result is right" on the logarithm of its share and on its coverage, fitted to every
 * other of 321 declared descriptions; `npm run bench -- relevance` prints how it holds on the rest.
 */
const INTERCEPT = 1.35;
const SHARE_WEIGHT = 3.08;
const COVERAGE_WEIGHT = 0.47;
/** Where the best result is wrong, the right code stood among the other nine in so many cases. */
const AMONG_THE_OTHERS = 0.68;
const DIGITS = 3;

function confidenceOfBest(share: number, coverage: number): number {
  return 1 / (1 + Math.exp(-(INTERCEPT + SHARE_WEIGHT * Math.log(share) + COVERAGE_WEIGHT * coverage)));
}

/**
 * The candidates with calibrated confidence: of codes with a confidence of 0.7, seven of ten are right.
 * @param found the best score first, up to ten
 * @returns in the order of the scores; no candidate has a higher confidence than the first
 * Source: docs/GAPS.md#W9
 */
export function candidatesOf(found: readonly Scored[]): ClassificationCandidate[] {
  const [best] = found;
  if (best === undefined || best.score <= 0) return [];
  const weights = found.map(({ score }) => Math.exp(SHARPNESS * (score / best.score - 1)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const [share, others] = [1 / total, total - 1];
  const first = confidenceOfBest(share, best.coverage);
  return found.map(({ code, description }, at) => {
    const rest = others > 0 ? ((1 - first) * AMONG_THE_OTHERS * (weights[at] ?? 0)) / others : 0;
    const confidence = at === 0 ? first : Math.min(first, rest);
    return { code, description, confidence: Number(confidence.toFixed(DIGITS)) };
  });
}

/** @returns the code to suggest; null where even the best candidate is too unsure */
export function suggestedCode(candidates: readonly ClassificationCandidate[]): string | null {
  const [best] = candidates;
  return best === undefined || best.confidence < FLOOR ? null : best.code;
}
