import { ApplicationFailure } from '@temporalio/common';
import { request } from 'undici';
import { currencyDigits, Exact } from '../../domain/money';
import type { SandboxStep } from '../../domain/payments/sandbox';
import type { SandboxInput } from '../../workflows/contract';

export interface SandboxReport extends SandboxInput {
  step: SandboxStep;
  /** Unix time in milliseconds at which the step took effect. */
  effectiveAtMs: number;
}

export interface SandboxActivities {
  reportFromSandbox(report: SandboxReport): Promise<number>;
}

const ANSWER_MS = 8_000;
/** What a short settlement leaves of the amount. */
const SHORT_SHARE = '0.99';

function settlementBody(report: SandboxReport, short: boolean): object {
  const digits = currencyDigits(report.currency) ?? 2;
  const share = new Exact(report.amount).mul(short ? SHORT_SHARE : 1);
  const actualAmount = share.toDecimalPlaces(digits).toNumber();
  return {
    confirmedAt: new Date(report.effectiveAtMs).toISOString(),
    settlementReference: `${report.partnerReference}-S`,
    actualAmount,
    actualCurrency: report.currency,
    beneficiaryReceived: { amount: actualAmount, currency: report.currency },
    fees: { amount: 0, currency: report.currency, breakdown: [{ type: 'transfer_fee', amount: 0 }] },
  };
}

function statusBody(report: SandboxReport, step: Extract<SandboxStep, { kind: 'status' }>): object {
  return {
    status: step.status,
    partnerReference: report.partnerReference,
    timestamp: new Date(report.effectiveAtMs).toISOString(),
    details: {
      message: step.message,
      bankReference: `${report.partnerReference}-B`,
      ...(step.reasonCode === undefined ? {} : { reasonCode: step.reasonCode }),
    },
  };
}

/** The sandbox partner's calls to our own endpoints, with its own partner key. Source: docs/GAPS.md#P15 */
export function createSandboxActivities(partnerKey: string): SandboxActivities {
  return {
    async reportFromSandbox(report) {
      const { step, callbacks } = report;
      const isStatus = step.kind === 'status';
      const response = await request(isStatus ? callbacks.status : callbacks.settlement, {
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
