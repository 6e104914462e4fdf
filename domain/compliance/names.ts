import { transliterate } from 'transliteration';

/** Words that say what kind of company it is, not which one: two names that differ in them alone are the same. */
const LEGAL_FORMS: ReadonlySet<string> = new Set(
  [
    'ab ag aktiengesellschaft as asa bv bvba co company corp corporation cv dd dmcc doo eirl eood fze fzco gmbh',
    'inc incorporated jsc kft kg kk limited limitada llc llp lp ltd ltda mbh nv ojsc oao ooo oy oyj pao pjsc plc pte',
    'pty pvt sa sae saoc saog sarl sas sl sp spa srl spzoo sro tic zao',
  ]
    .join(' ')
    .split(' '),
);

/** Words that join the parts of a name and are left out as often as they are written. */
const PARTICLES: ReadonlySet<string> = new Set(
  'al el and the of de del der des di du la le und et y bin ibn'.split(' '),
);

/** Tokens beyond these are not compared: no name has as many. */
const MAX_TOKENS = 24;

/** What `L.L.C.` and `O'Neil` are without their marks: one word, not several. */
function joinMarks(text: string): string {
  return text.replace(/['’`´ʼ]/g, '').replace(/\b(\p{L})\.(?=\p{L}\b)/gu, '$1');
}

/**
 * The words of a name as they are compared: Latin letters and digits in lower case, without marks, legal forms and
 * particles; all words where nothing else would be left.
 */
export function nameTokens(name: string): string[] {
  const latin = transliterate(name.normalize('NFKC')).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = joinMarks(latin)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_TOKENS);
  const telling = words.filter((word) => !LEGAL_FORMS.has(word) && !PARTICLES.has(word));
  return telling.length > 0 ? telling : words;
}

const SOUNDS: readonly [RegExp, string][] = [
  [/ph/g, 'f'],
  [/[gj](?=h)|kh|gh|dj|zh|dzh/g, 'k'],
  [/sch|sh|ch|cz|ts|tz/g, 's'],
  [/th/g, 't'],
  [/[ckqgj]/g, 'k'],
  [/[vw]/g, 'f'],
  [/[zx]/g, 's'],
  [/d/g, 't'],
  [/b/g, 'p'],
  [/[aeiouyh]/g, ''],
];

/** The consonants of a word by their sound: what spellings of one name in several alphabets have in common. */
export function skeletonOf(word: string): string {
  const vowelFirst = /^[aeiouyh]/.test(word) ? 'a' : '';
  const consonants = SOUNDS.reduce((text, [pattern, sound]) => text.replace(pattern, sound), word);
  return vowelFirst + consonants.replace(/(.)\1+/g, '$1');
}
