/** Codes of one heading before other headings had a turn. Source: docs/GAPS.md#H2 */
const CODES_PER_TURN = 2;
/** Codes below this share of the best score do not come second in their heading's first turn. */
const STRONG_SHARE = 0.6;
/** Headings that have a first turn, as a share of the places, before the best show more of their codes. */
const FIRST_TURN_SHARE = 0.7;

/** A code that may be in the answer, by the number of its document. */
export interface Candidate {
  document: number;
  score: number;
}

/**
 * Codes in the order in which they are shown: up to two of each heading, then the next two of each, and so on. The
 * first round ends when enough headings were shown, so that bad fits do not displace the siblings of the best code.
 * @param headings document -> document of its heading
 * @param candidates the best first
 * @param limit how many are wanted
 */
export function interleave(headings: ArrayLike<number>, candidates: readonly Candidate[], limit: number): Candidate[] {
  const strong = (candidates[0]?.score ?? 0) * STRONG_SHARE;
  const firstTurn = Math.ceil(limit * FIRST_TURN_SHARE);
  const taken: Candidate[] = [];
  let rest = candidates;
  for (let turn = 1; taken.length < limit && rest.length > 0; turn += 1) {
    const counts = new Map<number, number>();
    const later: Candidate[] = [];
    for (const candidate of rest) {
      const heading = headings[candidate.document] ?? candidate.document;
      const count = counts.get(heading) ?? 0;
      const allowed = turn > 1 || candidate.score >= strong ? CODES_PER_TURN : 1;
      const hasTurn = turn > 1 || count > 0 || counts.size < firstTurn;
      if (hasTurn && count < allowed && taken.length < limit) {
        counts.set(heading, count + 1);
        taken.push(candidate);
      } else later.push(candidate);
    }
    rest = later;
  }
  return taken;
}
