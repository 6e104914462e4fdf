import { batchChanged, QUEUES, SEARCH_ATTRIBUTES, workflowIds } from '../contract';
import type { paymentBatch } from '../payments/payment-batch';
import { CLIENTS } from './clients';
import { startOnce } from './start';
import type { WorkflowClient } from './workflow-client';

/**
 * Starts the workflow of a batch, or signals the running one that the batch has changed. Its state is in the database,
 * so a repeated start makes nothing twice.
 */
export async function startBatch(
  workflows: WorkflowClient,
  { batchId, accountId }: { batchId: string; accountId: string },
): Promise<void> {
  const client = workflows[CLIENTS].main;
  await startOnce(client, () =>
    client.workflow.signalWithStart<typeof paymentBatch>('paymentBatch', {
      workflowId: workflowIds.batch(batchId),
      taskQueue: QUEUES.payments,
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      signal: batchChanged,
      args: [{ batchId }],
      staticSummary: `Batch ${batchId}`,
      typedSearchAttributes: [{ key: SEARCH_ATTRIBUTES.account, value: accountId }],
    }),
  );
}
