import { transliterate } from 'transliteration';

/** Scripts that write few vowels or none, with their marks and joiners. */
const CONSONANT_SCRIPTS =
  /((?:[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}]|[\u064B-\u065F\u0670\u200C\u200D])+)/u;

function tableOf(pairs: readonly string[]): ReadonlyMap<string, string> {
  const entries = pairs.join(',').split(',');
  return new Map(
    entries.map((pair): [string, string] => [pair.slice(0, pair.indexOf(' ')), pair.slice(pair.indexOf(' ') + 1)]),
  );
}

/** Letters of Arabic, Persian and Urdu, with what stands for them in Latin spellings; `و` and `ی` are vowels inside a word. */
const LETTERS = tableOf([
  'ا a,ع a,ئ i,ؤ u,ب b,پ p,ت t,ٹ t,ة a,ث th,ج j,چ ch,ح h,خ kh,د d,ڈ d,ذ z,ر r,ڑ r,ز z,ژ zh,س s,ش sh,ص s,ض d,ط t,ظ z',
  'غ gh,ف f,ق q,ک k,گ g,ل l,م m,ن n,ں n,ه h,ہ h,ھ h,ۀ h,ە h,و u,ی i,ے i',
]);

/** Words that very many names have, with the vowels that are not written. */
const KNOWN_WORDS = tableOf([
  'محمد muhammad,احمد ahmad,محمود mahmud,حسن hasan,حسین husain,علی ali,عمر umar,عثمان uthman,الله allah,عبد abd,ابو abu',
  'ابا abu,ام umm,بن bin,ابن ibn,ال al,خالد khalid,سعید said,سید sayyid,شیخ shaikh,حاجی hajji,ملا mulla,مولوی maulvi',
  'عباس abbas,اسلام islam,یوسف yosef,ابراهیم ibrahim,اسماعیل ismail,مصطفی mustafa,موسی musa,عیسی isa,یحیی yahya',
  'رضا reza,مهدی mahdi,یعقوب yakub,داود daud,داوود daud,سلیمان sulaiman,ناصر nasser,جمال jamal,رشید rashid',
]);

/** An Arabic word without vowel marks, and with one letter where handwriting and keyboards have several. */
function plainArabic(word: string): string {
  return word
    .replace(/[\u064B-\u065F\u0670\u0640\u200C\u200D]/g, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/[يى]/g, 'ی')
    .replace(/ك/g, 'ک');
}

/** Half-vowels are consonants where a word begins with them. */
const AT_THE_BEGINNING = tableOf(['و w,ی y']);

function consonantsOf(word: string): string {
  const [first = '', ...others] = word;
  const begin = AT_THE_BEGINNING.get(first) ?? LETTERS.get(first) ?? '';
  return (begin + others.map((letter) => LETTERS.get(letter) ?? '').join('')).toUpperCase();
}

/**
 * An Arabic word in Latin letters: lower case where its reading is known, else its consonants in capitals. `عبدالملک`
 * gives `abd MLK`, `الاسد` gives `al ASD`, `نصرالله` gives `NSRALLAH`.
 */
function arabicWord(word: string): string {
  const known = KNOWN_WORDS.get(word);
  if (known !== undefined) return known;
  const [, servantOf] = /^عبد(?:ال)?(.{2,})$/.exec(word) ?? [];
  if (servantOf === 'له' || servantOf === 'لله') return 'abdallah';
  if (servantOf !== undefined) return `abd ${arabicWord(servantOf)}`;
  const [, withArticle] = /^ال(.{3,})$/.exec(word) ?? [];
  if (withArticle !== undefined) return `al ${arabicWord(withArticle)}`;
  const [, ofGod] = /^(.{2,})الله$/.exec(word) ?? [];
  return ofGod === undefined ? consonantsOf(word) : `${consonantsOf(ofGod)}ALLAH`;
}

function consonantWord(word: string): string {
  if (/\p{Script=Arabic}/u.test(word)) return arabicWord(plainArabic(word));
  return transliterate(word)
    .replace(/[^\p{L}]/gu, '')
    .toUpperCase();
}

