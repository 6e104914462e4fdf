import { stem } from './stem';

/** Words that do not help a search: grammar, and the stock phrases of nomenclatures. */
const STOP_WORDS = new Set(
  (
    'a an and are as at be by for from has have if in into is it its no not of on or such that the their there these ' +
    'they this to was were which will with other others whether than more less but elsewhere specified included ' +
    'including containing excl incl nes nesoi thereof therein heading headings subheading subheadings chapter note ' +
    'described provided purposes kind kinds used use type types ' +
    // German, French, Spanish and Italian function words that are not English words.
    'de la le les des du en et el los las una avec pour con para sin der und mit fur aus von das dem den zum zur ohne oder ' +
    'ein eine einen einem au aux un une sans unos unas y por del al di da per il lo gli della delle dello dei degli dell alla e'
  ).split(' '),
);

/** Words with which people wrap a question or a product text: they say little about the goods themselves. */
const FILLER_WORDS = new Set(
  (
    'i we you he she who what where when how why can could should would like want need wish please looking look tell me ' +
    'my our your his her am do does did has been being about some any all also only very just so too each per own new ' +
    'code codes commodity tariff duty customs classify classification classified import imports importing imported ' +
    'export exports exporting exported ship shipping shipped send sending sent sell selling sold buy buying bought ' +
    'order orders customer customers client clients shop store supplier wholesale retail sale sales product products ' +
    'item items article articles goods thing things something stuff generic brand branded original genuine quality ' +
    'premium high good great best nice perfect ideal suitable collection series range edition model style design ' +
    'designed design made make making makes manufactured produced consist consists consisting comprise comprises ' +
    'comprising contain contains feature features featuring supplied supply presented packed packaged packaging comes ' +
    'come help helps allow allows using intended purpose function various different several typically commonly ' +
    'mainly usually normally which while after before during through between without both one two three four five six ' +
    'pack packs pcs piece pieces pc pk qty x approx approximately size small medium large us company companies ' +
    'business shipment shipments parcel parcels consignment delivery deliver free everyday every day'
  ).split(' '),
);

/** @returns whether a word of a query says little about the goods */
export function isFiller(word: string): boolean {
  return FILLER_WORDS.has(word);
}

/** Phrases in a description that say what its code does not cover; `n.e.c.` is "not elsewhere classified". */
const EXCLUSION =
  /\((?:excl|excluding|except)\.?[^)]*\)?|\b(?:other than|excluding|except)\b[^;,.]*|;\s*n\.e\.c\.?[^;]*/gi;

/** Letters that Unicode does not decompose into a letter and an accent. */
const LIGATURES: Readonly<Record<string, string>> = { ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', ł: 'l' };

/** A function word that stands before a vowel without its own: `d'olive`, `all'olio`. */
const ELISION = /(?<!\p{L})(?:[dl]|qu|un|dell|all|nell|sull)[’'](?=\p{L})/giu;
/** Without its accent French tea is an English article. */
const FRENCH_TEA = /(?<!\p{L})th[éè]s?(?!\p{L})/giu;

/** A text in lower-case Latin letters without accents: `Crème` gives `creme`, `l'huile` gives `de huile`. */
export function fold(text: string): string {
  return text
    .replace(ELISION, 'de ')
    .replace(FRENCH_TEA, 'tea')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßœæøł]/g, (letter) => LIGATURES[letter] ?? letter)
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

/** @returns the text without its exclusions: `other than …`, `excluding …`, `except …`, `(excl. …)` and `; n.e.c.` */
export function withoutExclusions(text: string): string {
  return text.replace(EXCLUSION, ' ');
}
