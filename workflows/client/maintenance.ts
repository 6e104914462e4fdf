import { ScheduleNotFoundError, ScheduleOverlapPolicy } from '@temporalio/client';
import { QUEUES } from '../contract';
import { CLIENTS } from './clients';
import { ensureSchedule } from './schedules';
import { CALL_MS, isRunningIn, readLastRunState } from './start';
import type { WorkflowClient } from './workflow-client';

/** Ids of the Schedules, by which an operator finds, triggers and pauses them. */
export const MAINTENANCE = {
  reconciliation: 'reconciliation',
  repairs: 'repairs',
  retention: 'retention',
  rescreening: 'rescreening',
} as const;

/**
 * Creates the Schedules that compare Postgres with Temporal four times a minute, delete expired rows, and screen open
 * payments again if the signal of a changed list is lost. The pass over all open payments can take minutes, so other
 * comparisons have a Schedule of their own.
 */
export async function ensureMaintenance(workflows: WorkflowClient): Promise<void> {
  const taskQueue = QUEUES.maintenance;
  const { reconciliation, repairs, retention, rescreening } = MAINTENANCE;
  const ensureReconciliation = (id: string, steps: readonly string[]): Promise<void> =>
    ensureSchedule(workflows, {
      id,
      every: '15 seconds',
      workflowType: 'reconciliation',
      taskQueue,
      args: [{ steps }],
    });
  await ensureReconciliation(reconciliation, ['payment']);
  await ensureReconciliation(repairs, [
    'cancellation',
    'report',
    'delivery',
    'document',
    'recovery',
    'batch',
    'bulkDecision',
    'question',
  ]);
  await ensureSchedule(workflows, { id: retention, every: '10 minutes', workflowType: 'retention', taskQueue });
  await ensureSchedule(workflows, { id: rescreening, every: '5 minutes', workflowType: 'rescreening', taskQueue });
}

/**
 * Triggers a new screening of open payments. If one is running, which may have begun with the former lists, another
 * one follows. A Schedule that does not exist yet starts by itself once a worker has created it.
 */
export async function startRescreening(workflows: WorkflowClient): Promise<void> {
  const client = workflows[CLIENTS].main;
  const handle = client.schedule.getHandle(MAINTENANCE.rescreening);
  try {
    await client.withDeadline(Date.now() + CALL_MS, () => handle.trigger(ScheduleOverlapPolicy.BUFFER_ONE));
  } catch (fault) {
    if (!(fault instanceof ScheduleNotFoundError)) throw fault;
  }
}

/** @returns whether the last run of a workflow goes on; false when there was none */
export function isRunning(workflows: WorkflowClient, workflowId: string): Promise<boolean> {
  return isRunningIn(workflows[CLIENTS].main, workflowId);
}

/** @returns whether the last run of a workflow goes on, or has come to its end by itself; false when there was none */
export async function isRunningOrDone(workflows: WorkflowClient, workflowId: string): Promise<boolean> {
  const status = await readLastRunState(workflows[CLIENTS].main, workflowId);
  return status === 'RUNNING' || status === 'COMPLETED';
}
