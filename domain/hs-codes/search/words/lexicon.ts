/** Words of these letters alone, and so many of them, are guessed at: the others have too many neighbours. */
const GUESSABLE = /^\p{L}{3,}$/u;
/** Entries that are taken apart in a fraction of a millisecond. */
const ENTRIES_A_STEP = 20;
/** Letters of a group are five bits each. */
const LETTER_BITS = 5;
const GRAM_CODES = 1 << (3 * LETTER_BITS);
const LETTER_A = 97;
const LATIN_LETTERS = 26;

type Steps<Result> = Generator<undefined, Result, undefined>;

interface Entry {
  key: string;
  value: number;
}

/**
 * The words of all texts with what finds those that are near to another. Everything is a number in a typed array: a
 * map from each misspelling to its words would take fifty megabytes.
 */
export interface Lexicon {
  /** In the order of their letters. */
  words: readonly string[];
  /** How many texts hold each word. */
  frequencies: Uint32Array;
  /** 1 for words that may be guessed at. */
  guessable: Uint8Array;
  /** Numbers of these words in the order of their letters from the last to the first. */
  byEnding: Uint32Array;
  /** Hash of each word's skeleton. */
  skeletons: Uint32Array;
  /** Numbers of words for each group of three letters: those of group `n` lie from `starts[n]` to `starts[n + 1]`. */
  grams: { starts: Uint32Array; words: Uint32Array };
}

/** @returns the letters from the last to the first */
export function reverse(word: string): string {
  let letters = '';
  for (let at = word.length - 1; at >= 0; at -= 1) letters += word.charAt(at);
  return letters;
}

/** The consonants of a word, as labels write it: `stylng` for `styling`. */
export function skeleton(word: string): string {
  return (
    word.slice(0, 1) +
    word
      .slice(1)
      .replace(/[aeiou]/g, '')
      .replace(/(.)\1/g, '$1')
  );
}

/** @returns 32 bits of a text. Source: FNV-1a, over code units */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** A code of the letter there: 0 beyond the word, one each for a to z, five shared by all others. */
function letterCode(word: string, at: number): number {
  if (at < 0 || at >= word.length) return 0;
  const letter = word.charCodeAt(at) - LETTER_A;
  return letter >= 0 && letter < LATIN_LETTERS ? letter + 1 : LATIN_LETTERS + 1 + (word.charCodeAt(at) % LETTER_BITS);
}

/** The codes of a word's groups of three letters, with its edges, each once. */
export function gramsOf(word: string): Set<number> {
  const grams = new Set<number>();
  for (let at = 0; at < word.length; at += 1) {
    const [before, letter, after] = [letterCode(word, at - 1), letterCode(word, at), letterCode(word, at + 1)];
    grams.add((((before << LETTER_BITS) | letter) << LETTER_BITS) | after);
  }
  return grams;
}

/** Letters at the beginning by which entries are sorted apart: those that share them take less than a millisecond. */
const GROUP_LETTERS = 2;

/** Sorts entries by key; yields between groups of the same first letters. */
function* sortEntries(entries: Iterable<Entry>): Steps<Entry[]> {
  const groups = new Map<string, Entry[]>();
  let seen = 0;
  for (const entry of entries) {
    if (seen % ENTRIES_A_STEP === 0) yield;
    seen += 1;
    const letters = entry.key.slice(0, GROUP_LETTERS);
    const group = groups.get(letters);
    if (group === undefined) groups.set(letters, [entry]);
    else group.push(entry);
  }
  const sorted: Entry[] = [];
  for (const letters of [...groups.keys()].sort()) {
    yield;
    const group = groups.get(letters) ?? [];
    group.sort((a, b) => (a.key < b.key ? -1 : 1));
    for (const entry of group) sorted.push(entry);
  }
  return sorted;
}

function* entriesOf(words: Iterable<readonly [string, number]>): Iterable<Entry> {
  for (const [key, value] of words) yield { key, value };
}

/**
 * Words by their groups of three letters. Counts first and fills afterwards, so that all lists are in one array;
 * yields between steps.
 */
function* indexGrams(words: readonly string[], guessable: Uint8Array): Steps<Lexicon['grams']> {
  const starts = new Uint32Array(GRAM_CODES + 1);
  for (const [at, word] of words.entries()) {
    if (at % ENTRIES_A_STEP === 0) yield;
    if (guessable[at] === 1) for (const gram of gramsOf(word)) starts[gram + 1] = (starts[gram + 1] ?? 0) + 1;
  }
  for (let gram = 0; gram < GRAM_CODES; gram += 1) starts[gram + 1] = (starts[gram + 1] ?? 0) + (starts[gram] ?? 0);
  const next = starts.slice();
  const numbers = new Uint32Array(starts[GRAM_CODES] ?? 0);
  for (const [at, word] of words.entries()) {
    if (at % ENTRIES_A_STEP === 0) yield;
    if (guessable[at] !== 1) continue;
    for (const gram of gramsOf(word)) {
      const place = next[gram] ?? 0;
      numbers[place] = at;
      next[gram] = place + 1;
    }
  }
  return { starts, words: numbers };
}

/**
 * Makes a lexicon for spelling; yields between steps.
 * @param words each with how many texts have it, in any order
 */
export function* makeLexicon(words: Iterable<readonly [string, number]>): Steps<Lexicon> {
  const sorted = yield* sortEntries(entriesOf(words));
  yield;
  const guessable = Uint8Array.from(sorted, ({ key }) => Number(GUESSABLE.test(key)));
  yield;
  const spelt = sorted.map(({ key }) => key);
  const frequencies = Uint32Array.from(sorted, ({ value }) => value);
  yield;
  const skeletons = new Uint32Array(sorted.length);
  const backwards: Entry[] = [];
  for (const [at, word] of spelt.entries()) {
    if (at % ENTRIES_A_STEP === 0) yield;
    if (guessable[at] !== 1) continue;
    skeletons[at] = hashOf(skeleton(word));
    backwards.push({ key: reverse(word), value: at });
  }
  const endings = yield* sortEntries(backwards);
  return {
    words: spelt,
    frequencies,
    guessable,
    byEnding: Uint32Array.from(endings, ({ value }) => value),
    skeletons,
    grams: yield* indexGrams(spelt, guessable),
  };
}
