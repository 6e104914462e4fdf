import {
  deliveriesMade,
  QUEUES,
  SEARCH_ATTRIBUTES,
  subscriptionChanged,
  workflowIds,
  type DeliveryInput,
} from '../contract';
import { CLIENTS } from './clients';
import { searchLink } from './console-link';
import { callUnlessEnded, startOnce, type StartOptions } from './start';
import type { WorkflowClient } from './workflow-client';
import type { webhookDelivery } from '../webhooks/webhook-delivery';
import type { webhookSender } from '../webhooks/webhook-sender';

export interface DeliveryStart extends Pick<DeliveryInput, 'deliveryId' | 'attemptsMade' | 'once'> {
  accountId: string;
  eventType: string;
  webhookId: string;
  /** When the next attempt is due; null: at once. */
  dueAt: Date | null;
}

/** A subscription whose sender is told of something. */
export interface SenderStart {
  webhookId: string;
  accountId: string;
}

/**
 * Which tasks are handed out first: tests, because a person waits, then first attempts, then retries; among equals the
 * accounts take turns. 1 is the most urgent of Temporal's five. Source: docs/GAPS.md#W10
 */
const URGENCY = { test: 1, first: 3, retry: 4 } as const;

function priorityOf(accountId: string, work: keyof typeof URGENCY): { priorityKey: number; fairnessKey: string } {
  return { priorityKey: URGENCY[work], fairnessKey: accountId };
}

/**
 * Signals the sender of a subscription that there are deliveries, or that the subscription has changed; starts it if
 * it does not run.
 */
export async function wakeSender(
  workflows: WorkflowClient,
  { webhookId, accountId }: SenderStart,
  { isChanged = false }: { isChanged?: boolean } = {},
): Promise<void> {
  const client = workflows[CLIENTS].main;
  await startOnce(client, () =>
    client.workflow.signalWithStart<typeof webhookSender>('webhookSender', {
      workflowId: workflowIds.sender(webhookId),
      taskQueue: QUEUES.webhooks,
      signal: isChanged ? subscriptionChanged : deliveriesMade,
      args: [{ webhookId }],
      priority: priorityOf(accountId, 'first'),
      staticSummary: `First attempts of deliveries to ${webhookId}`,
      ...searchLink(workflows, webhookId),
      typedSearchAttributes: [{ key: SEARCH_ATTRIBUTES.account, value: accountId }],
    }),
  );
}

/** Starts the workflow of a delivery that waits for a retry, or of a test; a repeated start changes nothing. */
export async function startDelivery(
  workflows: WorkflowClient,
  { eventType, webhookId, accountId, deliveryId, attemptsMade, once, dueAt }: DeliveryStart,
  { isRestart = false }: StartOptions = {},
): Promise<void> {
  const client = workflows[CLIENTS].main;
  const due = dueAt === null ? {} : { dueAtMs: dueAt.getTime() };
  await startOnce(client, () =>
    client.workflow.start<typeof webhookDelivery>('webhookDelivery', {
      workflowId: workflowIds.delivery(deliveryId),
      taskQueue: QUEUES.webhooks,
      workflowIdReusePolicy: isRestart ? 'ALLOW_DUPLICATE' : 'REJECT_DUPLICATE',
      workflowIdConflictPolicy: 'FAIL',
      args: [{ deliveryId, attemptsMade, once, ...due }],
      priority: priorityOf(accountId, once ? 'test' : 'retry'),
      staticSummary: `${eventType} to ${webhookId}`,
      ...searchLink(workflows, deliveryId),
      typedSearchAttributes: [
        { key: SEARCH_ATTRIBUTES.eventType, value: eventType },
        { key: SEARCH_ATTRIBUTES.account, value: accountId },
        ...(dueAt === null ? [] : [{ key: SEARCH_ATTRIBUTES.nextAttemptAt, value: dueAt }]),
      ],
    }),
  );
}

/** Runs a delivery and waits until it has ended. @throws Error after `budgetMs`, or when Temporal does not answer */
export async function runDelivery(workflows: WorkflowClient, start: DeliveryStart, budgetMs: number): Promise<void> {
  await startDelivery(workflows, start);
  const client = workflows[CLIENTS].main;
  const handle = client.workflow.getHandle(workflowIds.delivery(start.deliveryId));
  await client.withDeadline(Date.now() + budgetMs, () => handle.result());
}

/** @returns false when the workflow of the delivery has ended, or there was none */
export function signalSubscriptionChanged(workflows: WorkflowClient, deliveryId: string): Promise<boolean> {
  const client = workflows[CLIENTS].main;
  const handle = client.workflow.getHandle(workflowIds.delivery(deliveryId));
  return callUnlessEnded(client, () => handle.signal(subscriptionChanged));
}
