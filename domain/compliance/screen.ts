import { evidenceOf, type Evidence, type PartyFacts } from './evidence';
import type { NameMatch } from './name-index';

/** Raised when the same name and the same lists would be judged differently: open payments are then screened again. */
export const ALGORITHM_VERSION = 'names-9';

/** From here on a name is that of the list; measured by `npm run bench -- screening`. */
const BLOCK_SCORE = 0.95;
/** From here on a person looks at it. */
export const REVIEW_SCORE = 0.725;
/** The same of the name of a bank: those are made of few words that very many have. */
const BANK_REVIEW_SCORE = 0.9;
/** Entries that a receipt keeps of each party, each with its name that is most alike. */
const MAX_CANDIDATES = 10;

/** `not_screened`: no official list was there to compare with; `review`: a person decides. Source: docs/GAPS.md#P13 */
export const SCREENING_DECISIONS = ['clear', 'not_screened', 'review', 'blocked'] as const;
export type ScreeningDecision = (typeof SCREENING_DECISIONS)[number];

/** Where listed names are found. */
export interface NameSource {
  /** @returns listed names that are at least so much alike, the most alike first */
  find: (name: string, leastScore: number) => readonly NameMatch[];
  /** @returns listed names of several words that stand together in a text */
  findIn: (text: string) => readonly NameMatch[];
}

/** The lists and settings that a screening is made with. */
export interface ScreeningRules {
  /** Editions in force, by id. */
  editions: readonly string[];
  /** Whether an official list is among them; a synthetic list clears no payment. */
  hasOfficialList: boolean;
  index: NameSource;
  /** ISO 3166-1 alpha-2. */
  blockedCountries: ReadonlySet<string>;
}

/** Who pays or is paid, as far as it is screened. */
export interface ScreenedParty extends PartyFacts {
  name: string;
  /** Of the party, its address and, where it has one, its account. */
  countries: readonly string[];
  /** Whether it is the bank of the beneficiary. */
  isBank?: boolean | undefined;
  /** Whether it is no party, but what the payer writes: the text is looked through for names. */
  isText?: boolean | undefined;
}

/** Who of a payment is screened. */
export const PARTY_ROLES = ['beneficiary', 'bank', 'debtor', 'text'] as const;
export type PartyRole = (typeof PARTY_ROLES)[number];

/** @returns who each of the parties of a payment is: the beneficiary comes first, then its bank, the debtor and texts */
export function rolesOf(parties: readonly Pick<ScreenedParty, 'isBank' | 'isText'>[]): PartyRole[] {
  return parties.map(({ isBank, isText }, at) =>
    isText === true ? 'text' : isBank === true ? 'bank' : at === 0 ? 'beneficiary' : 'debtor',
  );
}

interface Party {
  name: string;
  country: string;
  bankAccount?: { country: string; bankName?: string | undefined };
  address?: { country?: string | undefined } | undefined;
  dateOfBirth?: string | undefined;
  identifiers?: readonly { number: string }[] | undefined;
}

/** What is screened of a party: name, countries, date of birth and identifiers. */
function toScreenedParty({ name, country, bankAccount, address, dateOfBirth, identifiers = [] }: Party): ScreenedParty {
  const countries = [country, bankAccount?.country, address?.country].filter((code) => code !== undefined);
  return {
    name,
    countries,
    ...(dateOfBirth === undefined ? {} : { dateOfBirth }),
    ...(identifiers.length === 0 ? {} : { identifiers: identifiers.map(({ number }) => number) }),
  };
}

/**
 * The bank of the beneficiary where the client names it. Its country is that of the account, which its BIC and its IBAN
 * have to have too.
 */
function bankOf({ bankAccount }: Party): ScreenedParty[] {
  const name = bankAccount?.bankName?.trim() ?? '';
  return bankAccount === undefined || name === '' ? [] : [{ name, countries: [bankAccount.country], isBank: true }];
}

/** What of a payment is screened. */
interface ScreenedPayment {
  beneficiary: Party;
  debtor?: Party | undefined;
  purpose?: { description?: string | undefined } | undefined;
  remittance?: { text?: string | undefined } | undefined;
}

