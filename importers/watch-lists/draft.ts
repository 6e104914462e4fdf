import {
  dropRepeatedNames,
  type ListedKind,
  type ListedName,
  type WatchListEntry,
} from '../../domain/compliance/watch-list';
import { comparedIdentifier } from '../../domain/compliance/evidence';
import { ImportRefused, type EditionDraft, type ParsedImport, type Reject } from '../../domain/imports/drafts';
import { birthDatesIn } from './birth-dates';
import { provenance, type ImportOptions } from '../importer';

/** No list that is published has a tenth of it; each entry is kept in the memory of every process. */
const MAX_ENTRIES = 200_000;
/** Characters of one name; the longest that is published has some 300. */
const MAX_NAME = 1_000;

/** What is known of a publication when nothing is stated on the command line. */
export interface KnownList {
  subject: string;
  title: string;
  publisher: string;
  licence: string;
  edition: string;
}

interface Draft {
  kind: ListedKind;
  programme: string;
  names: ListedName[];
  countries: Set<string>;
  birthDates: Set<string>;
  identifiers: Set<string>;
  line: number;
}

/** Collects the rows of a publication by entry; what cannot be used is rejected with its line. */
export class WatchListDraft {
  readonly rejects: Reject[] = [];
  rowsIn = 0;
  private readonly entries = new Map<string, Draft>();

  constructor(private readonly fileName: string) {}

  reject(line: number, reason: string): void {
    this.rejects.push({ line, reason: `${this.fileName}: ${reason}` });
  }

  /** @throws ImportRefused when there are more entries than any list has */
  entry(entryId: string, facts: { kind: ListedKind; programme: string; line: number }): Draft {
    const known = this.entries.get(entryId);
    if (known !== undefined) return known;
    if (this.entries.size >= MAX_ENTRIES) {
      throw new ImportRefused(`${this.fileName}, line ${facts.line}: more than ${MAX_ENTRIES} entries.`);
    }
    const made: Draft = { ...facts, names: [], countries: new Set(), birthDates: new Set(), identifiers: new Set() };
    this.entries.set(entryId, made);
    return made;
  }

  find(entryId: string): Draft | undefined {
    return this.entries.get(entryId);
  }

  addName(entry: Draft, name: ListedName, line: number): void {
    if (name.name.length > MAX_NAME) this.reject(line, `a name has more than ${MAX_NAME} characters`);
    else entry.names.push(name);
  }

  addCountry(entry: Draft, country: string): void {
    if (country.trim() !== '') entry.countries.add(country.trim());
  }

  /** Adds the first date in a text, such as `07 Oct 1954`, `1954`, `1954-10-07` or `07/10/1954`, each year of a short range. */
  addBirthDate(entry: Draft, text: string): void {
    for (const date of birthDatesIn(text)) entry.birthDates.add(date);
  }

  addIdentifier(entry: Draft, number: string): void {
    const compared = comparedIdentifier(number);
    if (compared !== null) entry.identifiers.add(compared);
  }

  /** @returns the edition with every entry; an entry without a name is a rejected row */
  finish(options: ImportOptions, { subject, title, ...known }: KnownList): ParsedImport {
    const entries: WatchListEntry[] = [];
    for (const [entryId, { kind, programme, names, countries, birthDates, identifiers, line }] of this.entries) {
      const named = dropRepeatedNames(names);
      if (named.length === 0) this.reject(line, `entry ${entryId} has no name`);
      else {
        const facts = { countries: [...countries], birthDates: [...birthDates], identifiers: [...identifiers] };
        entries.push({ entryId, kind, names: named, ...facts, programme });
      }
    }
    const edition: EditionDraft = {
      subject,
      title,
      ...provenance(options, known),
      nomenclature: null,
      facts: { entries: entries.length, names: entries.reduce((sum, { names }) => sum + names.length, 0) },
      content: { kind: 'watch-list', entries },
    };
    return { rowsIn: this.rowsIn, rejects: this.rejects, editions: [edition], changesSearch: false };
  }
}
