import { countries } from 'countries-list';
import * as iso from 'i18n-iso-countries';

/** What people write for a country whose ISO code is another. */
const HINTS: Record<string, string> = { UK: 'GB', EL: 'GR' };

const MEMBERS_OF_THE_UNION = [
  ['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES'],
  ['FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU'],
  ['LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
].flat();

/** Countries that apply the common customs tariff of the European Union. */
export const EU_MEMBERS: ReadonlySet<string> = new Set(MEMBERS_OF_THE_UNION);

const FACTS = new Map<string, { name: string; currency: readonly string[] }>(Object.entries(countries));

/** XK is in common use, yet no code of ISO 3166. */
const OFFICIAL = new Set(Object.keys(iso.getAlpha2Codes()).filter((code) => code !== 'XK'));

/** @returns whether the text is an ISO 3166-1 alpha-2 code (`GB`, not `UK`; not the code of a union such as `EU`) */
export function isCountry(text: string): boolean {
  return OFFICIAL.has(text);
}

/** @returns what is wrong with a country code, in words for the caller */
export function countryFaultMessage(text: string): string {
  const hint = HINTS[text.toUpperCase()];
  if (hint !== undefined) return `Use the ISO 3166-1 alpha-2 code ${hint} instead of ${text}.`;
  if (text === 'EU') return 'The European Union is not a country: name the member state, such as DE.';
  if (/^[a-z]{2}$/i.test(text) && isCountry(text.toUpperCase()))
    return `Write the code in capitals: ${text.toUpperCase()}.`;
  return 'Must be an ISO 3166-1 alpha-2 country code, such as DE.';
}

/** @returns the English short name, or the code where none is known */
export function countryName(country: string): string {
  return FACTS.get(country)?.name ?? country;
}

/** @returns the country's first ISO 4217 currency, or null */
export function countryCurrency(country: string): string | null {
  return FACTS.get(country)?.currency[0] ?? null;
}

/** @returns the alpha-2 code of an ISO 3166 numeric or alpha-3 code, or null */
export function countryFromOtherCode(code: string): string | null {
  const found = /^\d+$/.test(code) ? iso.numericToAlpha2(code.padStart(3, '0')) : iso.alpha3ToAlpha2(code);
  return found ?? null;
}

/** The schedule that a country applies at its border: its own, or the Union's. */
export function scheduleOf(country: string): string {
  return EU_MEMBERS.has(country) ? 'EU' : country;
}
