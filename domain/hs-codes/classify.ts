export interface Scored {
  code: string;
  description: string;
  score: number;
  /** Share of the description that the code covers, 0..1. */
  coverage: number;
}

export interface ClassificationCandidate {
  code: string;
  description: string;
  /** 0..1; the confidences of all candidates together stay below 1. */
  confidence: number;
}

/** How sharply a lead in score becomes confidence. */
const SHARPNESS = 6;
const DIGITS = 3;

/**
 * Confidence of each candidate: its share among the scores, held back where the description is not covered.
 * @param found the best score first
 * @returns the surest first
 * Source: docs/GAPS.md#W9
 */
export function candidatesOf(found: readonly Scored[]): ClassificationCandidate[] {
  const best = found[0]?.score ?? 0;
  if (best <= 0) return [];
  const weights = found.map(({ score }) => Math.exp(SHARPNESS * (score / best - 1)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const candidates = found.map(({ code, description, coverage }, at) => {
    const share = ((weights[at] ?? 0) / total) * coverage;
    return { code, description, confidence: Number(share.toFixed(DIGITS)) };
  });
  // Stable: of equal confidence the better score stays first.
  return candidates.sort((a, b) => b.confidence - a.confidence);
}
