import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import type { DispatchProof } from '../domain/payments/decisions/dispatch';
import type { PaymentStatus } from '../domain/payments/instruction/status';

export { QUEUES, WORKER_QUEUES, type WorkerQueue } from './queues';

/** Workflow ids: an operator finds a workflow by the id of what it is about. */
export const workflowIds = {
  payment: (instructionId: string): string => `pay/${instructionId}`,
  paymentStop: (instructionId: string, partnerId?: string): string =>
    partnerId === undefined ? `stop/${instructionId}` : `stop/${instructionId}/${partnerId}`,
  paymentRecall: (instructionId: string): string => `recall/${instructionId}`,
  delivery: (deliveryId: string): string => `whd/${deliveryId}`,
  sender: (webhookId: string): string => `whs/${webhookId}`,
  recovery: (recoveryId: string): string => `whr/${recoveryId}`,
  drill: (drillId: string): string => `drill/${drillId}`,
  sandbox: (instructionId: string): string => `sandbox/${instructionId}`,
  sandboxReturn: (instructionId: string): string => `sandbox/${instructionId}/return`,
  document: (documentId: string): string => `doc/${documentId}`,
  batch: (batchId: string): string => `bat/${batchId}`,
  bulkDecision: (bulkDecisionId: string): string => `bulk/${bulkDecisionId}`,
  referenceImport: (name: string): string => `import/${name}`,
  databaseMark: (databaseId: string): string => `database/${databaseId}`,
};

/** The workflow whose history keeps the mark of a database; no worker works on its queue. */
export const DATABASE_MARKS = { workflowType: 'databaseMark', taskQueue: 'database-marks' } as const;

/** Search attributes by which operators filter; `migrate` registers them. */
export const SEARCH_ATTRIBUTES = {
  status: defineSearchAttributeKey('CorridorStatus', SearchAttributeType.KEYWORD),
  partner: defineSearchAttributeKey('CorridorPartner', SearchAttributeType.KEYWORD),
  currency: defineSearchAttributeKey('CorridorCurrency', SearchAttributeType.KEYWORD),
  account: defineSearchAttributeKey('CorridorAccount', SearchAttributeType.KEYWORD),
  eventType: defineSearchAttributeKey('CorridorEventType', SearchAttributeType.KEYWORD),
  nextAttemptAt: defineSearchAttributeKey('CorridorNextAttemptAt', SearchAttributeType.DATETIME),
};

/** Input of a payment's workflow: ids and small values, since its history is visible to operators. */
export interface PaymentInput {
  instructionId: string;
  /** Unix time in milliseconds before which it must not be dispatched, or null. */
  releaseAtMs: number | null;
  partnerName: string;
  /** Where an earlier run of the same payment stopped; absent in the first one. */
  progress?: PaymentProgress;
  /** Events after which a new run begins; a sensible number by default. */
  historyLimit?: number;
}

/** What one run of a payment's workflow hands to the next. */
export interface PaymentProgress {
  status: PaymentStatus;
  version: number;
  /** Status that the search attribute shows. */
  shown: PaymentStatus;
  flagAtMs: number | null;
  checkAtMs: number;
  cancellationAsked: boolean;
  outages: number;
  inquiries: number;
  hasWorkflowCancellation: boolean;
  /** Whether an operator wants what waits to be tried at once; absent: no. */
  isUrged?: boolean;
  /** Proof of the call that was on record last; absent: none was. */
  recorded?: DispatchProof;
  /** What it waits for and since when, Unix milliseconds, as the details show it; absent in the first run. */
  wait?: { for: string; sinceMs: number };
  /** Newest reports, as the details show them. */
  reports?: ReportNotice[];
  /** Whether the details name a request for cancellation. */
  isCancellationShown?: boolean;
}

export interface PaymentStopInput {
  instructionId: string;
  partnerName: string;
  /** Who is asked, where it is not the partner that the payment was handed to last. */
  partnerId?: string;
}

export interface PaymentRecallInput {
  instructionId: string;
  partnerName: string;
}

/** What the workflow learns of a change that the database has already decided. */
export interface ReportNotice {
  reportId: string | null;
  status: PaymentStatus;
  disposition: string;
  /** Version of the instruction that the report made; notices may arrive out of order. */
  version: number;
  /** Whether what waits is to be tried now: an operator's decision. */
  retry?: boolean;
  /** Status that the partner reported, and when that was recorded; absent for what is no report. */
  reported?: PaymentStatus;
  at?: string;
}

export interface CancellationNotice {
  /** Status that the database decided on: `cancelled`, or `submitted` and later while the partner is asked. */
  status: PaymentStatus;
  version: number;
}

/** State of a submission when the client's request can be answered. */
export interface SubmissionOutcome {
  status: PaymentStatus;
  /** Whether it was rerouted since it was created. */
  rerouted?: boolean;
}

export const submission = defineUpdate<SubmissionOutcome>('submission');
export const reportsRecorded = defineSignal<[ReportNotice[]]>('reportsRecorded');
export const cancellationRequested = defineSignal<[CancellationNotice]>('cancellationRequested');
export const paymentState = defineQuery<{
  status: PaymentStatus;
  waitsFor: string;
  /** Whether a cancellation of the workflow was requested, which does not cancel the payment. */
  noted: boolean;
}>('paymentState');

export interface DeliveryInput {
  deliveryId: string;
  /** Attempts that were made before this run began. */
  attemptsMade: number;
  /** A test: one attempt, no retries. */
  once: boolean;
  /** When the next attempt is due, Unix time in milliseconds; absent: at once. */
  dueAtMs?: number;
  /** Whether a run before it went on in this one. */
  isRenewed?: boolean;
  /** Events after which a new run begins; a sensible number by default. */
  historyLimit?: number;
}

export interface SenderInput {
  webhookId: string;
  /** Lines about the newest attempts, of the run before. */
  newest?: string[];
  /** Where the run before stood with what a change concerns. */
  releaseAfter?: string | null;
  /** Batches after which a new run begins; a sensible number by default. */
  batchesPerRun?: number;
}

export interface DrillInput {
  drillId: string;
}

export interface RecoveryInput {
  recoveryId: string;
  /** Pages after which a new run begins; a sensible number by default. */
  pagesPerRun?: number;
  /** Events of the last page of the run before at most; absent in the first run. */
  pace?: number;
}

/** Signals the sender of a subscription that events have created deliveries for it. */
export const deliveriesMade = defineSignal('deliveriesMade');
/** The subscription was changed: enabled, disabled, deleted, or no longer listens. Sender and waiting deliveries are told. */
export const subscriptionChanged = defineSignal('subscriptionChanged');

export interface BatchInput {
  batchId: string;
  /** Groups of payments after which a new run begins; a sensible number by default. */
  groupsPerRun?: number;
}

/** Tells the workflow of a batch that the batch was cancelled; it looks at once. */
export const batchChanged = defineSignal('batchChanged');

export interface BulkDecisionInput {
  bulkDecisionId: string;
  /** Groups of payments after which a new run begins; a sensible number by default. */
  groupsPerRun?: number;
}

export interface SandboxInput {
  instructionId: string;
  /** Name of the scenario that the account number's ending chose; the number itself stays out of the history. */
  scenario: string;
  stepDelayMs: number;
}
