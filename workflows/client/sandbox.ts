import type { Client } from '@temporalio/client';
import { QUEUES, workflowIds, type SandboxInput } from '../contract';
import type { sandboxScenario } from '../payments/sandbox-scenario';
import { startOnce, callUnlessEnded } from './start';

/** @param part the partner's first actions, or its actions on a recall */
export async function startSandbox(
  client: Client,
  input: SandboxInput,
  part: 'payment' | 'return' = 'payment',
): Promise<void> {
  const { instructionId, scenario } = input;
  const idOf = part === 'payment' ? workflowIds.sandbox : workflowIds.sandboxReturn;
  await startOnce(client, () =>
    client.workflow.start<typeof sandboxScenario>('sandboxScenario', {
      workflowId: idOf(instructionId),
      taskQueue: QUEUES.sandbox,
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: 'FAIL',
      args: [input],
      memo: { scenario },
      staticSummary: `Sandbox partner: ${scenario}`,
    }),
  );
}

/** @returns whether the sandbox was given a payment */
export async function hasSandbox(client: Client, instructionId: string): Promise<boolean> {
  const handle = client.workflow.getHandle(workflowIds.sandbox(instructionId));
  return callUnlessEnded(client, () => handle.describe());
}

/** @returns the sandbox scenario of a payment; null when it has none, or Temporal no longer keeps it */
export async function sandboxScenarioOf(client: Client, instructionId: string): Promise<string | null> {
  const handle = client.workflow.getHandle(workflowIds.sandbox(instructionId));
  let scenario: unknown = null;
  await callUnlessEnded(client, async () => {
    scenario = (await handle.describe()).memo?.['scenario'];
  });
  return typeof scenario === 'string' ? scenario : null;
}
