import { getAlpha2Codes, getName, getNames, registerLocale } from 'i18n-iso-countries';
import english from 'i18n-iso-countries/langs/en.json';

registerLocale(english);

/** The library also knows Kosovo's user-assigned code, which ISO 3166 has not. */
const NOT_ISO = new Set(['XK']);
const CODES: ReadonlySet<string> = new Set(Object.keys(getAlpha2Codes()).filter((code) => !NOT_ISO.has(code)));

/** @returns whether the text is an ISO 3166-1 alpha-2 code, in capitals */
export function isCountry(code: string): boolean {
  return CODES.has(code);
}

/**
 * Countries that banks know: those of ISO 3166 and Kosovo, whose banks have BICs and IBANs with the user-assigned `XK`.
 * Source: docs/GAPS.md#P2
 */
export function isBankingCountry(code: string): boolean {
  return isCountry(code) || code === 'XK';
}

function nameOf(code: string): string {
  return getName(code, 'en', { select: 'official' }) ?? code;
}

const NAMES: ReadonlyMap<string, string> = new Map([...CODES].map((code) => [code, nameOf(code)]));

/** @returns the English short name, or the code itself where the library has none */
export function countryName(code: string): string {
  return NAMES.get(code) ?? nameOf(code);
}

/** @returns the names in English that countries go by, lower case, letters and spaces alone, the longest first */
export function countryNames(): string[] {
  const names = Object.values(getNames('en', { select: 'all' })).flat();
  const spoken = [
    ...names,
    'uk',
    'eu',
    'europe',
    'britain',
    'great britain',
    'england',
    'scotland',
    'wales',
    'america',
  ];
  const plain = spoken.map((name) => name.toLowerCase()).filter((name) => /^[a-z ]+$/.test(name));
  return [...new Set(plain)].sort((a, b) => b.length - a.length);
}