/** All that a payment is screened for: the beneficiary, its bank, the debtor if named, and the payment's texts. */
export function screenedParties({ beneficiary, debtor, purpose, remittance }: ScreenedPayment): ScreenedParty[] {
  const texts = [purpose?.description, remittance?.text].filter((text) => text !== undefined);
  return [
    ...[
      toScreenedParty(beneficiary),
      ...bankOf(beneficiary),
      ...(debtor === undefined ? [] : [toScreenedParty(debtor)]),
    ],
    ...texts.map((name) => ({ name, countries: [], isText: true })),
  ];
}

/** A listed name, and who of the payment is like it. */
export interface Candidate extends Omit<NameMatch, 'facts'> {
  party: PartyRole;
  evidence: readonly Evidence[];
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
  candidates: readonly Candidate[];
  /** The remembered release that it rests on. */
  clearanceId?: string;
}

/**
 * Decides whether a match blocks a payment or needs a review. It blocks only with a high score and outside of texts,
 * if the name is rare enough, or if an identifier, the date of birth or the country agrees. A different date of birth
 * without an agreeing identifier leads to a review.
 * Source: docs/GAPS.md#P13
 */
function screeningDecision({ isWeak, isTelling, score, evidence, party }: Candidate): ScreeningDecision {
  // A name in a text may be anybody's.
  if (score < BLOCK_SCORE || party === 'text') return 'review';
  if (evidence.includes('identifier') || evidence.includes('date_of_birth')) return 'blocked';
  if (evidence.includes('other_date_of_birth')) return 'review';
  if (evidence.includes('country')) return 'blocked';
  return isTelling && !isWeak ? 'blocked' : 'review';
}

/** The first match of each listed entry. @param matches the most alike first */
function nearestOfEach(matches: readonly Candidate[]): Candidate[] {
  const entryOf = ({ editionId, entryId }: Candidate): string => `${editionId} ${entryId}`;
  const nearest = new Map<string, Candidate>();
  for (const match of matches) if (!nearest.has(entryOf(match))) nearest.set(entryOf(match), match);
  return [...nearest.values()];
}

/**
 * Screens all parties of a payment against watch lists and blocked countries; the gravest finding decides. The same
 * parties, lists and algorithm give the same verdict at any time.
 * Source: docs/GAPS.md#P13
 */
export function screenParties(
  parties: readonly ScreenedParty[],
  { editions, hasOfficialList, index, blockedCountries }: ScreeningRules,
): Screening {
  const named = new Set(parties.flatMap((party) => party.countries));
  const countries = [...named].filter((country) => blockedCountries.has(country));
  const roles = rolesOf(parties);
  const matchesOf = ({ name, isBank, isText }: ScreenedParty): readonly NameMatch[] =>
    isText === true ? index.findIn(name) : index.find(name, isBank === true ? BANK_REVIEW_SCORE : REVIEW_SCORE);
  const found = parties.map((party, at) =>
    matchesOf(party).map(({ facts: listed, ...match }) => {
      return { ...match, party: roles[at] ?? 'beneficiary', evidence: evidenceOf(party, listed) };
    }),
  );
  const decisions = found.flat().map(screeningDecision);
  const isBlocked = countries.length > 0 || decisions.includes('blocked');
  const unlike = hasOfficialList ? 'clear' : 'not_screened';
  const decision = isBlocked ? 'blocked' : decisions.includes('review') ? 'review' : unlike;
  const candidates = found
    .flatMap((matches) => nearestOfEach(matches).slice(0, MAX_CANDIDATES))
    .sort((a, b) => b.score - a.score);
  const facts = { algorithm: ALGORITHM_VERSION, editions, blockedCountries: [...blockedCountries].sort() };
  return { ...facts, decision, countries, candidates };
}

/** Judges one party by itself. */
export function screenParty(party: ScreenedParty, rules: ScreeningRules): Screening {
  return screenParties([party], rules);
}
