import { createHash } from 'node:crypto';
import {
  isGrpcServiceError,
  WithStartWorkflowOperation,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import type { PaymentStatus } from '../../domain/payments/instruction/status';
import {
  cancellationRequested,
  QUEUES,
  reportsRecorded,
  SEARCH_ATTRIBUTES,
  submission,
  workflowIds,
  type CancellationNotice,
  type PaymentRecallInput,
  type PaymentStopInput,
  type ReportNotice,
} from '../contract';
import type { paymentInstruction } from '../payments/payment-instruction';
import type { paymentRecall } from '../payments/payment-recall';
import type { paymentStop } from '../payments/payment-stop';
import { CLIENTS } from './clients';
import { consoleLink } from './console-link';
import { callUnlessEnded, startOnce } from './start';
import { RESOURCE_EXHAUSTED, type WorkflowClient } from './workflow-client';

/** Facts with which a payment's workflow begins. */
export interface PaymentStart {
  instructionId: string;
  accountId: string;
  currency: string;
  partnerName: string;
  releaseAt: Date | null;
  environment: string;
  /** By which its client would repeat it; only hashes reach Temporal. */
  idempotencyKey: string | null;
  clientReference: string | null;
}

/** What is told to a payment's workflow. */
export type PaymentSignal =
  { signal: 'reports'; notices: ReportNotice[] } | { signal: 'cancellation'; notice: CancellationNotice };

function toSignal(word: PaymentSignal): { name: string; content: ReportNotice[] | CancellationNotice } {
  if (word.signal === 'reports') return { name: reportsRecorded.name, content: word.notices };
  return { name: cancellationRequested.name, content: word.notice };
}

/** How a payment's workflow begins again. */
export interface Resumption {
  /** Whether a person has decided that it goes on although its last run has come to its end. */
  isDecided: boolean;
  /** What it is told at once, or null; a run that is there after all is told it, too. */
  word: PaymentSignal | null;
}

/** Outcome of a start within the request's budget. */
export type StartOutcome =
  | { kind: 'known'; status: PaymentStatus; isRerouted: boolean }
  | { kind: 'slow' }
  | { kind: 'busy' }
  | { kind: 'unavailable' };

/** Why there is no answer: it takes long, or Temporal refuses more calls, or none arrives. */
function withoutAnswer(fault: unknown): Exclude<StartOutcome, { kind: 'known' }> {
  if (fault instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return { kind: 'slow' };
  const cause = isGrpcServiceError(fault) ? fault : fault instanceof Error ? fault.cause : undefined;
  if (!isGrpcServiceError(cause)) return { kind: 'slow' };
  return { kind: Number(cause.code) === RESOURCE_EXHAUSTED ? 'busy' : 'unavailable' };
}

/** Hashes by which a repeat of a payment is known although the database has lost the payment. */
export interface RepeatMarks {
  key: string | null;
  reference: string | null;
}

/**
 * Hashes the marks by which a client repeats a payment, so that Temporal can keep them: after a restore of Postgres, a
 * repeat of a lost payment is refused.
 * Source: docs/OPERATIONS.md, "When Postgres is restored to an earlier moment"
 */
export function repeatMarksOf(
  payment: Pick<PaymentStart, 'accountId' | 'environment' | 'idempotencyKey' | 'clientReference'>,
): RepeatMarks {
  const { accountId, environment } = payment;
  const hash = (kind: string, value: string | null): string | null => {
    if (value === null) return null;
    return createHash('sha256')
      .update(JSON.stringify([accountId, environment, kind, value]))
      .digest('base64url');
  };
  return { key: hash('key', payment.idempotencyKey), reference: hash('reference', payment.clientReference) };
}

function paymentOptions(workflows: WorkflowClient, start: PaymentStart) {
  const { instructionId, currency, partnerName } = start;
  return {
    workflowId: workflowIds.payment(instructionId),
    taskQueue: QUEUES.payments,
    // After an earlier run of whatever end, one begins by `resumePayment` alone, which looks at that end first.
    workflowIdReusePolicy: 'REJECT_DUPLICATE' as const,
    args: [{ instructionId, partnerName, releaseAtMs: start.releaseAt?.getTime() ?? null }] as Parameters<
      typeof paymentInstruction
    >,
    memo: { repeat: repeatMarksOf(start) },
    staticSummary: `Payment in ${currency} through ${partnerName}`,
    staticDetails:
      `Instruction ${instructionId} of account ${start.accountId}. ${consoleLink(workflows, `/payments/${instructionId}`)}`.trim(),
    typedSearchAttributes: [
      { key: SEARCH_ATTRIBUTES.status, value: start.releaseAt === null ? 'submitted' : 'pending' },
      { key: SEARCH_ATTRIBUTES.partner, value: partnerName },
      { key: SEARCH_ATTRIBUTES.currency, value: currency },
      { key: SEARCH_ATTRIBUTES.account, value: start.accountId },
    ],
  };
}

/** Starts the payment's workflow and waits at most `budgetMs` for its first status. */
export async function startAndWait(
  workflows: WorkflowClient,
  start: PaymentStart,
  budgetMs: number,
): Promise<StartOutcome> {
  const client = workflows[CLIENTS].main;
  const startWorkflowOperation = new WithStartWorkflowOperation<typeof paymentInstruction>('paymentInstruction', {
    ...paymentOptions(workflows, start),
    workflowIdConflictPolicy: 'USE_EXISTING',
  });
  try {
    const outcome = await client.withDeadline(Date.now() + budgetMs, () =>
      client.workflow.executeUpdateWithStart(submission, { startWorkflowOperation }),
    );
    return { kind: 'known', status: outcome.status, isRerouted: outcome.rerouted === true };
  } catch (fault) {
    return withoutAnswer(fault);
  }
}

/** Starts a payment's workflow that had no run before. */
export async function startPayment(workflows: WorkflowClient, start: PaymentStart): Promise<void> {
  const client = workflows[CLIENTS].main;
  await startOnce(client, () =>
    client.workflow.start<typeof paymentInstruction>('paymentInstruction', {
      ...paymentOptions(workflows, start),
      workflowIdConflictPolicy: 'FAIL',
    }),
  );
}

/**
 * Starts a payment's workflow again after a run that was terminated or failed, or, once a person has decided, after
 * any run.
 */
export async function resumePayment(
  workflows: WorkflowClient,
  start: PaymentStart,
  { isDecided, word }: Resumption,
): Promise<void> {
  const options = {
    ...paymentOptions(workflows, start),
    // The server sees to it that a run which has come to its end meanwhile is not started again.
    workflowIdReusePolicy: isDecided ? ('ALLOW_DUPLICATE' as const) : ('ALLOW_DUPLICATE_FAILED_ONLY' as const),
  };
  const client = workflows[CLIENTS].main;
  await startOnce(client, () => {
    if (word === null) {
      const conflict = { workflowIdConflictPolicy: 'FAIL' as const };
      return client.workflow.start<typeof paymentInstruction>('paymentInstruction', { ...options, ...conflict });
    }
    const { name, content } = toSignal(word);
    return client.workflow.signalWithStart<typeof paymentInstruction, [typeof content]>('paymentInstruction', {
      ...options,
      signal: name,
      signalArgs: [content],
    });
  });
}

/**
 * Signals a payment's workflow.
 * @returns false when it has ended: the database has everything
 */
export function signalPayment(workflows: WorkflowClient, instructionId: string, word: PaymentSignal): Promise<boolean> {
  const client = workflows[CLIENTS].main;
  const { name, content } = toSignal(word);
  const handle = client.workflow.getHandle(workflowIds.payment(instructionId));
  return callUnlessEnded(client, () => handle.signal(name, content));
}

/** Ends the workflow of a payment that the database does not have; one that has ended is fine. */
export async function endLostPayment(workflows: WorkflowClient, instructionId: string): Promise<void> {
  const client = workflows[CLIENTS].main;
  const handle = client.workflow.getHandle(workflowIds.payment(instructionId));
  await callUnlessEnded(client, () => handle.terminate('Postgres was restored to a moment before this payment'));
}

/** Starts the workflow that asks a partner to stop a payment which has ended here. */
export async function stopPayment(workflows: WorkflowClient, input: PaymentStopInput): Promise<void> {
  const client = workflows[CLIENTS].main;
  await startOnce(client, () =>
    client.workflow.start<typeof paymentStop>('paymentStop', {
      workflowId: workflowIds.paymentStop(input.instructionId, input.partnerId),
      taskQueue: QUEUES.payments,
      // The partner may say so again after it was asked: then it is asked again.
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      workflowIdConflictPolicy: 'FAIL',
      args: [input],
      staticSummary: `Ask ${input.partnerName} to stop a payment that has ended or was rerouted`,
    }),
  );
}

/** Starts the workflow that asks the partner to return settled money, once. */
export async function recallPayment(workflows: WorkflowClient, input: PaymentRecallInput): Promise<void> {
  const client = workflows[CLIENTS].main;
  await startOnce(client, () =>
    client.workflow.start<typeof paymentRecall>('paymentRecall', {
      workflowId: workflowIds.paymentRecall(input.instructionId),
      taskQueue: QUEUES.payments,
      // A run that was terminated or failed is begun again; the partner knows the question by its key.
      workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
      workflowIdConflictPolicy: 'FAIL',
      args: [input],
      staticSummary: `Ask ${input.partnerName} to give settled money back`,
    }),
  );
}
