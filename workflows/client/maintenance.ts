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
 * Creates the Schedules that compare Postgres with Temporal four times a minute, delete expired rows, and screen open
 * payments with the lists in force if the message of a change is lost.
 */
export async function ensureMaintenance(client: Client): Promise<void> {
  const taskQueue = QUEUES.maintenance;
  const { reconciliation, retention, rescreening } = MAINTENANCE;
  await ensureSchedule(client, { id: reconciliation, every: '15 seconds', workflowType: 'reconciliation', taskQueue });
  await ensureSchedule(client, { id: retention, every: '10 minutes', workflowType: 'retention', taskQueue });
  await ensureSchedule(client, { id: rescreening, every: '5 minutes', workflowType: 'rescreening', taskQueue });
}

/**
 * Screens open payments again now; if a run is in progress, which may have begun with the former lists, another one
 * follows it. A Schedule that does not exist yet starts by itself once a worker has created it.
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
