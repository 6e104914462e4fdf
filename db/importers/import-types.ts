import type { Queryable } from '../database';

/** A file as an importer sees it; long ones are streamed from `path`. */
export interface ImportFile {
  name: string;
  path: string;
}

/** What the operator states about a file, since most publications do not say it inside. */
export interface ImportOptions {
  /** Name of the edition, such as `2025 basic edition`; the file's name where absent. */
  edition?: string;
  /** Calendar date from which the content is valid. */
  validFrom?: string;
  publisher?: string;
  licence?: string;
  url?: string;
  /** Allows one kind of source to take the place of another, such as averages the place of a schedule. */
  replace?: boolean;
}

/**
 * Where an edition comes from: what the operator states about the file goes before what is known of its publication.
 * @param known what holds where nothing is stated
 */
export function provenance(
  options: ImportOptions,
  known: { publisher: string; licence: string; edition: string; validFrom?: string | null },
): Pick<EditionDraft, 'publisher' | 'licence' | 'edition' | 'url' | 'validFrom'> {
  return {
    publisher: options.publisher ?? known.publisher,
    licence: options.licence ?? known.licence,
    edition: options.edition ?? known.edition,
    url: options.url ?? null,
    validFrom: options.validFrom ?? known.validFrom ?? null,
  };
}

/** A row that could not be used, by the line (or the position in a JSON list) where it stands. */
export interface Reject {
  line: number;
  reason: string;
}

/** One subject that the file brings: a schedule, the nomenclature, a list of names. */
export interface EditionDraft {
  /** What it takes the place of: `hs:nomenclature`, `tariff:US`, `vat:standard`, `names:…`. */
  subject: string;
  title: string;
  publisher: string;
  licence: string;
  edition: string;
  url: string | null;
  validFrom: string | null;
  /** Edition of the nomenclature that its codes belong to, such as `HS 2017`. */
  nomenclature: string | null;
  /** Small facts shown with the edition, such as the average rate. */
  facts: Record<string, unknown>;
  /** Tables of which rows of the edition that it supersedes are removed first. */
  tables: readonly string[];
  /** Rates by code for a schedule, so that an import can tell what changed; null for anything else. */
  rates: ReadonlyMap<string, string> | null;
  write(client: Queryable, editionId: string): Promise<void>;
}

export interface ParsedImport {
  rowsIn: number;
  rejects: Reject[];
  editions: EditionDraft[];
  /** Whether what can be found by search changes. */
  changesSearch: boolean;
}

export interface Importer {
  kind: string;
  summary: string;
  /** Raised when the same file would be read differently, so that it is imported again. */
  version: number;
  /** Share of rejected rows above which the whole file is refused, 0..1. */
  maxRejectShare: number;
  /** Content that was imported before is not imported again, even where something else has taken its place since. */
  once?: boolean;
  /** Hash of the content, for sources of several files; the file's SHA-256 where absent. */
  hash?(): Promise<string>;
  parse(file: ImportFile, options: ImportOptions): Promise<ParsedImport>;
}

/** The file as a whole cannot be used; nothing was changed. */
export class ImportRefused extends Error {
  constructor(
    message: string,
    readonly rejects: readonly Reject[] = [],
  ) {
    super(message);
    this.name = 'ImportRefused';
  }
}
