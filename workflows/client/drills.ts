import { QUEUES, SEARCH_ATTRIBUTES, workflowIds } from '../contract';
import type { webhookDrill } from '../webhooks/webhook-drill';
import { CLIENTS } from './clients';
import { startOnce } from './start';
import type { WorkflowClient } from './workflow-client';

/** Starts a drill's workflow; a repeated start changes nothing. */
export async function startDrillWorkflow(
  workflows: WorkflowClient,
  { drillId, accountId }: { drillId: string; accountId: string },
): Promise<void> {
  const client = workflows[CLIENTS].main;
  await startOnce(client, () =>
    client.workflow.start<typeof webhookDrill>('webhookDrill', {
      workflowId: workflowIds.drill(drillId),
      taskQueue: QUEUES.webhooks,
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: 'FAIL',
      args: [{ drillId }],
      staticSummary: `Drill ${drillId}`,
      typedSearchAttributes: [{ key: SEARCH_ATTRIBUTES.account, value: accountId }],
    }),
  );
}
