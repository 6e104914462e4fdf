import { isDeepStrictEqual } from 'node:util';
import { ApplicationFailure } from '@temporalio/common';
import { request } from 'undici';
import type { Database } from '../../db/database';
import { openPrivateData } from '../../db/payments/instruction/private-data';
import { sandboxPartnerKey } from '../../db/payments/dispatch/sandbox-key';
import { readSandboxOrder, type SandboxOrder } from '../../db/payments/dispatch/sandbox-order';
import { currencyDigits, Exact } from '../../domain/money';
import {
  SANDBOX_STEPS,
  sandboxScenario,
  type SandboxScenario,
  type SandboxStep,
} from '../../domain/payments/dispatch/sandbox';
import type { Vault } from '../../lib/vault';
import type { SandboxInput } from '../../workflows/contract';
import { sandboxReference } from './sandbox';

export interface SandboxReport extends SandboxInput {
  step: SandboxStep;
  /** Unix time in milliseconds at which the step took effect. */
  effectiveAtMs: number;
}

export interface SandboxActivities {
  /** @returns the status of our API's answer */
  reportFromSandbox(report: SandboxReport): Promise<number>;
}

export interface SandboxContext {
  database: Database;
  vault: Vault;
  publicUrl: string;
}

const ANSWER_MS = 8_000;
/** What a short settlement leaves of the amount. */
const SHORT_SHARE = '0.99';

interface Report {
  step: SandboxStep;
  order: SandboxOrder;
  reference: string;
  effectiveAt: string;
}

/**
 * The body of a settlement confirmation.
 * @param short whether less than the amount is settled
 */
function settlementBody({ order, reference, effectiveAt }: Report, short: boolean): object {
  const { currency } = order;
  const digits = currencyDigits(currency) ?? 2;
  const share = new Exact(order.amount).mul(short ? SHORT_SHARE : 1);
  const actualAmount = share.toDecimalPlaces(digits).toNumber();
  return {
    confirmedAt: effectiveAt,
    settlementReference: `${reference}-S`,
    actualAmount,
    actualCurrency: currency,
    beneficiaryReceived: { amount: actualAmount, currency },
    fees: { amount: 0, currency, breakdown: [{ type: 'transfer_fee', amount: 0 }] },
  };
}

function statusBody({ reference, effectiveAt }: Report, step: Extract<SandboxStep, { kind: 'status' }>): object {
  return {
    status: step.status,
    partnerReference: reference,
    timestamp: effectiveAt,
    ...(step.payeeCheck === undefined ? {} : { payeeCheck: step.payeeCheck }),
    details: {
      message: step.message,
      bankReference: `${reference}-B`,
      ...(step.reasonCode === undefined ? {} : { reasonCode: step.reasonCode }),
    },
  };
}

/** What the partner does with a payment by its account number, and by what its client wants back. */
function scenariosOf(vault: Vault, instructionId: string, order: SandboxOrder): SandboxScenario[] {
  if (order.privateSealed === null) return [];
  const { beneficiary } = openPrivateData(vault, instructionId, order.privateSealed);
  const chosen = sandboxScenario(beneficiary.bankAccount.accountNumber);
  return chosen === 'recallable' && order.isRecalled ? [chosen, 'recalled'] : [chosen];
}

/**
 * The step of a sandbox scenario that a workflow asks for, if it belongs to the scenario that the payment itself
 * chose: the input of the workflow is not trusted.
 * @throws ApplicationFailure for any other
 */
async function readReport({ database, vault }: SandboxContext, asked: SandboxReport): Promise<Report> {
  const { instructionId, scenario } = asked;
  const order = await readSandboxOrder(database, instructionId);
  const own = order === null ? [] : scenariosOf(vault, instructionId, order);
  const steps = own.flatMap((name) => (name === scenario ? SANDBOX_STEPS[name] : []));
  const step = steps.find((known) => isDeepStrictEqual(known, asked.step));
  if (order === null || step === undefined) {
    throw ApplicationFailure.nonRetryable('the sandbox partner has no such step for this payment', 'not_wanted');
  }
  const effectiveAt = new Date(asked.effectiveAtMs).toISOString();
  return { step, order, reference: sandboxReference(instructionId), effectiveAt };
}

/**
 * Activities by which the sandbox partner calls our own endpoints, with its own partner key. Source: docs/GAPS.md#P15
 */
export function createSandboxActivities(context: SandboxContext): SandboxActivities {
  const partnerKey = sandboxPartnerKey(context.vault);
  return {
    async reportFromSandbox(asked) {
      const report = await readReport(context, asked);
      const { step } = report;
      const isStatus = step.kind === 'status';
      const path = `/api/v1/payments/instructions/${asked.instructionId}/${isStatus ? 'status' : 'settlement'}`;
      const response = await request(context.publicUrl + path, {
        method: isStatus ? 'PUT' : 'POST',
        headers: { authorization: `Bearer ${partnerKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(isStatus ? statusBody(report, step) : settlementBody(report, step.short)),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      await response.body.dump();
      // 409 is an answer like any other: the sandbox also says things that contradict each other.
      if (response.statusCode < 300 || response.statusCode === 409) return response.statusCode;
      const retryable = response.statusCode >= 500 || response.statusCode === 429;
      throw ApplicationFailure.create({ message: `the API answered ${response.statusCode}`, nonRetryable: !retryable });
    },
  };
}
