import type { Edition } from '../../db/tariffs/editions';
import type { Publication } from './publications';

/** What is loaded of a publication, beside the newest edition of it that is known here. */
export interface PublicationState {
  id: string;
  subject: string;
  /** `ships`: what comes with Corridor stands in its place. */
  state: 'not_loaded' | 'ships' | 'older' | 'current';
  loaded: { edition: string; validFrom: string | null } | null;
  known: { edition: string | null; validFrom: string | null };
}

/** The country of its subject is the file's own: then any schedule that was read of such a file counts. */
const ANY_COUNTRY = ':COUNTRY';

type Loaded = Pick<Edition, 'subject' | 'kind' | 'edition' | 'valid_from'>;

function isOf({ subject, kind }: Publication, loaded: Loaded): boolean {
  return subject.endsWith(ANY_COUNTRY) ? loaded.kind === kind : loaded.subject === subject;
}

/**
 * Compares the loaded editions with the newest known one of each publication.
 * @param editions those in force, the latest of each subject first
 */
export function checkPublications(
  publications: readonly Publication[],
  editions: readonly Loaded[],
): PublicationState[] {
  return publications.map((publication) => {
    const { id, subject, edition = null, validFrom = null } = publication;
    const found = editions.find((loaded) => isOf(publication, loaded));
    const known = { edition, validFrom };
    if (found === undefined) return { id, subject, state: 'not_loaded', loaded: null, known };
    const loaded = { edition: found.edition, validFrom: found.valid_from };
    if (found.kind === 'starter') return { id, subject, state: 'ships', loaded, known };
    const older = validFrom !== null && (found.valid_from ?? '') < validFrom;
    return { id, subject, state: older ? 'older' : 'current', loaded, known };
  });
}
