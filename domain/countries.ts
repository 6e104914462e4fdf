import { getAlpha2Code, getAlpha2Codes, getName, getNames, registerLocale } from 'i18n-iso-countries/index';
import english from 'i18n-iso-countries/langs/en.json';

registerLocale(english);

/** The library also knows Kosovo's user-assigned code, which ISO 3166 has not. */
const NOT_ISO = new Set(['XK']);
const CODES: ReadonlySet<string> = new Set(Object.keys(getAlpha2Codes()).filter((code) => !NOT_ISO.has(code)));

/** @returns all codes of ISO 3166-1 alpha-2, in order */
export function countryCodes(): readonly string[] {
  return [...CODES].sort();
}

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

/** Names that publications use and the library does not know. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  burma: 'MM',
  'bahamas, the': 'BS',
  'british virgin islands': 'VG',
  'cabo verde': 'CV',
  'cape verde': 'CV',
  'congo, democratic republic of the': 'CD',
  'congo, republic of the': 'CG',
  'cote d ivoire': 'CI',
  'czech republic': 'CZ',
  england: 'GB',
  iran: 'IR',
  laos: 'LA',
  'china, hong kong special administrative region': 'HK',
  'korea, north': 'KP',
  'korea, south': 'KR',
  "democratic people's republic of korea": 'KP',
  'north korea': 'KP',
  'south korea': 'KR',
  palestinian: 'PS',
  'palestinian territories': 'PS',
  'region: gaza': 'PS',
  'west bank': 'PS',
  russia: 'RU',
  'syrian arab republic': 'SY',
  syria: 'SY',
  'the gambia': 'GM',
  turkiye: 'TR',
  uk: 'GB',
  'viet nam': 'VN',
  usa: 'US',
  'united kingdom of great britain and northern ireland': 'GB',
  'united states': 'US',
};

/** The ISO 3166-1 alpha-2 code of a country as publications name it, such as `Iran (Islamic Republic of)`, or null. */
export function countryCode(name: string): string | null {
  const text = name.trim().replace(/\s+/g, ' ');
  if (isCountry(text)) return text;
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const short = plain.replace(/ ?\(.*\)$/, '').replace(/^(?:the|of registration|possibly) /, '');
  const found = OTHER_NAMES[plain] ?? OTHER_NAMES[short] ?? getAlpha2Code(plain, 'en') ?? getAlpha2Code(short, 'en');
  return found !== undefined && isCountry(found) ? found : null;
}
