import type { NameIndex, NameMatch } from './name-index';

/** Raised when the same name and the same lists would be judged differently. */
export const ALGORITHM_VERSION = 'names-2';

/** From here on a name is that of the list; measured by `npm run bench -- screening`. */
export const BLOCK_SCORE = 0.95;
/** From here on a person looks at it. */
export const REVIEW_SCORE = 0.725;
/** Entries that a receipt keeps, each with its name that is most alike. */
const MAX_CANDIDATES = 10;

export const SCREENING_DECISIONS = ['clear', 'review', 'blocked'] as const;
export type ScreeningDecision = (typeof SCREENING_DECISIONS)[number];

/** The lists and settings that a screening is made with. */
export interface ScreeningRules {
  /** Editions in force, by id. */
  editions: readonly string[];
  index: NameIndex;
  /** ISO 3166-1 alpha-2. */
  blockedCountries: ReadonlySet<string>;
}

/** Whom a payment goes to, as far as it is screened. */
export interface ScreenedParty {
  name: string;
  /** Of the beneficiary, its account and its address. */
  countries: readonly string[];
}

/** What of a beneficiary is screened: its name, and the countries of itself, its account and its address. */
export function partyOf(beneficiary: {
  name: string;
  country: string;
  bankAccount: { country: string };
  address?: { country?: string | undefined } | undefined;
}): ScreenedParty {
  const { name, country, bankAccount, address } = beneficiary;
  const countries = [country, bankAccount.country, ...(address?.country === undefined ? [] : [address.country])];
  return { name, countries };
}

/** What a screening found. */
export interface Screening {
  decision: ScreeningDecision;
  algorithm: string;
  editions: readonly string[];
  /** Countries that were blocked, in order. */
  blockedCountries: readonly string[];
  /** Those of them that are among the party's. */
  countries: readonly string[];
  candidates: readonly NameMatch[];
}

function decisionOf({ isWeak, score }: NameMatch): ScreeningDecision {
  if (score < BLOCK_SCORE) return 'review';
  return isWeak ? 'review' : 'blocked';
}

/** @param matches the most alike first */
function nearestOfEach(matches: readonly NameMatch[]): NameMatch[] {
  const entryOf = ({ editionId, entryId }: NameMatch): string => `${editionId} ${entryId}`;
  const nearest = new Map<string, NameMatch>();
  for (const match of matches) if (!nearest.has(entryOf(match))) nearest.set(entryOf(match), match);
  return [...nearest.values()];
}

/**
 * Judges a party by lists and blocked countries. The same party, lists and algorithm give the same verdict at any time.
 * Source: docs/GAPS.md#P13
 */
export function screenParty(party: ScreenedParty, { editions, index, blockedCountries }: ScreeningRules): Screening {
  const countries = [...new Set(party.countries)].filter((country) => blockedCountries.has(country));
  const matches = index.find(party.name, REVIEW_SCORE);
  const decisions = matches.map(decisionOf);
  const isBlocked = countries.length > 0 || decisions.includes('blocked');
  const decision = isBlocked ? 'blocked' : decisions.includes('review') ? 'review' : 'clear';
  const candidates = nearestOfEach(matches).slice(0, MAX_CANDIDATES);
  const facts = { algorithm: ALGORITHM_VERSION, editions, blockedCountries: [...blockedCountries].sort() };
  return { ...facts, decision, countries, candidates };
}