const INITIALS = 'k kk n d tt r m b pp s ss  j jj ch k t p h'.split(' ');
const VOWELS = 'a ae ya yae o e yo ye o wa wae oe yo u wo we wi yu u ui i'.split(' ');
const FINALS = ' k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ');
const FIRST_SYLLABLE = '가'.charCodeAt(0);

/**
 * A Hangul syllable in Latin letters, as watch lists write it, with a space on each side; other characters are
 * returned unchanged. `spellings.ts` has the other spellings.
 * Source: Unicode, "Hangul Syllable Decomposition"
 */
function koreanSyllable(letter: string): string {
  const at = letter.charCodeAt(0) - FIRST_SYLLABLE;
  const ofOneInitial = VOWELS.length * FINALS.length;
  if (at < 0 || at >= INITIALS.length * ofOneInitial) return letter;
  const [initial, vowel] = [Math.floor(at / ofOneInitial), Math.floor((at % ofOneInitial) / FINALS.length)];
  return ` ${INITIALS[initial] ?? ''}${VOWELS[vowel] ?? ''}${FINALS[at % FINALS.length] ?? ''} `;
}

/** The surname that lists write as `RI`, and that is said without its consonant in the south. */
const KOREAN_SURNAMES = /^이(?=\p{Script=Hangul}{1,3}$)/u;

/** Surnames that are said in another way than the word that is written with the same character. */
const CHINESE_SURNAMES = tableOf([
  '曾 zeng,单 shan,單 shan,解 xie,仇 qiu,查 zha,区 ou,區 ou,盖 ge,任 ren,缪 miao,翟 zhai,尉 wei,员 yun,折 she',
]);

function chineseSurname(character: string): string {
  const said = CHINESE_SURNAMES.get(character);
  return said === undefined ? character : `${said} `;
}

/** Letters of the Cyrillic and Greek alphabets that look like Latin ones. */
const LOOK_ALIKES = tableOf([
  'а a,е e,о o,р p,с c,у y,х x,і i,ј j,ѕ s,һ h,ԁ d,ԛ q,ԝ w,А A,В B,Е E,К K,М M,Н H,О O,Р P,С C,Т T,У Y,Х X,І I,Ј J,Ѕ S',
  'α a,ο o,ρ p,υ u,ι i,ν v,κ k,Α A,Β B,Ε E,Ζ Z,Η H,Ι I,Κ K,Μ M,Ν N,Ο O,Ρ P,Τ T,Υ Y,Χ X',
]);
const OTHER_ALPHABETS = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** In a word that has Latin letters too, replaces letters of other alphabets by the Latin ones that they look like. */
function replaceLookAlikes(word: string): string {
  if (!/[A-Za-z]/.test(word) || !OTHER_ALPHABETS.test(word)) return word;
  return [...word].map((letter) => LOOK_ALIKES.get(letter) ?? letter).join('');
}

/** Text of scripts that write vowels, in lower-case Latin letters without marks; surnames as watch lists write them. */
function vowelledToLatin(text: string): string {
  const plain = text
    .replace(/\p{L}+/gu, replaceLookAlikes)
    .replace(KOREAN_SURNAMES, '리')
    .replace(/\p{Script=Hangul}/gu, koreanSyllable)
    .replace(/(?<!\p{Script=Han})\p{Script=Han}(?=\p{Script=Han})/gu, chineseSurname);
  // Most names are plain, and the tables for the others are 3 MB that are loaded with the first of them.
  if (/^[ -~]*$/.test(plain)) return plain.toLowerCase();
  return transliterate(plain).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * A name in Latin letters: in lower case, and in capitals where its script writes consonants alone, such as `hasan NSR allah`.
 * Each syllable of Korean and Chinese is a word.
 */
export function toLatin(name: string): string {
  // A capturing split has what matches at every other place.
  const parts = name
    .split(CONSONANT_SCRIPTS)
    .map((part, at) => (at % 2 === 1 ? consonantWord(part) : vowelledToLatin(part)));
  return parts.join('').replaceAll('،', ',');
}

/** @returns whether each syllable of a name is a word: it is written in Hangul or Hanzi */
export function isSyllabic(name: string): boolean {
  return /[\p{Script=Hangul}\p{Script=Han}]/u.test(name);
}

/** @returns whether the consonants of a word alone are known */
export function isVowelless(word: string): boolean {
  return /[A-Z]/.test(word);
}
