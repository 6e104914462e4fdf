import type { Database } from '../../db/database';
import { ImportRefused } from '../../domain/imports/drafts';
import { clearFlagOf, raiseFlag } from '../../db/operator-flags';
import type { DownloadLimits } from '../../lib/download';
import { isFetched, isWatchList, readManifest, type FetchedPublication } from './publications';
import { pullPublication } from './pull';

const REFUSED = 'publication_refused';

/** What became of one publication; `refused` also where it could not be reached. */
export interface PulledFeed {
  id: string;
  status: 'imported' | 'unchanged' | 'refused';
  /** Why it was refused; null where it was not. */
  reason: string | null;
}

/** The schedules of customs offices, which change several times a year. */
export function feedsOf(manifest: readonly FetchedPublication[] = readManifest().filter(isFetched)) {
  return manifest.filter(({ subject }) => subject.startsWith('tariff:'));
}

/** The lists of the United States, the United Nations, the European Union and the United Kingdom, which change any day. */
export function watchListsOf(manifest: readonly FetchedPublication[] = readManifest().filter(isFetched)) {
  return manifest.filter(isWatchList);
}

/**
 * Pulls several publications one after the other. A refused one raises a flag and keeps its edition in force; the
 * others go on.
 */
export async function pullEach(
  database: Database,
  feeds: readonly FetchedPublication[],
  limits: Partial<DownloadLimits> = {},
): Promise<PulledFeed[]> {
  const pulled: PulledFeed[] = [];
  for (const feed of feeds) {
    try {
      const { status } = await pullPublication(database, feed, { actor: 'system:data-pull' }, limits);
      await clearFlagOf(database, feed.subject, REFUSED);
      pulled.push({ id: feed.id, status, reason: null });
    } catch (fault) {
      if (!(fault instanceof ImportRefused)) throw fault;
      await raiseFlag(database, feed.subject, REFUSED, { says: fault.message });
      pulled.push({ id: feed.id, status: 'refused', reason: fault.message });
    }
  }
  return pulled;
}
