import { QUEUES, workflowIds } from '../contract';
import type { bulkDecision } from '../payments/bulk-decision';
import { CLIENTS } from './clients';
import { startOnce } from './start';
import type { WorkflowClient } from './workflow-client';

/** Starts the workflow of a bulk decision; a repeated start decides nothing twice. */
export async function startBulkDecisionWorkflow(workflows: WorkflowClient, bulkDecisionId: string): Promise<void> {
  const client = workflows[CLIENTS].main;
  await startOnce(client, () =>
    client.workflow.start<typeof bulkDecision>('bulkDecision', {
      workflowId: workflowIds.bulkDecision(bulkDecisionId),
      taskQueue: QUEUES.maintenance,
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      workflowIdConflictPolicy: 'FAIL',
      args: [{ bulkDecisionId }],
      staticSummary: `Bulk decision ${bulkDecisionId}`,
    }),
  );
}
