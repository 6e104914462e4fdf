import type { Client } from '@temporalio/client';
import { QUEUES, workflowIds } from '../contract';
import type { documentGeneration } from '../document-generation';
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
 * Waits until a document's workflow has ended, at most `budgetMs`; the result is in the database.
 * @returns false when it still runs, or Temporal does not answer
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
