import { sandboxScenario } from '../../domain/payments/dispatch/sandbox';
import type { SandboxInput } from '../../workflows/contract';
import { TOO_LATE, type PartnerAdapter } from './port';

/** Workflows that play the partner. */
export interface SandboxWorkflows {
  /** @param part the partner's first actions, or its actions on a recall */
  startSandbox(input: SandboxInput, part?: 'payment' | 'return'): Promise<void>;
  /** @returns whether the sandbox was given a payment */
  hasSandbox(instructionId: string): Promise<boolean>;
  /** @returns null when the payment has none, or Temporal no longer keeps it */
  sandboxScenarioOf(instructionId: string): Promise<string | null>;
}

export interface SandboxPartner {
  workflows: SandboxWorkflows;
  /** Pause before each report, in milliseconds. */
  stepDelayMs: number;
}

/** @returns the built-in partner's own reference of a payment */
export function sandboxReference(instructionId: string): string {
  return `SBX-${instructionId.slice(-12).toUpperCase()}`;
}

/**
 * The adapter of the built-in partner: it accepts instructions, and its own workflow reports over the real HTTP
 * endpoints. The account number selects the scenario here, so that it never enters a history.
 * Source: docs/GAPS.md#P15
 */
export function sandboxAdapter(sandbox: SandboxPartner): PartnerAdapter {
  const { stepDelayMs } = sandbox;

  return {
    async submit(order) {
      const scenario = sandboxScenario(order.privateData.beneficiary.bankAccount.accountNumber);
      if (scenario === 'rejects') {
        return { kind: 'rejected', message: 'The sandbox partner rejects this account.', reasonCode: 'AC01' };
      }
      if (!order.mayBegin()) return TOO_LATE;
      await sandbox.workflows.startSandbox({ instructionId: order.instructionId, scenario, stepDelayMs });
      return { kind: 'taken', partnerReference: sandboxReference(order.instructionId), status: 'submitted' };
    },

    async inquire(instructionId) {
      if (!(await sandbox.workflows.hasSandbox(instructionId))) return { kind: 'never_received' };
      return { kind: 'known', partnerReference: sandboxReference(instructionId), status: 'submitted' };
    },

    cancel: () => Promise.resolve('cancelled'),

    // What it has paid stays paid, but for account numbers that end in 0007.
    async recall(instructionId) {
      if ((await sandbox.workflows.sandboxScenarioOf(instructionId)) !== 'recallable') return 'refused';
      await sandbox.workflows.startSandbox({ instructionId, scenario: 'recalled', stepDelayMs }, 'return');
      return 'requested';
    },
  };
}
