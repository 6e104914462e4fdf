import type { Language } from '../../domain/auth/languages';
import { decimalText } from '../../domain/money';

type Sign = '.' | ',';

const DECIMAL_SIGNS: Readonly<Record<Language, Sign>> = { en: '.', de: ',', es: ',', fr: ',', 'zh-Hans': '.' };

/** By the decimal sign. Spaces and apostrophes set thousands apart beside either, and so does the other sign. */
const NUMBERS: Readonly<Record<Sign, RegExp>> = {
  '.': /^(-?)(\d+|[1-9]\d{0,2}([,\u0020\u00a0\u202f'’])\d{3}(?:\3\d{3})*)(?:\.(\d+))?$/,
  ',': /^(-?)(\d+|[1-9]\d{0,2}([.\u0020\u00a0\u202f'’])\d{3}(?:\3\d{3})*)(?:,(\d+))?$/,
};

function readingBy(sign: Sign, text: string): number | null {
  const found = NUMBERS[sign].exec(text);
  if (found === null) return null;
  const [, minus = '', whole = '', , decimals = '0'] = found;
  return Number(`${minus}${whole.replaceAll(/\D/g, '')}.${decimals}`);
}

/** What a text means where the decimal sign is this one, and where it is the other one. */
function readings(text: string, sign: Sign): { own: number | null; other: number | null } {
  return { own: readingBy(sign, text), other: readingBy(sign === '.' ? ',' : '.', text) };
}

/**
 * The number that a text means to a reader of a language: `1.234` is 1234 in German and 1.234 in English, and `1250.50`
 * is the same in both.
 * @returns null for what is no number
 */
export function likelyNumber(text: string, language: Language): number | null {
  const { own, other } = readings(text, DECIMAL_SIGNS[language]);
  return own ?? other;
}

/**
 * The number of a text that can be read in one way only, for what is paid or printed. The API's notation has its meaning in
 * the languages that have its decimal sign, too.
 * @param language in which the text was typed; null if it is not known
 * @returns null if the text is no number, or can be read as two, such as `1.234` in German
 */
export function certainNumber(text: string, language: Language | null): number | null {
  const sign = language === null ? null : DECIMAL_SIGNS[language];
  const { own, other } = readings(text, sign ?? '.');
  const isPlain = sign === '.' && /^-?\d+\.\d+$/.test(text);
  return own === null || other === null || own === other || isPlain ? (own ?? other) : null;
}

/** @returns a number with the decimal sign of a language, so that `certainNumber` reads it again */
export function numberText(value: number, language: Language): string {
  const text = decimalText(value).replace('.', DECIMAL_SIGNS[language]);
  // With a fourth decimal, three of them cannot be thousands.
  return certainNumber(text, language) === value ? text : `${text}0`;
}
