import { stem } from './stem';

/** Words that name nothing: grammar, and the phrases of nomenclatures that stand in every second line. */
const STOP_WORDS = new Set(
  (
    'a an and are as at be by for from has have if in into is it its no not of on or such that the their there these ' +
    'they this to was were which will with other others whether than more less but elsewhere specified included ' +
    'including containing excl incl nes nesoi thereof therein heading headings subheading subheadings chapter note ' +
    'described provided purposes kind kinds used use type types'
  ).split(' '),
);

/** Words of negation: what follows them in a description is what the code is not. */
const EXCLUSION =
  /\((?:excl|excluding|except)\.?[^)]*\)?|\b(?:other than|excluding|except)\b[^;,.]*|;\s*n\.e\.c\.?[^;]*/gi;

/** Latin letters without their accents, lower case: `Crème` is `creme`. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[’']s\b/g, '')
    .replace(/[’']/g, '');
}

/** @returns the words of a text in order, folded, without stop words; hyphenated words are split */
export function wordsOf(text: string): string[] {
  return (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !STOP_WORDS.has(word));
}

/** @returns hyphenated words as one: `t-shirt` is also found as `tshirt` */
export function joinedWordsOf(text: string): string[] {
  return [...fold(text).matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu)].map(([word]) => word.replaceAll('-', ''));
}

/** @returns the terms under which a text is indexed */
export function indexTermsOf(text: string): string[] {
  return [...wordsOf(text), ...joinedWordsOf(text)].map(stem);
}

/** @returns the text without what it says it is not */
export function withoutExclusions(text: string): string {
  return text.replace(EXCLUSION, ' ');
}
