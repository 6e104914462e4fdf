/** What an entry of a watch list is about. */
export type ListedKind = 'person' | 'organisation' | 'vessel' | 'aircraft';

/** One name of an entry. A weak alias is too common to decide anything by itself. */
export interface ListedName {
  name: string;
  isWeak: boolean;
}

/** A person, organisation, vessel or aircraft with whom no business may be done. */
export interface WatchListEntry {
  /** As the publisher numbers it; unique within its list. */
  entryId: string;
  kind: ListedKind;
  /** The primary name first, then its aliases. */
  names: readonly ListedName[];
  /** Countries of its addresses and nationalities, in the publisher's words. */
  countries: readonly string[];
  /** Dates of birth as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; several where the publisher is not sure. */
  birthDates: readonly string[];
  /** Numbers of passports, identity cards and registrations, as they are compared: capital letters and digits. */
  identifiers: readonly string[];
  /** Under which it is listed, such as `SDGT`. */
  programme: string;
}

/** Drops empty and repeated names. A repeated name is weak only if it is weak everywhere. */
export function dropRepeatedNames(names: readonly ListedName[]): ListedName[] {
  const known = new Map<string, ListedName>();
  for (const { name, isWeak } of names) {
    const text = name.replace(/\s+/g, ' ').trim();
    if (text === '') continue;
    const before = known.get(text);
    known.set(text, { name: text, isWeak: isWeak && (before?.isWeak ?? true) });
  }
  return [...known.values()];
}
