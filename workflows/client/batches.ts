import { batchChanged, QUEUES, SEARCH_ATTRIBUTES, workflowIds } from '../contract';
import type { paymentBatch } from '../payments/payment-batch';
import { CLIENTS } from './clients';
import { startOnce } from './start';
import type { WorkflowClient } from './workflow-client';

/**
 * Starts the workflow of a batch, or tells the one that runs that the batch was changed. What it does is in the database:
 * one that begins again makes nothing twice.
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
