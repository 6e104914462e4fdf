import type { ImportRequest } from '../../activities/importers/activities';
import { QUEUES, workflowIds } from '../contract';
import { CLIENTS } from './clients';
import { ensureSchedule, removeSchedule } from './schedules';
import { CALL_MS } from './start';
import type { WorkflowClient } from './workflow-client';
import type { referenceImport } from '../reference-import';

/**
 * Starts the import of ordered files (db/imports/import-orders.ts), or joins the one that runs under the same name.
 * @param name for operators, such as the file's name
 * @returns the id of its workflow
 */
export async function startReferenceImport(
  workflows: WorkflowClient,
  name: string,
  requests: ImportRequest[],
): Promise<string> {
  const client = workflows[CLIENTS].main;
  const { workflowId } = await client.withDeadline(Date.now() + CALL_MS, () =>
    client.workflow.start<typeof referenceImport>('referenceImport', {
      workflowId: workflowIds.referenceImport(name),
      taskQueue: QUEUES.imports,
      workflowIdConflictPolicy: 'USE_EXISTING',
      args: [requests],
      staticSummary: `Import of ${name}`,
    }),
  );
  return workflowId;
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

async function ensurePull(
  workflows: WorkflowClient,
  id: string,
  pull: { days: number; workflowType: string },
): Promise<void> {
  const { days, workflowType } = pull;
  if (days === 0) return removeSchedule(workflows, id);
  await ensureSchedule(workflows, { id, every: `${days} days`, workflowType, taskQueue: QUEUES.imports, atOnce: true });
}

/** Pulls publications at once and every so many days, the watch lists apart; removes the schedule without days. */
export async function ensurePulls(
  workflows: WorkflowClient,
  { dataPullDays, watchListPullDays }: PullDays,
): Promise<void> {
  await ensurePull(workflows, WATCH_LIST_PULL, { days: watchListPullDays ?? 0, workflowType: 'watchListPull' });
  await ensurePull(workflows, DATA_PULL, { days: dataPullDays ?? 0, workflowType: 'dataPull' });
}
