import { createHash } from 'node:crypto';
import type { ReadList } from './lists';

/** An alias that the lists are judged without. */
export interface HeldOut {
  listId: string;
  entryId: string;
  alias: string;
  /** How much it is like the nearest other name of its entry, 0..1; see `likenessOf`. */
  likeness: number;
}

/** From here on an alias is a spelling of another name of its entry; far below are translations, acronyms, nicknames. */
export const SPELLING = 0.7;
/** From here on it has at least much of another name in it. */
export const PARTLY = 0.5;

function trigramsOf(name: string): Set<string> {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    words.flatMap((word) => {
      const padded = `  ${word} `;
      return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3));
    }),
  );
}

/**
 * Trigrams that two names have in common, in any order of their words: a measure that has nothing to do with how names
 * are screened. Source: Dice, 1945
 */
function likenessOf(left: string, right: string): number {
  const [ofLeft, ofRight] = [trigramsOf(left), trigramsOf(right)];
  const common = [...ofLeft].filter((trigram) => ofRight.has(trigram)).length;
  return (2 * common) / Math.max(1, ofLeft.size + ofRight.size);
}

/** A number in 0..1 that is always the same for the same text. */
function shareOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
}

/**
 * Takes a share of the aliases out of the lists, the same ones each time.
 * @returns the lists without them, and what was taken
 */
export function holdOut(
  lists: readonly ReadList[],
  share: number,
  salt: string,
): { kept: ReadList[]; heldOut: HeldOut[] } {
  const heldOut: HeldOut[] = [];
  const kept = lists.map(({ id, entries }) => ({
    id,
    entries: entries.map((entry) => {
      const [primary, ...aliases] = entry.names;
      const isHeld = (name: string): boolean => shareOf(`${salt} ${id} ${entry.entryId} ${name}`) < share;
      const names = [...(primary === undefined ? [] : [primary]), ...aliases.filter(({ name }) => !isHeld(name))];
      for (const { name: alias, isWeak } of aliases) {
        if (isWeak || !isHeld(alias)) continue;
        const likeness = Math.max(0, ...names.map(({ name }) => likenessOf(alias, name)));
        heldOut.push({ listId: id, entryId: entry.entryId, alias, likeness });
      }
      return { ...entry, names };
    }),
  }));
  return { kept, heldOut };
}

/** `SURNAME, First` as most people write it: `First SURNAME`. */
export function inReadingOrder(name: string): string {
  const comma = name.indexOf(',');
  const [surname, given] = [name.slice(0, comma), name.slice(comma + 1).trim()];
  return comma < 0 || /\b(ltd|llc|inc|s\.?a)\b/i.test(given) ? name : `${given} ${surname}`;
}
