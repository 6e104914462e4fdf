import { customsState } from './countries';

/** A trade agreement with who belongs to it from when. Dates are ISO calendar dates. */
export interface Agreement {
  name: string;
  title: string;
  status: string;
  effectiveDate: string;
  source: string;
  sourceUrl: string | null;
  customsUnion: boolean;
  /** Between few countries, known from a schedule alone: shown only to those it is for. */
  bilateral: boolean;
  members: readonly { country: string; joinedOn: string; founding: boolean }[];
  /** Pairs of members between which it applies later, or (null) is not known to apply. */
  exceptions: readonly { country: string; partner: string; appliesFrom: string | null; note: string }[];
  /** First day on which it no longer held, as far as the source knows; null while it does. */
  expiredOn: string | null;
  /** What an importer has to do or show for it, by schedule. */
  conditions: Readonly<Record<string, string>>;
  /** Symbols of the agreement in national schedules: `{ US: ['S', 'S+'] }`. */
  symbols: Readonly<Record<string, readonly string[]>>;
}

/** @returns whether the country belongs to the agreement at the date */
export function memberAt(agreement: Agreement, country: string, date: string): boolean {
  return agreement.members.some((member) => member.country === country && member.joinedOn <= date);
}

/** @returns the agreement's status on a day: `Expired` from the day on which it no longer held */
export function statusAt({ status, expiredOn }: Agreement, date: string): string {
  return expiredOn !== null && expiredOn <= date ? 'Expired' : status;
}

/** @returns whether the country belongs to the agreement, now or from a later day on */
export function isMember(agreement: Agreement, country: string): boolean {
  return agreement.members.some((member) => member.country === country);
}

/** @returns the agreement's exception for two members, in either direction; undefined without one */
export function exceptionOf(agreement: Agreement, origin: string, destination: string) {
  return agreement.exceptions.find(
    ({ country, partner }) =>
      (country === origin && partner === destination) || (country === destination && partner === origin),
  );
}

/**
 * Whether an agreement applies to goods from one country or territory to another: both states are members at the date.
 * Within one state only its customs union applies.
 * Source: docs/GAPS.md#H5
 */
export function applies(agreement: Agreement, origin: string, destination: string, date: string): boolean {
  const [from, to] = [customsState(origin), customsState(destination)];
  if (agreement.customsUnion ? origin === destination : from === to) return false;
  if (agreement.effectiveDate > date || (agreement.expiredOn !== null && agreement.expiredOn <= date)) return false;
  if (!memberAt(agreement, from, date) || !memberAt(agreement, to, date)) return false;
  const exception = exceptionOf(agreement, from, to);
  return exception === undefined || (exception.appliesFrom !== null && exception.appliesFrom <= date);
}

/** The members of an agreement: the founding ones, and those that acceded later with their dates. */
export function membersOf(agreement: Agreement): {
  members: string[];
  accessions: { country: string; date: string }[];
} {
  return {
    members: agreement.members.filter(({ founding }) => founding).map(({ country }) => country),
    accessions: agreement.members
      .filter(({ founding }) => !founding)
      .map(({ country, joinedOn }) => ({ country, date: joinedOn })),
  };
}
