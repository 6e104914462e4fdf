import { sandboxScenario } from '../../domain/payments/sandbox';
import type { SandboxInput } from '../../workflows/contract';
import type { PartnerAdapter } from './port';

/** Workflows that play the partner. */
export interface SandboxWorkflows {
  startSandbox(input: SandboxInput): Promise<void>;
  hasSandbox(instructionId: string): Promise<boolean>;
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
  return {
    async submit(order) {
      const scenario = sandboxScenario(order.privateData.beneficiary.bankAccount.accountNumber);
      if (scenario === 'rejects') {
        return { kind: 'rejected', message: 'The sandbox partner rejects this account.', reasonCode: 'AC01' };
      }
      const partnerReference = referenceOf(order.instructionId);
      const callback = `${sandbox.publicUrl}/api/v1/payments/instructions/${order.instructionId}`;
      await sandbox.workflows.startSandbox({
        instructionId: order.instructionId,
        scenario,
        callbacks: { status: `${callback}/status`, settlement: `${callback}/settlement` },
        amount: order.amount,
        currency: order.currency,
        partnerReference,
        stepDelayMs: sandbox.stepDelayMs,
      });
      return { kind: 'taken', partnerReference, status: 'submitted' };
    },

    async inquire(instructionId) {
      if (!(await sandbox.workflows.hasSandbox(instructionId))) return { kind: 'never_received' };
      return { kind: 'known', partnerReference: referenceOf(instructionId), status: 'submitted' };
    },

    cancel: () => Promise.resolve('cancelled'),

    // What it has paid stays paid; account numbers that end in 0005 show a return.
    recall: () => Promise.resolve('refused'),
  };
}
