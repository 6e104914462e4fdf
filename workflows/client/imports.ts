import type { Client, WorkflowHandle } from '@temporalio/client';
import type { ImportRequest } from '../../activities/importers/activities';
import { QUEUES, workflowIds } from '../contract';
import type { referenceImport } from '../reference-import';

/** Deadline of a call that starts something; without one a dead server is noticed after 20 s. */
const CALL_MS = 5_000;

/**
 * Starts the import of files that were ordered (db/imports/import-orders.ts); one that runs already under the same name
 * is joined.
 * @param name what an operator finds it by, such as the file's name
 */
export function startReferenceImport(
  client: Client,
  name: string,
  requests: ImportRequest[],
): Promise<WorkflowHandle<typeof referenceImport>> {
  return client.withDeadline(Date.now() + CALL_MS, () =>
    client.workflow.start<typeof referenceImport>('referenceImport', {
      workflowId: workflowIds.referenceImport(name),
      taskQueue: QUEUES.imports,
      workflowIdConflictPolicy: 'USE_EXISTING',
      args: [requests],
      staticSummary: `Import of ${name}`,
    }),
  );
}
