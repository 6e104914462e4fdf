import { sandboxScenario } from '../../domain/payments/sandbox';
import type { SandboxInput } from '../../workflows/contract';
import type { PartnerAdapter } from './port';

/** Workflows that play the partner. */
export interface SandboxWorkflows {
  startSandbox(input: SandboxInput, part?: 'payment' | 'return'): Promise<void>;
  hasSandbox(instructionId: string): Promise<boolean>;
  sandboxScenarioOf(instructionId: string): Promise<string | null>;
}

export interface SandboxPartner {
  workflows: SandboxWorkflows;
  publicUrl: string;
  /** Pause before each report, in milliseconds. */
  stepDelayMs: number;
}

function referenceOf(instructionId: string): string {
  return `SBX-${instructionId.slice(-12).toUpperCase()}`;
}

/**
 * The built-in partner: it takes what it is given and lets a workflow of its own report over the real HTTP endpoints.
 * The account number chooses the scenario here, so that it never enters a history.
 * Source: docs/GAPS.md#P15
 */
export function sandboxAdapter(sandbox: SandboxPartner): PartnerAdapter {
  function inputOf(order: { instructionId: string; amount: number; currency: string }, scenario: string): SandboxInput {
    const { instructionId, amount, currency } = order;
    const callback = `${sandbox.publicUrl}/api/v1/payments/instructions/${instructionId}`;
    return {
      ...{ instructionId, scenario, amount, currency },
      callbacks: { status: `${callback}/status`, settlement: `${callback}/settlement` },
      partnerReference: referenceOf(instructionId),
      stepDelayMs: sandbox.stepDelayMs,
    };
  }

  return {
    async submit(order) {
      const scenario = sandboxScenario(order.privateData.beneficiary.bankAccount.accountNumber);
      if (scenario === 'rejects') {
        return { kind: 'rejected', message: 'The sandbox partner rejects this account.', reasonCode: 'AC01' };
      }
      await sandbox.workflows.startSandbox(inputOf(order, scenario));
      return { kind: 'taken', partnerReference: referenceOf(order.instructionId), status: 'submitted' };
    },

    async inquire(instructionId) {
      if (!(await sandbox.workflows.hasSandbox(instructionId))) return { kind: 'never_received' };
      return { kind: 'known', partnerReference: referenceOf(instructionId), status: 'submitted' };
    },

    cancel: () => Promise.resolve('cancelled'),

    // What it has paid stays paid, but for account numbers that end in 0007.
    async recall(instructionId, { amount, currency }) {
      if ((await sandbox.workflows.sandboxScenarioOf(instructionId)) !== 'recallable') return 'refused';
      await sandbox.workflows.startSandbox(inputOf({ instructionId, amount, currency }, 'recalled'), 'return');
      return 'requested';
    },
  };
}
