import type { Client, WorkflowHandle } from '@temporalio/client';
import type { ImportRequest } from '../../activities/importers/activities';
import { QUEUES, workflowIds } from '../contract';
import { ensureSchedule, removeSchedule } from './schedules';
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

/** Id of the Schedule that pulls publications, by which an operator finds, triggers and pauses it. */
export const DATA_PULL = 'data-pull';

/** The same of the one that pulls watch lists. */
export const WATCH_LIST_PULL = 'watch-list-pull';

/** Days between two pulls; 0: not at all. */
export interface PullDays {
  /** Of the schedules of customs offices. */
  dataPullDays?: number | undefined;
  watchListPullDays?: number | undefined;
}

async function ensurePull(client: Client, id: string, pull: { days: number; workflowType: string }): Promise<void> {
  const { days, workflowType } = pull;
  if (days === 0) return removeSchedule(client, id);
  await ensureSchedule(client, { id, every: `${days} days`, workflowType, taskQueue: QUEUES.imports, atOnce: true });
}

/** Pulls publications now and every so many days, in the background: watch lists first, which payments wait for. */
export async function ensurePulls(client: Client, { dataPullDays, watchListPullDays }: PullDays): Promise<void> {
  await ensurePull(client, WATCH_LIST_PULL, { days: watchListPullDays ?? 0, workflowType: 'watchListPull' });
  await ensurePull(client, DATA_PULL, { days: dataPullDays ?? 0, workflowType: 'dataPull' });
}
