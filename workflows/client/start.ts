import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError, type Client } from '@temporalio/client';

/** Deadline of a call; without one a dead server is noticed after 20 s. */
export const CALL_MS = 5_000;

export interface StartOptions {
  /** Whether what has ended before begins again, as the reconciler wants it where Postgres says that it goes on. */
  isRestart?: boolean;
}

/**
 * Starts a workflow under an id of ours; that it was started before is a success. The overall deadline is set here,
 * because a connection's deadline is one of each try, and a worker's connection retries for longer. A call that timed
 * out may have arrived.
 * @throws Error when Temporal does not answer within `CALL_MS`, and what `start` throws
 */
export async function startOnce(client: Client, start: () => Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Temporal did not answer within ${CALL_MS} ms`)), CALL_MS);
  });
  try {
    await Promise.race([client.withDeadline(Date.now() + CALL_MS, start), late]);
  } catch (fault) {
    if (!(fault instanceof WorkflowExecutionAlreadyStartedError)) throw fault;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Makes a call to a workflow, with a deadline.
 * @returns false when the workflow has ended, or Temporal no longer knows it
 */
export async function callUnlessEnded(client: Client, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await client.withDeadline(Date.now() + CALL_MS, work);
    return true;
  } catch (fault) {
    if (fault instanceof WorkflowNotFoundError) return false;
    throw fault;
  }
}

/** The state of the last run of a workflow, as Temporal names it; null when there was none. */
export async function readLastRunState(client: Client, workflowId: string): Promise<string | null> {
  const handle = client.workflow.getHandle(workflowId);
  let state: string | null = null;
  await callUnlessEnded(client, async () => {
    state = (await handle.describe()).status.name;
  });
  return state;
}

/** @returns whether the last run of a workflow goes on; false when there was none */
export async function isRunningIn(client: Client, workflowId: string): Promise<boolean> {
  return (await readLastRunState(client, workflowId)) === 'RUNNING';
}
