import type { SandboxWorkflows } from '../../activities/partners/sandbox';
import { QUEUES, workflowIds } from '../contract';
import type { sandboxScenario } from '../payments/sandbox-scenario';
import { CLIENTS } from './clients';
import { callUnlessEnded, startOnce } from './start';
import type { WorkflowClient } from './workflow-client';

/** The workflows of the built-in partner. */
export function sandboxWorkflows(workflows: WorkflowClient): SandboxWorkflows {
  const client = workflows[CLIENTS].main;
  const handleOf = (instructionId: string) => client.workflow.getHandle(workflowIds.sandbox(instructionId));

  return {
    async startSandbox(input, part = 'payment') {
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
    },

    hasSandbox: (instructionId) => callUnlessEnded(client, () => handleOf(instructionId).describe()),

    async sandboxScenarioOf(instructionId) {
      let scenario: unknown = null;
      await callUnlessEnded(client, async () => {
        scenario = (await handleOf(instructionId).describe()).memo?.['scenario'];
      });
      return typeof scenario === 'string' ? scenario : null;
    },
  };
}
