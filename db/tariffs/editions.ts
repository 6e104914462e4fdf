import type { Provenance } from '../../domain/tariffs/schedule/schedule';
import type { Queryable } from '../database';

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
  facts: Record<string, unknown>;
  imported_at: Date;
  /** When its publisher was last found to publish the same; null where nobody has looked since. */
  confirmed_at: Date | null;
}

/** Kinds that hold averages at six digits: they take the place of no schedule by themselves, nor it theirs. */
export const AVERAGE_KINDS: ReadonlySet<string> = new Set(['wits-sdmx']);

const COLUMNS = `id, subject, kind, title, publisher, licence, edition, url, valid_from, nomenclature, facts, imported_at,
  confirmed_at`;

/** @returns every edition in force, by subject, the latest of each first */
export function editionsInForce(database: Queryable): Promise<Edition[]> {
  return database.query<Edition>(
    `select ${COLUMNS} from reference_editions where superseded_at is null
     order by subject, valid_from desc nulls last, imported_at desc`,
  );
}

/** @returns the latest edition in force of a subject such as `trade:baci`, or null */
export async function findEditionInForce(database: Queryable, subject: string): Promise<Edition | null> {
  const [edition] = await database.query<Edition>(
    `select ${COLUMNS} from reference_editions where subject = $1 and superseded_at is null
     order by valid_from desc nulls last limit 1`,
    [subject],
  );
  return edition ?? null;
}

/** @returns subjects of which an official publication is in force, not what ships with Corridor */
export async function officialSubjects(database: Queryable): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ subject: string }>(
    `select distinct subject from reference_editions where superseded_at is null and kind <> 'starter'`,
  );
  return new Set(rows.map(({ subject }) => subject));
}

/** The provenance that answers state of an edition. */
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
