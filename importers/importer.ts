import type { EditionDraft, ParsedImport } from '../domain/imports/drafts';

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

/** Reads one kind of publication. It stores nothing: what it returns is data. */
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
  hash?(file: ImportFile): Promise<string>;
  /** Unusable rows become rejects. @throws ImportRefused when the file as a whole is not what it should be */
  parse(file: ImportFile, options: ImportOptions): Promise<ParsedImport>;
}

/**
 * The source of an edition: what the operator states, else what is known of the publication.
 * @param known used where nothing is stated
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
