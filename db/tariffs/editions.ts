import type { Queryable } from '../database';
import type { Provenance } from '../../domain/tariffs/schedule';

export interface Edition {
  id: string;
  subject: string;
  kind: string;
  title: string;
  publisher: string;
  licence: string;
  edition: string;
  url: string | null;
  valid_from: string | null;
  nomenclature: string | null;
  rows_in: number;
  rows_rejected: number;
  facts: Record<string, unknown>;
  imported_at: Date;
}

const COLUMNS = `id, subject, kind, title, publisher, licence, edition, url, valid_from, nomenclature, rows_in,
  rows_rejected, facts, imported_at`;

/** @returns the edition in force of a subject such as `tariff:US`, or null */
export async function currentEdition(database: Queryable, subject: string): Promise<Edition | null> {
  const [edition] = await database.query<Edition>(
    `select ${COLUMNS} from reference_editions where subject = $1 and superseded_at is null`,
    [subject],
  );
  return edition ?? null;
}

/** @returns every edition in force, by subject */
export function currentEditions(database: Queryable): Promise<Edition[]> {
  return database.query<Edition>(
    `select ${COLUMNS} from reference_editions where superseded_at is null order by subject`,
  );
}

/** What an answer says about where it comes from. */
export function provenanceOf(edition: Edition): Provenance {
  const { title, publisher, licence, nomenclature, url } = edition;
  const importedAt = edition.imported_at.toISOString();
  return {
    title,
    publisher,
    licence,
    edition: edition.edition,
    validFrom: edition.valid_from,
    nomenclature,
    importedAt,
    url,
  };
}
