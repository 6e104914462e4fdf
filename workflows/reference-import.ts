import { defineQuery, proxyActivities, setCurrentDetails, setHandler } from '@temporalio/workflow';
import type { ImportActivities, ImportRequest, ImportSummary } from '../activities/importers/activities';

export interface ImportProgress {
  /** Files that are in place, and how many there are. */
  done: number;
  of: number;
  /** The file in hand; null before the first and after the last. */
  file: string | null;
  summaries: ImportSummary[];
}

export const importProgress = defineQuery<ImportProgress>('importProgress');

/**
 * A year of world trade takes minutes; a worker that died is noticed by its heartbeat, and the import begins again:
 * one transaction writes a file or nothing. A refused file is refused however often it is read.
 */
const { importReferenceFile, rebuildSearch } = proxyActivities<ImportActivities>({
  startToCloseTimeout: '2 hours',
  heartbeatTimeout: '1 minute',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/**
 * Imports files one after the other, then rebuilds the search index once. What was imported before an interruption is
 * not imported again.
 */
export async function referenceImport(requests: ImportRequest[]): Promise<ImportSummary[]> {
  const progress: ImportProgress = { done: 0, of: requests.length, file: null, summaries: [] };
  setHandler(importProgress, () => progress);
  for (const request of requests) {
    progress.file = request.name;
    setCurrentDetails(`**importing** ${request.name} (${progress.done + 1} of ${progress.of})`);
    progress.summaries.push(await importReferenceFile(request));
    progress.done += 1;
  }
  progress.file = null;
  if (progress.summaries.some(({ status }) => status === 'imported')) {
    setCurrentDetails('**indexing**: search is brought up to date.');
    await rebuildSearch();
  }
  setCurrentDetails('**imported**: nothing is left to do.');
  return progress.summaries;
}
