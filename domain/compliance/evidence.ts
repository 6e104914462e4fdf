import { countryCode } from '../countries';
import type { WatchListEntry } from './watch-list';

/** The facts of an entry as its list has them, besides its names. */
export type ListedFacts = Pick<WatchListEntry, 'countries' | 'birthDates' | 'identifiers'>;

/** The facts of an entry that are compared with a party. */
export interface EntryFacts {
  /** ISO 3166-1 alpha-2. */
  countries: readonly string[];
  birthDates: readonly string[];
  identifiers: readonly string[];
}

/** The facts of a party, besides its name, that are compared with an entry. */
export interface PartyFacts {
  countries: readonly string[];
  /** `YYYY-MM-DD`. */
  dateOfBirth?: string | undefined;
  /** As the client wrote them. */
  identifiers?: readonly string[] | undefined;
}

/** Facts that agree, besides the name, and a date of birth that contradicts the match. Source: docs/GAPS.md#P13 */
export const EVIDENCE = ['country', 'date_of_birth', 'identifier', 'other_date_of_birth'] as const;
export type Evidence = (typeof EVIDENCE)[number];

/** Shorter numbers occur on too many documents. */
const LEAST_IDENTIFIER = 5;
/** Lists are often wrong by up to this many years; a larger difference means another person. */
const MOST_YEARS_APART = 2;

/** @returns the number in capitals, letters and digits only; null when it is too short or has no digit */
export function comparedIdentifier(number: string): string | null {
  const compared = number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return compared.length < LEAST_IDENTIFIER || !/\p{N}/u.test(compared) ? null : compared;
}

/** @returns the facts with countries as distinct ISO codes, without unknown ones; the import has normalised the rest */
export function factsOf({ countries = [], birthDates = [], identifiers = [] }: Partial<ListedFacts>): EntryFacts {
  const codes = countries.map(countryCode).filter((code) => code !== null);
  return { countries: [...new Set(codes)], birthDates, identifiers };
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

function birthEvidence(date: string | undefined, listed: readonly string[]): Evidence[] {
  if (date === undefined || listed.length === 0) return [];
  if (listed.some((one) => date.startsWith(one))) return ['date_of_birth'];
  const isOther = listed.every((one) => Math.abs(yearOf(one) - yearOf(date)) > MOST_YEARS_APART);
  return isOther ? ['other_date_of_birth'] : [];
}

/** @returns the facts of a party that agree with an entry or contradict it, in the order of `EVIDENCE` */
export function evidenceOf(party: PartyFacts, entry: EntryFacts): Evidence[] {
  const numbers = (party.identifiers ?? []).map(comparedIdentifier);
  const evidence = new Set<Evidence>(birthEvidence(party.dateOfBirth, entry.birthDates));
  if (party.countries.some((country) => entry.countries.includes(country))) evidence.add('country');
  if (numbers.some((number) => number !== null && entry.identifiers.includes(number))) evidence.add('identifier');
  return EVIDENCE.filter((kind) => evidence.has(kind));
}
