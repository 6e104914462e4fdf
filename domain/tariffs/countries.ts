import { countries } from 'countries-list';
import { alpha3ToAlpha2, numericToAlpha2 } from 'i18n-iso-countries';

const MEMBERS_OF_THE_UNION = [
  ['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES'],
  ['FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU'],
  ['LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
].flat();

/** Countries that apply the common customs tariff of the European Union. */
export const EU_MEMBERS: readonly string[] = MEMBERS_OF_THE_UNION;
const IN_THE_UNION: ReadonlySet<string> = new Set(EU_MEMBERS);

const FACTS = new Map<string, { currency: readonly string[] }>(Object.entries(countries));

/** @returns the country's first ISO 4217 currency, or null */
export function countryCurrency(country: string): string | null {
  return FACTS.get(country)?.currency[0] ?? null;
}

/** @returns the alpha-2 code of an ISO 3166 numeric or alpha-3 code, or null */
export function countryFromOtherCode(code: string): string | null {
  const found = /^\d+$/.test(code) ? numericToAlpha2(code.padStart(3, '0')) : alpha3ToAlpha2(code);
  return found ?? null;
}

/** The schedule that a country applies at its border: its own, or the Union's. */
export function scheduleOf(country: string): string {
  return IN_THE_UNION.has(country) ? 'EU' : country;
}

/** Whether goods between the two cross no customs border. Source: docs/GAPS.md#H5 */
export function inCustomsUnion(origin: string, destination: string): boolean {
  return IN_THE_UNION.has(origin) && IN_THE_UNION.has(destination);
}

/**
 * Origins that pay column 2 of the United States schedule in place of its general rates, and since when.
 * Source: Harmonized Tariff Schedule of the United States, general note 3(b); Public Law 117-110 of 8 April 2022
 */
const COLUMN_TWO: Readonly<Record<string, string>> = { BY: '2022-04-09', CU: '', KP: '', RU: '2022-04-09' };

/** Whether the goods pay column 2 rates, which no importer loads. */
export function paysColumnTwo(origin: string, destination: string, date: string): boolean {
  const since = COLUMN_TWO[origin];
  return destination === 'US' && since !== undefined && since <= date;
}

/** Countries that apply a schedule. */
export function countriesOf(schedule: string): readonly string[] {
  return schedule === 'EU' ? EU_MEMBERS : [schedule];
}
