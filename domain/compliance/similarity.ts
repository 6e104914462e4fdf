import { isVowelless } from './native-scripts';
import { soundOf } from './sounds';
import { headSpelling } from './spellings';

/** Cost of one sound in place of another; a wrong letter costs 1. Source: measured on aliases of real lists */
const NEAR: Readonly<Record<string, number>> = {
  ...{ ae: 0.25, ai: 0.4, ao: 0.35, au: 0.4, ei: 0.2, eo: 0.4, eu: 0.4, io: 0.5, iu: 0.4, ou: 0.2 },
  ...{ gk: 0.3, dt: 0.3, bp: 0.35, sz: 0.25, fv: 0.35, bv: 0.5, pf: 0.4, hk: 0.35, gh: 0.35, gj: 0.35 },
  ...{ jz: 0.35, Cj: 0.35, CS: 0.35, Ss: 0.3, Ck: 0.5, Cs: 0.5, ij: 0.3, uv: 0.4, lr: 0.7, mn: 0.6, dz: 0.4, st: 0.6 },
  ...{ Sz: 0.5, Sj: 0.5, Ch: 0.5, hj: 0.5, Ct: 0.6, jk: 0.6, gz: 0.6, hi: 0.6, be: 1, Sk: 0.7 },
};
const VOWELS = 'aeiou';
/** Cost of a missing sound. */
const LEFT_OUT = 1;
const VOWEL_LEFT_OUT = 0.35;
const BREATH_LEFT_OUT = 0.35;
const LEAST_LEFT_OUT = Math.min(LEFT_OUT, VOWEL_LEFT_OUT, BREATH_LEFT_OUT);
const EXCHANGED = 0.8;
/** Cost of a vowel that a script does not write. */
const UNWRITTEN_VOWEL = 0.06;
/** Extra cost of a different first letter, which is rarely a misspelling. */
const FIRST_LETTER = 0.3;

/** Tolerance for costs added up as 32-bit floats. */
const ROUNDING = 1e-4;
const LETTERS = 128;

/** Costs by the codes of both letters: a lookup allocates no string. */
const COSTS = (() => {
  const costs = new Float32Array(LETTERS * LETTERS).fill(1);
  for (let code = 0; code < LETTERS; code += 1) costs[code * LETTERS + code] = 0;
  for (const [pair, cost] of Object.entries(NEAR)) {
    const [left, right] = [pair.charCodeAt(0), pair.charCodeAt(1)];
    costs[left * LETTERS + right] = cost;
    costs[right * LETTERS + left] = cost;
  }
  return costs;
})();
const GAPS = (() => {
  const gaps = new Float32Array(LETTERS).fill(LEFT_OUT);
  for (const vowel of VOWELS) gaps[vowel.charCodeAt(0)] = VOWEL_LEFT_OUT;
  gaps['h'.charCodeAt(0)] = BREATH_LEFT_OUT;
  return gaps;
})();

/** Costs of missing letters next to a word without vowels. */
const FREE_VOWELS = (() => {
  const gaps = GAPS.slice();
  for (const vowel of VOWELS) gaps[vowel.charCodeAt(0)] = UNWRITTEN_VOWEL;
  return gaps;
})();

function costOf(left: number, right: number): number {
  return COSTS[left * LETTERS + right] ?? 1;
}

const LONGEST = 64;
/** Rows of the table of distances, used again by each comparison: three, since exchanged letters look two back. */
const ROWS = [new Float32Array(LONGEST + 1), new Float32Array(LONGEST + 1), new Float32Array(LONGEST + 1)] as const;

/**
 * The weighted edit distance of two sound forms; some number above `most` if it is greater.
 * Source: Damerau, 1964, with costs by letters
 */
