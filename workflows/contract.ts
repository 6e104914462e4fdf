import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';
import type { PaymentStatus } from '../domain/payments/status';

/** Task queues; workers are scaled by queue. */
export const QUEUES = {
  payments: 'payments',
  webhooks: 'webhooks',
  sandbox: 'sandbox',
  documents: 'documents',
  imports: 'imports',
  maintenance: 'maintenance',
} as const;

/** Queues that a worker process can be told to work on. */
export const WORKER_QUEUES = [
  'payments',
  'webhooks',
  'sandbox',
  'documents',
  'imports',
  'maintenance',
] as const satisfies readonly (keyof typeof QUEUES)[];
export type WorkerQueue = (typeof WORKER_QUEUES)[number];

/** Temporal's priority of attempts after the first; 3 is that of what says nothing, 5 the last. */
export const RETRY_PRIORITY = 4;

/** Workflow ids: an operator finds a workflow by the id of what it is about. */
export const workflowIds = {
  payment: (instructionId: string): string => `pay/${instructionId}`,
  paymentStop: (instructionId: string, partnerId?: string): string =>
    partnerId === undefined ? `stop/${instructionId}` : `stop/${instructionId}/${partnerId}`,
  paymentRecall: (instructionId: string): string => `recall/${instructionId}`,
  delivery: (deliveryId: string): string => `whd/${deliveryId}`,
  burst: (burstId: string): string => `whb/${burstId}`,
  recovery: (recoveryId: string): string => `whr/${recoveryId}`,
  sandbox: (instructionId: string): string => `sandbox/${instructionId}`,
  sandboxReturn: (instructionId: string): string => `sandbox/${instructionId}/return`,
  document: (documentId: string): string => `doc/${documentId}`,
  referenceImport: (name: string): string => `import/${name}`,
};

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
}

export interface CancellationNotice {
  /** Status that the database decided on: `cancelled`, or `submitted` and later while the partner is asked. */
  status: PaymentStatus;
  version: number;
}

/** Where a submission stands when the client's request can be answered. */
export interface SubmissionOutcome {
  status: PaymentStatus;
  /** Whether it has gone over to another route than the one that it was made with. */
  rerouted?: boolean;
}

export const submission = defineUpdate<SubmissionOutcome>('submission');
export const reportsRecorded = defineSignal<[ReportNotice[]]>('reportsRecorded');
export const cancellationRequested = defineSignal<[CancellationNotice]>('cancellationRequested');
export const paymentState = defineQuery<{
  status: PaymentStatus;
  waitsFor: string;
  /** Whether somebody asked for a cancellation of the workflow, which is none of the payment. */
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
  /** Whether a burst makes the next attempt. */
  inBurst?: true;
}

export interface RecoveryInput {
  recoveryId: string;
  /** Pages after which a new run begins; a sensible number by default. */
  pagesPerRun?: number;
}

export interface BurstInput {
  burstId: string;
  /** Of a burst whose first task makes its first attempts; those of before ask the SDK, which writes two events for it. */
  firstsInTask?: true;
}

/**
 * What came of a retry that a burst makes is looked at so much after it was due, when the wave is over. Should the burst be
 * gone, the delivery makes the retry itself.
 */
export const AFTER_BURST_MS = 60_000;

/** The subscription was changed: enabled, disabled, deleted, or no longer listens. */
export const subscriptionChanged = defineSignal('subscriptionChanged');
/** The same for a delivery whose start is delayed: a signal does not begin such a workflow, an update does. */
export const subscriptionChangedEarly = defineUpdate('subscriptionChangedEarly');

export interface SandboxInput {
  instructionId: string;
  /** Name of the scenario that the account number's ending chose; the number itself stays out of the history. */
  scenario: string;
  stepDelayMs: number;
}
