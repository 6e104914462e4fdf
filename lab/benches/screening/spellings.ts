import { Random } from '../../chaos/random';
import { type HeldOut, inReadingOrder } from './held-out';
import type { ReadList } from './lists';

/** A listed name as somebody else would write it. */
export interface Spelling extends Omit<HeldOut, 'alias' | 'likeness'> {
  way: string;
  name: string;
}

const SOUNDS: readonly [RegExp, string][] = [
  [/q/i, 'k'],
  [/k(?!h)/i, 'q'],
  [/ou/i, 'u'],
  [/u/i, 'oo'],
  [/ee/i, 'i'],
  [/kh/i, 'h'],
  [/gh/i, 'g'],
  [/j/i, 'dj'],
  [/sh/i, 'ch'],
  [/ch/i, 'tch'],
  [/w/i, 'v'],
  [/v/i, 'w'],
  [/ph/i, 'f'],
  [/ei/i, 'ey'],
  [/y/i, 'i'],
  [/dh/i, 'd'],
  [/z/i, 's'],
  [/ei?\b/i, 'i'],
  [/ks/i, 'x'],
  [/ah\b/i, 'a'],
];
const VOWELS: Readonly<Record<string, string>> = { a: 'e', e: 'a', i: 'e', o: 'u', u: 'o' };
const LEGAL_FORM =
  /[\s,]+(s\.?a\.? de c\.?v\.?|co\.?,? ltd\.?|ltd\.?|limited|llc|l\.l\.c\.?|inc\.?|gmbh|s\.?a\.?|fze|jsc|pjsc)$/i;
/** A word with fewer letters has no room for a slip. */
const LONG = 5;

type Way = (words: string[], random: Random) => string | null;

/** Changes one of the words that are long enough, inside. */
function slip(change: (word: string, at: number) => string): Way {
  return (words, random) => {
    const long = words.flatMap((word, at) => (word.length >= LONG && /^[\p{L}]+$/u.test(word) ? [at] : []));
    if (long.length === 0) return null;
    const place = random.pick(long);
    const word = words[place] ?? '';
    return words.map((each, at) => (at === place ? change(word, random.integer(1, word.length - 3)) : each)).join(' ');
  };
}

const middleOf = (words: readonly string[], random: Random): number => random.integer(1, words.length - 2);

const WAYS: Readonly<Record<string, Way>> = {
  'a letter left out': slip((word, at) => word.slice(0, at) + word.slice(at + 1)),
  'two letters exchanged': slip(
    (word, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  ),
  'a letter doubled': slip((word, at) => word.slice(0, at) + word.charAt(at) + word.slice(at)),
  'a letter mistyped': slip(
    (word, at) => `${word.slice(0, at)}${word.charAt(at) === 'r' ? 't' : 'r'}${word.slice(at + 1)}`,
  ),
  'another vowel': (words, random) => {
    const name = words.join(' ');
    const places = [...name].flatMap((letter, at) =>
      at > 0 && VOWELS[letter.toLowerCase()] !== undefined ? [at] : [],
    );
    if (places.length < 2) return null;
    const at = random.pick(places);
    return name.slice(0, at) + (VOWELS[name.charAt(at).toLowerCase()] ?? '') + name.slice(at + 1);
  },
  'another transliteration': (words, random) => {
    const name = words.join(' ');
    const fitting = random.shuffled(SOUNDS).filter(([from]) => from.test(name));
    if (fitting.length === 0) return null;
    return fitting.slice(0, 2).reduce((text, [from, to]) => text.replace(from, to), name);
  },
  'words in another order': (words, random) => (words.length < 2 ? null : random.shuffled(words).join(' ')),
  'a middle part left out': (words, random) => {
    if (words.length < 3) return null;
    const middle = middleOf(words, random);
    return words.filter((_, at) => at !== middle).join(' ');
  },
  'a middle part as an initial': (words, random) => {
    if (words.length < 3) return null;
    const middle = middleOf(words, random);
    return words.map((word, at) => (at === middle ? `${word.charAt(0)}.` : word)).join(' ');
  },
  'two words as one': (words, random) => {
    if (words.length < 2) return null;
    const first = random.integer(0, words.length - 2);
    return words
      .map((word, at) => (at === words.length - 1 || at === first ? word : `${word} `))
      .join('')
      .trim();
  },
  'without particles': (words) => {
    const name = words.join(' ');
    const bare = name.replace(/\b(al|el|bin|ibn|de|del|la|van|von)[ -]/gi, '');
    return bare === name ? null : bare;
  },
  'another legal form': (words, random) => {
    const name = words.join(' ');
    return LEGAL_FORM.test(name) ? name.replace(LEGAL_FORM, random.pick(['', ' Limited', ' LLC'])) : null;
  },
};

/** @returns spellings of listed names, as many of each way, the same ones each time */
export function spellingsOf(lists: readonly ReadList[], perWay: number): Spelling[] {
  return Object.entries(WAYS).flatMap(([way, write]) => {
    const random = new Random(1, way);
    const names = lists.flatMap(({ id, entries }) =>
      entries.flatMap(({ entryId, kind, names: [primary] }) =>
        primary === undefined || kind === 'vessel' || kind === 'aircraft'
          ? []
          : [{ listId: id, entryId, primary: primary.name }],
      ),
    );
    const spellings: Spelling[] = [];
    for (const { primary, ...entry } of random.shuffled(names)) {
      if (spellings.length === perWay) break;
      const words = inReadingOrder(primary)
        .split(' ')
        .filter((word) => word !== '');
      const name = words.length === 1 ? null : write(words, random);
      if (name !== null) spellings.push({ ...entry, way, name });
    }
    return spellings;
  });
}
