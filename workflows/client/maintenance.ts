import { ScheduleNotFoundError, ScheduleOverlapPolicy, WorkflowNotFoundError, type Client } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { QUEUES, SEARCH_ATTRIBUTES } from '../contract';
import { ensureSchedule } from './schedules';

/** Deadline of a call about one workflow. */
const CALL_MS = 5_000;
const PAYMENT_PREFIX = 'pay/';

/** Ids of the Schedules, by which an operator finds, triggers and pauses them. */
export const MAINTENANCE = {
  reconciliation: 'reconciliation',
  retention: 'retention',
  rescreening: 'rescreening',
} as const;

/**
 * Makes sure that Postgres and Temporal are compared each minute, that what is out of date is deleted, and that open
 * payments are screened with the lists in force, should the word of a change be lost.
 */
export async function ensureMaintenance(client: Client): Promise<void> {
  const taskQueue = QUEUES.maintenance;
  const { reconciliation, retention, rescreening } = MAINTENANCE;
  await ensureSchedule(client, { id: reconciliation, every: '1 minute', workflowType: 'reconciliation', taskQueue });
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

/** A running payment workflow and the status that it believes in. */
export interface RunningPayment {
  instructionId: string;
  shownStatus: string | null;
}

/**
 * Lists running payments as Temporal's visibility store has them, which is a moment behind.
 * @param token of the page before, or null for the first one
 */
export async function listRunningPayments(
  client: Client,
  token: string | null,
  pageSize: number,
): Promise<{ payments: RunningPayment[]; next: string | null }> {
  const answer = await client.withDeadline(Date.now() + CALL_MS, () =>
    client.workflowService.listWorkflowExecutions({
      namespace: client.options.namespace,
      query: `WorkflowType = 'paymentInstruction' and ExecutionStatus = 'Running'`,
      pageSize,
      ...(token === null ? {} : { nextPageToken: Buffer.from(token, 'base64') }),
    }),
  );
  const payments = answer.executions.map(({ execution, searchAttributes }) => {
    const payload = searchAttributes?.indexedFields?.[SEARCH_ATTRIBUTES.status.name];
    const shown = payload ? defaultPayloadConverter.fromPayload<unknown>(payload) : null;
    return {
      instructionId: (execution?.workflowId ?? '').slice(PAYMENT_PREFIX.length),
      shownStatus: typeof shown === 'string' ? shown : null,
    };
  });
  const { nextPageToken } = answer;
  return { payments, next: nextPageToken.length === 0 ? null : Buffer.from(nextPageToken).toString('base64') };
}
