import { Random } from '../../chaos/random';
import { inReadingOrder, type HeldOut } from './held-out';
import type { ReadList } from './lists';

/** A listed name as another system, clerk or evader writes it. */
export interface Variant extends Omit<HeldOut, 'alias' | 'likeness'> {
  way: string;
  name: string;
}

type Way = (words: string[], random: Random) => string | null;

const LONG = 6;
const LOOK_ALIKES: Readonly<Record<string, string>> = { a: 'а', c: 'с', e: 'е', o: 'о', p: 'р', x: 'х', y: 'у' };
const MARKED: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ö',
  u: 'ü',
  c: 'ç',
  s: 'š',
  n: 'ñ',
  z: 'ž',
};
const SYSTEM: readonly [RegExp, string][] = [
  [/kh/gi, 'h'],
  [/q/gi, 'k'],
  [/ou|oo/gi, 'u'],
  [/y\b/gi, 'i'],
  [/ei/gi, 'ey'],
  [/j/gi, 'dj'],
  [/w/gi, 'v'],
];
const FORM =
  /[\s,]+(s\.?a\.?( de c\.?v\.?)?|co\.?,? ltd\.?|ltd\.?|limited|llc|l\.l\.c\.?|inc\.?|gmbh|fze|p?jsc|corp(oration)?\.?)$/i;

const mapped = (text: string, letters: Readonly<Record<string, string>>): string | null => {
  const changed = [...text]
    .map(
      (letter) =>
        (letter === letter.toLowerCase() ? letters[letter] : letters[letter.toLowerCase()]?.toUpperCase()) ?? letter,
    )
    .join('');
  return changed === text ? null : changed;
};
const longestOf = (words: readonly string[]): number =>
  words.reduce((best, word, at) => (word.length > (words[best]?.length ?? 0) ? at : best), 0);

function slipped(word: string, random: Random): string {
  const at = random.integer(1, word.length - 2);
  const kind = random.integer(0, 2);
  if (kind === 0) return word.slice(0, at) + word.slice(at + 1);
  if (kind === 1) return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
  return `${word.slice(0, at)}${random.pick([...'aeioutrnsl'])}${word.slice(at + 1)}`;
}
const isLong = (word: string): boolean => word.length >= LONG && /^\p{L}+$/u.test(word);
const oneSlip: Way = (words, random) => {
  const long = words.flatMap((word, at) => (isLong(word) ? [at] : []));
  if (long.length === 0) return null;
  const place = random.pick(long);
  return words.map((word, at) => (at === place ? slipped(word, random) : word)).join(' ');
};
const joined: Way = (words, random) => {
  if (words.length < 2) return null;
  const at = random.integer(0, words.length - 2);
  return words.map((word, place) => (place === at || place === words.length - 1 ? word : `${word} `)).join('');
};
const initialOf = (word: string): string => word.charAt(0);
const digits: Way = (words) => {
  const name = words.join(' ').toUpperCase();
  const changed = name.replaceAll('O', '0').replaceAll('I', '1');
  return changed === name ? null : changed;
};

const OF_PEOPLE: Readonly<Record<string, Way>> = {
  'order reversed': (words) => [...words].reverse().join(' '),
  'lower case': (words) => words.join(' ').toLowerCase(),
  'with diacritics': (words) => mapped(words.join(' '), MARKED),
  'letters of another alphabet': (words) => mapped(words.join(' ').toLowerCase(), LOOK_ALIKES),
  'a middle name dropped': (words, random) =>
    words.length < 3
      ? null
      : words.filter((_, at, all) => at !== Math.min(all.length - 2, random.integer(1, all.length - 2))).join(' '),
  'another system of transliteration': (words) => {
    const name = words.join(' ');
    const changed = SYSTEM.reduce((text, [from, to]) => text.replace(from, to), name);
    return changed === name ? null : changed;
  },
  'words joined': joined,
  'the longest word split': (words, random) => {
    const at = longestOf(words);
    const word = words[at] ?? '';
    if (word.length < 6) return null;
    const cut = random.integer(3, word.length - 3);
    return words.map((each, place) => (place === at ? `${word.slice(0, cut)} ${word.slice(cut)}` : each)).join(' ');
  },
  'one slip': oneSlip,
  'a slip in each long word': (words, random) =>
    words.some(isLong) ? words.map((word) => (isLong(word) ? slipped(word, random) : word)).join(' ') : null,
  'first name as an initial': (words) => [`${initialOf(words[0] ?? '')}.`, ...words.slice(1)].join(' '),
  'initials and a surname': (words, random) => {
    const given = words.slice(0, -1).map(initialOf);
    const between = random.integer(0, 1) === 0 ? '.' : '. ';
    return `${given.map((letter) => `${letter}${between}`).join('')}${between === '.' ? ' ' : ''}${words.at(-1) ?? ''}`;
  },
  'digits for letters': digits,
};
const OF_FIRMS: Readonly<Record<string, Way>> = {
  'firm: form of company dropped': (words) => {
    const name = words.join(' ');
    return FORM.test(name) ? name.replace(FORM, '') : null;
  },
  'firm: other punctuation': (words) => {
    const name = words.join(' ');
    const changed = name
      .replace(/[.,'()-]/g, ' ')
      .replace(/ & /g, ' and ')
      .replace(/\s+/g, ' ')
      .trim();
    return changed === name ? null : changed;
  },
  'firm: one slip': oneSlip,
  'firm: words joined': joined,
  'firm: more words': (words) => `${words.join(' ').replace(FORM, '')} Trading Group LLC`,
};
const PER_WAY = 60;
const PER_WAY_OF_FIRMS = [60, 60, 40, 40, 40];

/** @returns 1,020 variants of names, the same each time */
export function variantsOf(lists: readonly ReadList[], seed: number): Variant[] {
  const all = lists.flatMap(({ id, entries }) =>
    entries.flatMap(({ entryId, kind, names: [primary] }) =>
      primary === undefined || kind === 'vessel' || kind === 'aircraft'
        ? []
        : [{ kind, listId: id, entryId, primary: primary.name }],
    ),
  );
  const made = (
    ways: Readonly<Record<string, Way>>,
    isOfKind: (kind: string) => boolean,
    counts: (at: number) => number,
  ): Variant[] =>
    Object.entries(ways).flatMap(([way, write], at) => {
      const random = new Random(seed, way);
      const variants: Variant[] = [];
      for (const { kind, primary, ...entry } of random.shuffled(all)) {
        if (variants.length === counts(at)) break;
        if (!isOfKind(kind)) continue;
        const words = inReadingOrder(primary)
          .split(/\s+/)
          .filter((word) => word !== '');
        const name = words.length < 2 ? null : write(words, random);
        if (name !== null) variants.push({ ...entry, way, name });
      }
      return variants;
    });
  return [
    ...made(
      OF_PEOPLE,
      (kind) => kind === 'person',
      () => PER_WAY,
    ),
    ...made(
      OF_FIRMS,
      (kind) => kind !== 'person',
      (at) => PER_WAY_OF_FIRMS[at] ?? 0,
    ),
  ];
}
