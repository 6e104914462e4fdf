import type { Client } from '@temporalio/client';
import {
  AFTER_BURST_MS,
  QUEUES,
  RETRY_PRIORITY,
  SEARCH_ATTRIBUTES,
  subscriptionChanged,
  subscriptionChangedEarly,
  workflowIds,
  type BurstInput,
  type DeliveryInput,
} from '../contract';
import { startOnce, type StartOptions } from './start';
import type { webhookBurst } from '../webhook-burst';
import type { webhookDelivery } from '../webhook-delivery';

export interface DeliveryStart extends DeliveryInput {
  accountId: string;
  eventType: string;
  webhookId: string;
}

export interface BurstStart extends Pick<BurstInput, 'burstId'> {
  accountId: string;
  webhookId: string;
}

/** Through which connection deliveries are started. */
export interface DeliveryStarter {
  client: Client;
  /**
   * Whether the client's connection is that of workers in this process. The first workflow task then comes with the
   * answer to the call that starts the workflow, if the worker has a free slot: one task less for the server to keep,
   * match and hand out, which is a fifth of what a delivery costs it. One whose answer is lost is given to a worker again
   * after ten seconds.
   */
  isBesideWorkers: boolean;
}

/**
 * Who is served first where tasks wait: whoever waits for a test, then first attempts, then what was tried before; among
 * equals the accounts take turns. 1 is the most urgent of Temporal's five. Source: docs/GAPS.md#W10
 */
const URGENCY = { test: 1, first: 3, retry: RETRY_PRIORITY } as const;

function priorityOf(accountId: string, work: keyof typeof URGENCY): { priorityKey: number; fairnessKey: string } {
  return { priorityKey: URGENCY[work], fairnessKey: accountId };
}

/**
 * How a delivery begins whose next attempt is a burst's to make: it has nothing to do until a minute after that is due, so
 * the server keeps its first task until then. It is there for who looks for it, with its due time and what it waits for,
 * at less than half of what a task, its timer and its search attribute would cost.
 * Source: docs/decisions/0015-retries-in-bursts.md
 */
function delayedStart(attemptsMade: number, dueAtMs: number) {
  const due = new Date(dueAtMs);
  return {
    startDelay: Math.max(dueAtMs + AFTER_BURST_MS - Date.now(), 0),
    staticDetails:
      `**waiting**: attempt ${attemptsMade} of 6 got no 200; retry ${attemptsMade} of 5 is due ${due.toISOString()}, in a ` +
      'burst with others. What came of it is looked at a minute later.',
    attributes: [{ key: SEARCH_ATTRIBUTES.nextAttemptAt, value: due }],
  };
}

/** Starts a delivery's workflow; starting it again changes nothing. */
export async function startDelivery(
  { client, isBesideWorkers }: DeliveryStarter,
  start: DeliveryStart,
  { isRestart = false }: StartOptions = {},
): Promise<void> {
  const { eventType, webhookId, accountId, deliveryId, attemptsMade, once, dueAtMs, inBurst } = start;
  const due = { ...(dueAtMs === undefined ? {} : { dueAtMs }), ...(inBurst === true ? { inBurst } : {}) };
  const isDelayed = inBurst === true && dueAtMs !== undefined;
  const { attributes, ...begins } = isDelayed
    ? delayedStart(attemptsMade, dueAtMs)
    : { attributes: [], requestEagerStart: isBesideWorkers };
  await startOnce(client, () =>
    client.workflow.start<typeof webhookDelivery>('webhookDelivery', {
      workflowId: workflowIds.delivery(deliveryId),
      taskQueue: QUEUES.webhooks,
      workflowIdReusePolicy: isRestart ? 'ALLOW_DUPLICATE' : 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: 'FAIL',
      args: [{ deliveryId, attemptsMade, once, ...due }],
      ...begins,
      priority: priorityOf(accountId, once ? 'test' : attemptsMade === 0 ? 'first' : 'retry'),
      staticSummary: `${eventType} to ${webhookId}`,
      typedSearchAttributes: [
        { key: SEARCH_ATTRIBUTES.eventType, value: eventType },
        { key: SEARCH_ATTRIBUTES.account, value: accountId },
        ...attributes,
      ],
    }),
  );
}

/**
 * Tells a waiting delivery that its subscription has changed. A signal waits with the first task of a start that is
 * delayed, so one that has not begun gets an update.
 */
export async function tellDelivery(client: Client, deliveryId: string): Promise<void> {
  const handle = client.workflow.getHandle(workflowIds.delivery(deliveryId));
  const { executionTime, status } = await handle.describe();
  const isDelayed = status.name === 'RUNNING' && executionTime !== undefined && executionTime.getTime() > Date.now();
  if (isDelayed) await handle.startUpdate(subscriptionChangedEarly, { waitForStage: 'ACCEPTED' });
  else await handle.signal(subscriptionChanged);
}

/** Starts a burst's workflow; starting it again changes nothing. */
export async function startBurst(
  { client, isBesideWorkers }: DeliveryStarter,
  { burstId, accountId, webhookId }: BurstStart,
): Promise<void> {
  await startOnce(client, () =>
    client.workflow.start<typeof webhookBurst>('webhookBurst', {
      workflowId: workflowIds.burst(burstId),
      taskQueue: QUEUES.webhooks,
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: 'FAIL',
      args: [{ burstId, firstsInTask: true }],
      priority: priorityOf(accountId, 'first'),
      requestEagerStart: isBesideWorkers,
      staticSummary: `Deliveries to ${webhookId}`,
      typedSearchAttributes: [{ key: SEARCH_ATTRIBUTES.account, value: accountId }],
    }),
  );
}
