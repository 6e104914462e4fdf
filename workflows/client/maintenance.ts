import { ScheduleNotFoundError, ScheduleOverlapPolicy, WorkflowNotFoundError, type Client } from '@temporalio/client';
import { QUEUES } from '../contract';
import { ensureSchedule } from './schedules';

/** Deadline of a call about one workflow. */
const CALL_MS = 5_000;

/** Ids of the Schedules, by which an operator finds, triggers and pauses them. */
export const MAINTENANCE = {
  reconciliation: 'reconciliation',
  retention: 'retention',
  rescreening: 'rescreening',
} as const;

/**
 * Makes sure that Postgres and Temporal are compared four times a minute, that what is out of date is deleted, and that open
 * payments are screened with the lists in force, should the word of a change be lost.
 */
export async function ensureMaintenance(client: Client): Promise<void> {
  const taskQueue = QUEUES.maintenance;
  const { reconciliation, retention, rescreening } = MAINTENANCE;
  await ensureSchedule(client, { id: reconciliation, every: '15 seconds', workflowType: 'reconciliation', taskQueue });
  await ensureSchedule(client, { id: retention, every: '10 minutes', workflowType: 'retention', taskQueue });
  await ensureSchedule(client, { id: rescreening, every: '5 minutes', workflowType: 'rescreening', taskQueue });
}

/**
 * Has open payments screened again now; after a run that is under way, which may have begun with the former lists,
 * another one follows. A Schedule that is not there yet begins by itself once a worker has made it.
 */
export async function startRescreening(client: Client): Promise<void> {
  const handle = client.schedule.getHandle(MAINTENANCE.rescreening);
  try {
    await client.withDeadline(Date.now() + CALL_MS, () => handle.trigger(ScheduleOverlapPolicy.BUFFER_ONE));
  } catch (fault) {
    if (!(fault instanceof ScheduleNotFoundError)) throw fault;
  }
}

/** @returns how the last run of a workflow stands, as Temporal names it; null when there was none */
async function lastRunOf(client: Client, workflowId: string): Promise<string | null> {
  const handle = client.workflow.getHandle(workflowId);
  try {
    const { status } = await client.withDeadline(Date.now() + CALL_MS, () => handle.describe());
    return status.name;
  } catch (fault) {
    if (fault instanceof WorkflowNotFoundError) return null;
    throw fault;
  }
}

/** @returns whether the last run of a workflow goes on; false when there was none */
export async function isRunning(client: Client, workflowId: string): Promise<boolean> {
  return (await lastRunOf(client, workflowId)) === 'RUNNING';
}

/** @returns whether the last run of a workflow goes on, or has come to its end by itself; false when there was none */
export async function isRunningOrDone(client: Client, workflowId: string): Promise<boolean> {
  const status = await lastRunOf(client, workflowId);
  return status === 'RUNNING' || status === 'COMPLETED';
}
