import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { BatchActivities } from '../activities/payments/batches';
import type { BulkDecisionActivities } from '../activities/payments/bulk-decisions';
import type { PaymentActivities } from '../activities/payments/payments';
import type { SandboxActivities } from '../activities/partners/sandbox-reports';
import type { DrillActivities } from '../activities/webhooks/drill-webhook';
import type { WebhookActivities } from '../activities/webhooks/attempts';
import type { RecoveryActivities } from '../activities/webhooks/recover-webhook';

/** Tried again for as long as it takes, at most a minute apart. */
const WITHOUT_LIMIT = { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 minute' } as const;

/**
 * Sending an instruction is local: it stands between the client and the answer, and a local activity costs one
 * workflow task instead of a trip through the server. One try: what follows a failure is the workflow's decision.
 * A partner has 5 s, the database the rest.
 */
export const { sendInstruction } = proxyLocalActivities<Pick<PaymentActivities, 'sendInstruction'>>({
  startToCloseTimeout: '8 s',
  retry: { maximumAttempts: 1 },
});

/** A further try, which no client waits for: it holds no slot of a workflow task while a partner thinks. One try, too. */
export const { sendInstruction: sendInstructionLater } = proxyActivities<Pick<PaymentActivities, 'sendInstruction'>>({
  startToCloseTimeout: '15 s',
  retry: { maximumAttempts: 1 },
});

/** Database and partner look-ups: retried without limit, since the only faults left are outages. */
export const { inquireInstruction, noteWaiting, checkSilence, flagWaitingReports, flagUnanswered } =
  proxyActivities<PaymentActivities>({
    startToCloseTimeout: '15 s',
    retry: WITHOUT_LIMIT,
  });

/** A partner that does not answer a cancellation or a recall is asked for a day; until then, and after, its reports decide. */
export const { askCancellation, askRecall } = proxyActivities<PaymentActivities>({
  startToCloseTimeout: '15 s',
  scheduleToCloseTimeout: '1 day',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '15 minutes' },
});

/**
 * A batch takes deliveries for five seconds, then has the five seconds of its receiver, a second to wait for its turns, and
 * a few statements. What a killed worker has left is taken again by the next try.
 */
export const { sendFirsts } = proxyActivities<WebhookActivities>({
  startToCloseTimeout: '20 s',
  retry: WITHOUT_LIMIT,
});

/**
 * An attempt is recorded by its number: when the activity runs again after a fault of ours, a recorded attempt is not made
 * twice. Where attempts wait for a worker, first ones go before retries.
 */
export const { attemptDelivery, settleDelivery } = proxyActivities<WebhookActivities>({
  startToCloseTimeout: '15 s',
  retry: WITHOUT_LIMIT,
});

/** A few statements; a page that was made is not made twice when the activity runs again. */
export const { recoverNextPage } = proxyActivities<RecoveryActivities>({
  startToCloseTimeout: '30 s',
  retry: WITHOUT_LIMIT,
});

/**
 * A scenario has up to 20 deliveries of five seconds, four at once, or one after another under a rate. It beats after each,
 * so that what a killed worker has left is played again soon; one that is on record is not.
 */
export const { playDrillScenario, finishDrill } = proxyActivities<DrillActivities>({
  startToCloseTimeout: '3 minutes',
  heartbeatTimeout: '20 s',
  retry: WITHOUT_LIMIT,
});

/**
 * A group of payments of a batch, with the wait for lists that are indexed first. What a killed worker has left in hand is
 * taken again by the next try, and a payment that is made is not made twice.
 */
export const { makeBatchPayments } = proxyActivities<BatchActivities>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '20 s',
  retry: WITHOUT_LIMIT,
});

/** A group of payments of a bulk decision; each is decided once, however often it is tried. */
export const { decideNextPayments } = proxyActivities<BulkDecisionActivities>({
  startToCloseTimeout: '2 minutes',
  retry: WITHOUT_LIMIT,
});

/** The sandbox reports over HTTP like any partner: it keeps trying while our API is away. */
export const { reportFromSandbox } = proxyActivities<SandboxActivities>({
  startToCloseTimeout: '10 s',
  retry: { initialInterval: '500 ms', backoffCoefficient: 2, maximumInterval: '30 s' },
});
