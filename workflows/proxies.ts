import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import { RETRY_PRIORITY } from './contract';
import type { PaymentActivities } from '../activities/payments';
import type { SandboxActivities } from '../activities/partners/sandbox-reports';
import type { BurstActivities } from '../activities/webhooks/attempt-burst';
import type { DeliveryActivities } from '../activities/webhooks/attempt-delivery';
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

/** The first attempt of a delivery is local: most deliveries succeed at once and end in a single workflow task. */
export const { attemptDelivery: attemptFirstDelivery } = proxyLocalActivities<DeliveryActivities>({
  startToCloseTimeout: '9 s',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '30 s' },
});

/**
 * Later attempts wait hours, so a trip through the server is nothing. An attempt is recorded by its number: when the
 * activity runs again after a fault of ours, a recorded attempt is not made twice.
 */
export const { attemptDelivery, parkDelivery } = proxyActivities<DeliveryActivities>({
  startToCloseTimeout: '15 s',
  retry: WITHOUT_LIMIT,
});

/** The same for a retry: where attempts wait for a worker, first ones go before it. */
export const { attemptDelivery: retryDelivery } = proxyActivities<DeliveryActivities>({
  startToCloseTimeout: '15 s',
  retry: WITHOUT_LIMIT,
  priority: { priorityKey: RETRY_PRIORITY },
});

/**
 * The first attempts of a burst are local, too: a trip through the server and a further task would be half of what it
 * costs. One try: what it has left is made outside the task.
 */
export const { attemptFirsts } = proxyLocalActivities<Pick<BurstActivities, 'attemptFirsts'>>({
  startToCloseTimeout: '9 s',
  retry: { maximumAttempts: 1 },
});

/**
 * Attempts that take five seconds, or retries that are due within eight, and a few statements. An attempt on record is not made twice when the activity runs again.
 */
export const { attemptBurst } = proxyActivities<BurstActivities>({
  startToCloseTimeout: '30 s',
  retry: WITHOUT_LIMIT,
});

/** The same for retries: where attempts wait for a worker, first ones go before them. */
export const { attemptBurst: retryBurst } = proxyActivities<BurstActivities>({
  startToCloseTimeout: '30 s',
  retry: WITHOUT_LIMIT,
  priority: { priorityKey: RETRY_PRIORITY },
});

/** A few statements; a page that was made is not made twice when the activity runs again. */
export const { recoverNextPage } = proxyActivities<RecoveryActivities>({
  startToCloseTimeout: '30 s',
  retry: WITHOUT_LIMIT,
});

/** The sandbox reports over HTTP like any partner: it keeps trying while our API is away. */
export const { reportFromSandbox } = proxyActivities<SandboxActivities>({
  startToCloseTimeout: '10 s',
  retry: { initialInterval: '500 ms', backoffCoefficient: 2, maximumInterval: '30 s' },
});
