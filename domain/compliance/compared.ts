import { rolesOf, type PartyRole, type ScreenedParty } from './screen';

/** A party as it was compared, with what it is like. */
export interface ComparedParty<Entry> {
  /** Null where the receipt does not say who of several it was. */
  party: PartyRole | null;
  /** Null once it was erased. */
  name: string | null;
  /** Blocked countries among its own. */
  countries: string[];
  /** The most alike first; none of a party that was compared and clear. */
  entries: Entry[];
}

/** What a receipt says. */
export interface Receipt<Entry> {
  /** The beneficiary first; null once they were erased. */
  parties: readonly Pick<ScreenedParty, 'name' | 'countries' | 'isBank' | 'isText'>[] | null;
  /** Blocked countries among those of the parties. */
  countries: readonly string[];
  /** The most alike first. Receipts from before parties were told apart do not say whose they are. */
  found: readonly { party: PartyRole | null; entry: Entry }[];
}

/** @returns whether everybody without an entry is clear: not where the receipt leaves open who of several has one */
export function areOthersClear(parties: readonly Pick<ComparedParty<unknown>, 'party'>[]): boolean {
  return parties.every(({ party }) => party !== null);
}

/**
 * Results of a screening by party: those with a match or in a blocked country first, then those without.
 * Source: docs/GAPS.md#P13
 */
export function comparedParties<Entry>({ parties, countries, found }: Receipt<Entry>): ComparedParty<Entry>[] {
  const [only, ...others] = parties ?? [];
  const isAlone = only !== undefined && others.length === 0;
  const roleOf = (party: PartyRole | null): PartyRole | null => party ?? (isAlone ? 'beneficiary' : null);
  const roles = rolesOf(parties ?? []);
  const compared = (parties ?? []).map((party, at): ComparedParty<Entry> => ({
    party: roles[at] ?? null,
    name: party.name,
    countries: [...new Set(party.countries)].filter((country) => countries.includes(country)),
    entries: [],
  }));
  for (const { party, entry } of found) {
    const role = roleOf(party);
    const known = compared.find((other) => other.party === role);
    if (known === undefined) compared.push({ party: role, name: null, countries: [], entries: [entry] });
    else known.entries.push(entry);
  }
  const isClear = ({ countries: blocked, entries }: ComparedParty<Entry>): boolean =>
    blocked.length === 0 && entries.length === 0;
  return [...compared.filter((party) => !isClear(party)), ...compared.filter(isClear)];
}
