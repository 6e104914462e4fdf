import { countryCode } from '../countries';
import type { WatchListEntry } from './watch-list';

/** What a list says of an entry beside its names. */
export type ListedFacts = Pick<WatchListEntry, 'countries' | 'birthDates' | 'identifiers'>;

/** What of it is compared with a party. */
export interface EntryFacts {
  /** ISO 3166-1 alpha-2. */
  countries: readonly string[];
  birthDates: readonly string[];
  identifiers: readonly string[];
}

/** What of a party beside its name is compared with an entry. */
export interface PartyFacts {
  countries: readonly string[];
  /** `YYYY-MM-DD`. */
  dateOfBirth?: string | undefined;
  /** As the client wrote them. */
  identifiers?: readonly string[] | undefined;
}

/** What agrees beside the name, and a date of birth that cannot be the same. Source: docs/GAPS.md#P13 */
export const EVIDENCE = ['country', 'date_of_birth', 'identifier', 'other_date_of_birth'] as const;
export type Evidence = (typeof EVIDENCE)[number];

/** Shorter numbers are those of very many documents. */
const LEAST_IDENTIFIER = 5;
/** Lists are often wrong about the year by so many; beyond, it is another person. */
const MOST_YEARS_APART = 2;

/** @returns the number as it is compared: without blanks, marks and small letters; null where too little is left */
export function comparedIdentifier(number: string): string | null {
  const compared = number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return compared.length < LEAST_IDENTIFIER || !/\p{N}/u.test(compared) ? null : compared;
}

/** @returns the facts of an entry; countries that no code is known of are left out */
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

/** @returns what else of a party agrees with an entry or speaks against it, in the order of `EVIDENCE` */
export function evidenceOf(party: PartyFacts, entry: EntryFacts): Evidence[] {
  const numbers = (party.identifiers ?? []).map(comparedIdentifier);
  const evidence = new Set<Evidence>(birthEvidence(party.dateOfBirth, entry.birthDates));
  if (party.countries.some((country) => entry.countries.includes(country))) evidence.add('country');
  if (numbers.some((number) => number !== null && entry.identifiers.includes(number))) evidence.add('identifier');
  return EVIDENCE.filter((kind) => evidence.has(kind));
}
