import type { Client } from '@temporalio/client';
import { QUEUES, workflowIds } from '../contract';
import type { documentGeneration } from '../document-generation';
import { ensureSchedule } from './schedules';
import { startOnce, type StartOptions } from './start';

/** Starts a document's workflow; starting it again changes nothing. */
export async function startDocument(
  client: Client,
  documentId: string,
  { isRestart = false }: StartOptions = {},
): Promise<void> {
  await startOnce(client, () =>
    client.workflow.start<typeof documentGeneration>('documentGeneration', {
      workflowId: workflowIds.document(documentId),
      taskQueue: QUEUES.documents,
      workflowIdReusePolicy: isRestart ? 'ALLOW_DUPLICATE' : 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: 'FAIL',
      args: [{ documentId }],
      staticSummary: `Document ${documentId}`,
    }),
  );
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
export function ensureDocumentExpiry(client: Client): Promise<void> {
  const taskQueue = QUEUES.documents;
  return ensureSchedule(client, { id: 'document-expiry', every: '1 hour', workflowType: 'documentExpiry', taskQueue });
}
