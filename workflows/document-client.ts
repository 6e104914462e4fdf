import {
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  WorkflowExecutionAlreadyStartedError,
  type Client,
} from '@temporalio/client';
import { QUEUES, workflowIds } from './contract';
import type { documentGeneration } from './document-generation';

/** Deadline of a call that starts something; without one a dead server is noticed after 20 s. */
const CALL_MS = 5_000;
const SCHEDULE_ID = 'document-expiry';

/** Starts a document's workflow; starting it again changes nothing. */
export async function startDocument(client: Client, documentId: string): Promise<void> {
  try {
    await client.withDeadline(Date.now() + CALL_MS, () =>
      client.workflow.start<typeof documentGeneration>('documentGeneration', {
        workflowId: workflowIds.document(documentId),
        taskQueue: QUEUES.documents,
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        workflowIdConflictPolicy: 'FAIL',
        args: [{ documentId }],
        staticSummary: `Document ${documentId}`,
      }),
    );
  } catch (fault) {
    if (!(fault instanceof WorkflowExecutionAlreadyStartedError)) throw fault;
  }
}

/**
 * Waits until a document's workflow has ended, at most `budgetMs`; the database tells how.
 * @returns false when it goes on, or Temporal does not answer
 */
export async function awaitDocument(client: Client, documentId: string, budgetMs: number): Promise<boolean> {
  const handle = client.workflow.getHandle(workflowIds.document(documentId));
  try {
    await client.withDeadline(Date.now() + budgetMs, () => handle.result());
    return true;
  } catch {
    return false;
  }
}

/** Makes sure that expired files are removed every hour; safe to call at every start of a worker. */
export async function ensureDocumentExpiry(client: Client): Promise<void> {
  try {
    await client.withDeadline(Date.now() + CALL_MS, () =>
      client.schedule.create({
        scheduleId: SCHEDULE_ID,
        spec: { intervals: [{ every: '1 hour' }] },
        policies: { overlap: ScheduleOverlapPolicy.SKIP },
        action: {
          type: 'startWorkflow',
          workflowType: 'documentExpiry',
          taskQueue: QUEUES.documents,
          workflowId: SCHEDULE_ID,
        },
      }),
    );
  } catch (fault) {
    if (!(fault instanceof ScheduleAlreadyRunning)) throw fault;
  }
}
