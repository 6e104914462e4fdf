import { createHash } from 'node:crypto';

/** A Bloom filter: a set of texts that never misses one it has, and rarely takes another text for one of them. */
export interface TextFilter {
  bits: number;
  /** Bits that each text sets. */
  hashes: number;
  /** The bits, the lowest of each byte first. */
  bytes: Uint8Array;
}

/** The bits of a text, by double hashing. Source: Kirsch and Mitzenmacher, "Less Hashing, Same Performance", 2006 */
function placesOf({ bits, hashes }: Pick<TextFilter, 'bits' | 'hashes'>, text: string): number[] {
  const digest = createHash('sha256').update(text).digest();
  const [first, step] = [digest.readUIntBE(0, 6), digest.readUIntBE(6, 6)];
  return Array.from({ length: hashes }, (_, index) => ((first % bits) + index * ((step % (bits - 1)) + 1)) % bits);
}

/** Adds a text to the filter. */
export function addText(filter: TextFilter, text: string): void {
  for (const place of placesOf(filter, text)) {
    const index = Math.floor(place / 8);
    filter.bytes[index] = (filter.bytes[index] ?? 0) | (1 << (place % 8));
  }
}

/** @returns whether the text was added, or is one of the few that look so */
export function hasText(filter: TextFilter, text: string): boolean {
  return placesOf(filter, text).every(
    (place) => ((filter.bytes[Math.floor(place / 8)] ?? 0) & (1 << (place % 8))) !== 0,
  );
}

/** Figures and signs that people write in place of letters; `i`, `l`, `1` and `!` count as one letter. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'i', '!': 'i', '|': 'i', l: 'i', '3': 'e', '4': 'a', '@': 'a' },
  ...{ '5': 's', $: 's', '7': 't' },
};

/** What stands before a folded word in the filter, which has whole passwords too. */
export const WORD = 'word ';
/** What stands before a whole password in the filter. */
export const WHOLE = 'whole ';

/** Shorter words are in many random passwords. */
const MIN_WORD = 4;

/** @returns a word in small letters, with lookalikes as the letters that they stand for */
export function foldedWord(word: string): string {
  return word.toLowerCase().replace(/[013457!|l@$]/g, (sign) => LOOKALIKES[sign] ?? sign);
}

/** Figures and signs, which people add at either end of a word to make it long enough. */
const EDGES = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su;

/**
 * The words that a password may be based on by adding figures and signs at its ends: `passw0rd` of `Passw0rd2026!`. A
 * sign at an end may also stand for a letter, so each length of the addition is tried.
 * @returns folded words of letters only
 */
export function wordsOf(password: string): string[] {
  const [, lead = '', middle = '', tail = ''] = EDGES.exec(password.toLowerCase()) ?? [];
  if (middle === '') return [];
  const words = new Set<string>();
  for (const start of new Set(['', lead.slice(-1), lead])) {
    for (let end = 0; end <= tail.length; end += 1) words.add(foldedWord(`${start}${middle}${tail.slice(0, end)}`));
  }
  for (const word of [...words]) {
    const half = word.slice(0, word.length / 2);
    if (half + half === word) words.add(half);
  }
  return [...words].filter((word) => word.length >= MIN_WORD && /^\p{L}+$/u.test(word));
}
