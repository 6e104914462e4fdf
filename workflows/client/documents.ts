import { QUEUES, workflowIds } from '../contract';
import type { documentGeneration } from '../document-generation';
import { CLIENTS } from './clients';
import { searchLink } from './console-link';
import { isRunningIn, startOnce, type StartOptions } from './start';
import type { WorkflowClient } from './workflow-client';

/** Starts a document's workflow; a repeated start changes nothing. */
export async function startDocument(
  workflows: WorkflowClient,
  documentId: string,
  { isRestart = false }: StartOptions = {},
): Promise<void> {
  const client = workflows[CLIENTS].documents;
  await startOnce(client, () =>
    client.workflow.start<typeof documentGeneration>('documentGeneration', {
      workflowId: workflowIds.document(documentId),
      taskQueue: QUEUES.documents,
      workflowIdReusePolicy: isRestart ? 'ALLOW_DUPLICATE' : 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: 'FAIL',
      args: [{ documentId }],
      staticSummary: `Document ${documentId}`,
      ...searchLink(workflows, documentId),
    }),
  );
}

/**
 * Waits at most `budgetMs` until a document's workflow has ended; the result is in the database.
 * @returns false when it still runs, or Temporal does not answer
 */
export async function awaitDocument(workflows: WorkflowClient, documentId: string, budgetMs: number): Promise<boolean> {
  const client = workflows[CLIENTS].documents;
  const handle = client.workflow.getHandle(workflowIds.document(documentId));
  try {
    await client.withDeadline(Date.now() + budgetMs, () => handle.result());
    return true;
  } catch {
    return false;
  }
}

/** @returns whether the last run of a document's workflow goes on; false when there was none */
export function isDocumentRunning(workflows: WorkflowClient, documentId: string): Promise<boolean> {
  return isRunningIn(workflows[CLIENTS].documents, workflowIds.document(documentId));
}
