import { countries } from 'countries-list';
import { alpha2ToNumeric, alpha3ToAlpha2, numericToAlpha2 } from 'i18n-iso-countries/index';
import { TRADE_AGREEMENTS } from '../../facts/agreements';
import { COMMON_TARIFFS, CUSTOMS_TERRITORIES, US_COLUMN_TWO } from '../../facts/customs';
import { factAt } from '../../facts/read-facts';

/** Countries that apply the common customs tariff of the European Union. */
export const EU_MEMBERS: readonly string[] = TRADE_AGREEMENTS.facts.flatMap(({ key, value }) =>
  key === 'EU Single Market' && value !== null ? value.members : [],
);
const IN_THE_UNION: ReadonlySet<string> = new Set(EU_MEMBERS);

/**
 * Territories with a country code of their own that stand inside the customs border of a state, whose schedule and
 * agreements they have; taxes on turnover are their own.
 */
const INSIDE: ReadonlyMap<string, string | null> = new Map(
  CUSTOMS_TERRITORIES.facts.map(({ key, value }) => [key, value]),
);

/** @returns the state inside whose customs border a country or territory lies: itself for nearly all */
export function customsState(country: string): string {
  return INSIDE.get(country) ?? country;
}

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

/** @returns the three digits of ISO 3166 of a country given by its two letters, or null */
export function numericOf(country: string): string | null {
  return alpha2ToNumeric(country)?.padStart(3, '0') ?? null;
}

/** The schedule that a country applies at its border: its own, or that of the union or state inside whose border it lies. */
export function scheduleOf(country: string): string {
  const state = customsState(country);
  return IN_THE_UNION.has(state) ? 'EU' : state;
}

/** Whether goods between two countries cross no customs border. Source: docs/GAPS.md#H5 */
export function inCustomsUnion(origin: string, destination: string): boolean {
  return origin !== destination && scheduleOf(origin) === scheduleOf(destination);
}

/** Whether the goods pay column 2 rates of the United States in place of the general ones at the date. */
export function paysColumnTwo(origin: string, destination: string, date: string): boolean {
  return scheduleOf(destination) === 'US' && factAt(US_COLUMN_TWO, origin, date)?.value === true;
}

const COMMON: ReadonlyMap<string, string | null> = new Map(COMMON_TARIFFS.facts.map(({ key, value }) => [key, value]));

/** The schedule that stands for a country's own where that is not loaded: itself, or that of a common tariff. */
export function commonSchedule(schedule: string): string {
  return COMMON.get(schedule) ?? schedule;
}

/** Whether two countries apply one common tariff: what goods of the one pay in the other is not said in it. */
export function shareTariff(origin: string, destination: string): boolean {
  return origin !== destination && commonSchedule(scheduleOf(origin)) === commonSchedule(scheduleOf(destination));
}

/** Countries that apply a schedule. */
export function countriesOf(schedule: string): readonly string[] {
  return schedule === 'EU' ? EU_MEMBERS : [schedule, ...[...COMMON.keys()].filter((of) => COMMON.get(of) === schedule)];
}
