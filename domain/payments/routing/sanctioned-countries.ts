import { factAt } from '../../facts/read-facts';
import { SANCTIONED_COUNTRIES } from '../../facts/sanctions';
import { countryName } from '../../countries';
import type { RouteReason } from './routing';

/**
 * A warning for each country under sanctions that may concern a payment. Warnings hold nothing back: whether the
 * measures forbid a payment depends on who pays whom for what. Countries to which all payments are forbidden are
 * blocked instead.
 * @param countries ISO 3166 codes; repeats are warned of once
 * @param day ISO calendar date
 * Source: docs/GAPS.md#P13
 */
export function sanctionWarnings(currency: string, countries: readonly string[], day: string): RouteReason[] {
  return [...new Set(countries)].flatMap((country) => {
    const { value, source } = factAt(SANCTIONED_COUNTRIES, country, day) ?? { value: null, source: '' };
    if (value === null || !(value.currencies?.includes(currency) ?? true)) return [];
    const message = `${countryName(country)}: ${value.measures} Source: ${source}.`;
    return [{ code: 'sanctioned_country', message }];
  });
}

/** @returns where the block of a country comes from, in words; null where no measure that forbids all payments ships */
export function blockSource(country: string, day: string): string | null {
  const fact = factAt(SANCTIONED_COUNTRIES, country, day);
  return fact?.value?.isBlocked === true ? fact.source : null;
}
