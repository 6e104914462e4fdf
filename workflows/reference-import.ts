import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { ImportActivities, ImportRequest, ImportSummary } from '../activities/importers/activities';

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
 * The workflow that imports files one after the other, then rebuilds the search index once. Files imported before an
 * interruption are not imported again.
 */
export async function referenceImport(requests: ImportRequest[]): Promise<ImportSummary[]> {
  const summaries: ImportSummary[] = [];
  for (const request of requests) {
    setCurrentDetails(`**importing** ${request.name} (${summaries.length + 1} of ${requests.length})`);
    summaries.push(await importReferenceFile(request));
  }
  if (summaries.some(({ status }) => status === 'imported')) {
    setCurrentDetails('**indexing**: search is brought up to date.');
    await rebuildSearch();
  }
  setCurrentDetails('**imported**: nothing is left to do.');
  return summaries;
}
