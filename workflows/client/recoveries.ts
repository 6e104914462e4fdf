import type { Client } from '@temporalio/client';
import { QUEUES, SEARCH_ATTRIBUTES, workflowIds } from '../contract';
import type { webhookRecovery } from '../webhooks/webhook-recovery';
import { startOnce, type StartOptions } from './start';

/** Starts a recovery's workflow; starting it again changes nothing. */
export async function startRecoveryWorkflow(
  client: Client,
  { recoveryId, accountId }: { recoveryId: string; accountId: string },
  { isRestart = false }: StartOptions = {},
): Promise<void> {
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
