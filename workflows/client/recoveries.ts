import { QUEUES, SEARCH_ATTRIBUTES, workflowIds } from '../contract';
import type { webhookRecovery } from '../webhooks/webhook-recovery';
import { CLIENTS } from './clients';
import { startOnce, type StartOptions } from './start';
import type { WorkflowClient } from './workflow-client';

/** Starts a recovery's workflow; a repeated start changes nothing. */
export async function startRecoveryWorkflow(
  workflows: WorkflowClient,
  { recoveryId, accountId }: { recoveryId: string; accountId: string },
  { isRestart = false }: StartOptions = {},
): Promise<void> {
  const client = workflows[CLIENTS].main;
  await startOnce(client, () =>
    client.workflow.start<typeof webhookRecovery>('webhookRecovery', {
      workflowId: workflowIds.recovery(recoveryId),
      taskQueue: QUEUES.webhooks,
      workflowIdReusePolicy: isRestart ? 'ALLOW_DUPLICATE' : 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: 'FAIL',
      args: [{ recoveryId }],
      staticSummary: `Recovery ${recoveryId}`,
      typedSearchAttributes: [{ key: SEARCH_ATTRIBUTES.account, value: accountId }],
    }),
  );
}
