import fc from 'fast-check';
import { joinedWithNext, NO_WORD, type ListedWords } from '../../domain/compliance/comparison';
import { nameTokens } from '../../domain/compliance/names';
import type { WordIndex } from '../../domain/compliance/word-index';

/** @returns a name whose words are in the index from then on */
export function addListed(index: WordIndex, holder: { name: number; entry: number }, name: string): ListedWords {
  const tokens = nameTokens(name);
  index.countName();
  const idOf = (text: string | null, isWhole: boolean): number =>
    text === null ? NO_WORD : index.addTo(holder, text, isWhole);
  return {
    words: tokens.map(({ text }) => idOf(text, true)),
    glued: tokens.map(({ glued }) => idOf(glued, false)),
    ended: tokens.map(({ ended }) => idOf(ended, false)),
    joined: tokens.map((_, at) => idOf(joinedWithNext(tokens, at), false)),
  };
}

/** Words that very many names have, rare ones with spellings of them, particles and initials. */
export const COMMON = [
  'Mohammed',
  'Muhammad',
  'Ali',
  'Hassan',
  'Hussein',
  'Ahmed',
  'Abdul',
  'Rahman',
  'Trading',
  'Bank',
];
const RARE = ['Zhadrekov', 'Zhadrekow', 'Jadrekov', 'Quillon', 'Kvillon', 'Ombrasko', 'Drovnik', 'Drovnig', 'Tesh'];
const OTHERS = ['al', 'bin', 'ul', 'Q.', 'M', 'QuillonAli', 'Tesh-Drovnik', 'Alquillon', 'Unit 12', 'Ltd'];
const SLIPS = ['Mohammged', 'Husssekin', 'Ahmded', 'Rahmgan', 'AbdulRahman', 'Abdulrahmgan', 'Tradning'];

const word = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...COMMON) },
  { weight: 4, arbitrary: fc.constantFrom(...RARE) },
  { weight: 2, arbitrary: fc.constantFrom(...OTHERS) },
  { weight: 1, arbitrary: fc.constantFrom(...SLIPS) },
);
const wordsOfName = fc.array(word, { minLength: 1, maxLength: 5 });

/** A name of such words. */
export const anyName = wordsOfName.map((words) => words.join(' '));

const without = (words: readonly string[], at: number): string[] => words.filter((_, place) => place !== at);
const changed = (words: readonly string[], at: number, change: (text: string) => string): string[] =>
  words.map((text, place) => (place === at ? change(text) : text));

/** What payers make of a name, at one of its words. */
const CHANGES: readonly ((words: readonly string[], at: number) => readonly string[])[] = [
  (words) => words,
  (words, at) => changed(words, at, (text) => `${text.charAt(0)}.`),
  (words, at) => words.map((text, place) => (place === at ? text : `${text.charAt(0)}.`)),
  (words, at) => (words.length > 1 ? without(words, at) : words),
  (words, at) => [...without(words, at), words[at] ?? ''],
  (words, at) => [
    ...words.slice(0, at),
    words
      .slice(at, at + 2)
      .join('')
      .toLowerCase(),
    ...words.slice(at + 2),
  ],
  (words, at) => changed(words, at, (text) => text.slice(0, 3) + text.slice(4)),
  (words, at) => changed(words, at, (text) => `${text.slice(0, -2)}g${text.slice(-2)}`),
  (words, at) => [...words.slice(0, at), 'Lindholt', ...words.slice(at)],
];

/** Names as they are listed, and one of them as it is asked for: changed twice at most. */
export function namesAndAsked(names: fc.Arbitrary<string[]>): fc.Arbitrary<{ names: string[]; asked: string }> {
  const change = fc.record({ change: fc.constantFrom(...CHANGES), at: fc.nat(9) });
  return fc
    .record({ names, of: fc.nat(99), changes: fc.array(change, { maxLength: 2 }) })
    .map(({ names: listed, of, changes }) => {
      const words = (listed[of % listed.length] ?? '').split(' ');
      const made = changes.reduce<readonly string[]>((now, one) => one.change(now, one.at % now.length), words);
      return { names: listed, asked: made.join(' ') };
    });
}