function distanceOf(left: string, right: string, most: number, gapsOfRight: Float32Array): number {
  let [row, before, twoBefore] = ROWS;
  row[0] = 0;
  for (let at = 1; at <= right.length; at += 1)
    row[at] = (row[at - 1] ?? 0) + (gapsOfRight[right.charCodeAt(at - 1)] ?? LEFT_OUT);
  for (let at = 1; at <= left.length; at += 1) {
    const spare = twoBefore;
    twoBefore = before;
    before = row;
    row = spare;
    const letter = left.charCodeAt(at - 1);
    row[0] = (before[0] ?? 0) + (GAPS[letter] ?? LEFT_OUT);
    let leastOfRow = row[0];
    for (let other = 1; other <= right.length; other += 1) {
      const beside = right.charCodeAt(other - 1);
      const changed = (before[other - 1] ?? 0) + costOf(letter, beside);
      let least = Math.min(
        changed,
        (before[other] ?? 0) + (GAPS[letter] ?? LEFT_OUT),
        (row[other - 1] ?? 0) + (gapsOfRight[beside] ?? LEFT_OUT),
      );
      if (at > 1 && other > 1 && letter === right.charCodeAt(other - 2) && beside === left.charCodeAt(at - 2)) {
        least = Math.min(least, (twoBefore[other - 2] ?? 0) + EXCHANGED);
      }
      row[other] = least;
      if (least < leastOfRow) leastOfRow = least;
    }
    // Exchanged letters may still go back one row, at a cost of their own.
    if (leastOfRow > most + EXCHANGED) return leastOfRow;
  }
  return row[right.length] ?? 0;
}

/** Words below this similarity are different words. */
export const LEAST_SIMILARITY = 0.65;
/** Similarity of words that sound the same and are spelt differently. */
const SAME_SOUND = 0.98;

/** Least similarity of known spellings of one name. */
const SAME_HEAD = 0.96;

/** A word, its sound, and the main spelling of a name that has several. */
export interface Word {
  text: string;
  sound: string;
  head: string;
  /** Whether a digit is in it: another number is another word. */
  isNumbered: boolean;
  /** Whether its script writes consonants alone. */
  isVowelless: boolean;
}

/** A word with what its comparison needs: sound, head, and whether it has digits or no vowels. */
export function wordOf(text: string): Word {
  return {
    text,
    sound: soundOf(text),
    head: headSpelling(text),
    isNumbered: /\d/.test(text),
    isVowelless: isVowelless(text),
  };
}

/** @returns the similarity of two sounds, 0..1; 0 below `least` */
function soundSimilarity(left: string, right: string, least: number, gapsOfRight = GAPS): number {
  const longer = Math.max(left.length, right.length);
  if (longer > LONGEST) return 0;
  const first = costOf(left.charCodeAt(0), right.charCodeAt(0)) >= 1 ? FIRST_LETTER : 0;
  const most = (SAME_SOUND - least) * longer - first;
  const leastGap = gapsOfRight === GAPS ? LEAST_LEFT_OUT : UNWRITTEN_VOWEL;
  if (Math.abs(left.length - right.length) * leastGap > most + ROUNDING) return 0;
  const similarity = SAME_SOUND - (distanceOf(left, right, most, gapsOfRight) + first) / longer;
  return similarity >= least ? similarity : 0;
}

/**
 * Compares two words of names by their sounds. Two different words of which one has a digit are never similar.
 * @param least least similarity by distance; a higher one lets the comparison stop earlier
 * @returns similarity, 0..1; 0 where the distance gives less than `least`
 */
export function wordSimilarity(left: Word, right: Word, least = LEAST_SIMILARITY): number {
  if (left.text === right.text) return 1;
  if (left.isNumbered || right.isNumbered) return 0;
  if (left.sound === right.sound) return SAME_SOUND;
  if (left.isVowelless !== right.isVowelless) {
    const [consonants, whole] = left.isVowelless ? [left, right] : [right, left];
    return soundSimilarity(consonants.sound, whole.sound, least, FREE_VOWELS);
  }
  const known = left.head === right.head ? SAME_HEAD : 0;
  return Math.max(known, soundSimilarity(left.sound, right.sound, least));
}
