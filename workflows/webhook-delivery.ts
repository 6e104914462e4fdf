import { condition, setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow';
import { retryDelayMs } from '../domain/webhooks/retry';
import { SEARCH_ATTRIBUTES, subscriptionChanged, type DeliveryInput } from './contract';
import { attemptDelivery, attemptFirstDelivery, parkDelivery } from './proxies';

export interface DeliveryOutcome {
  status: 'delivered' | 'failed' | 'cancelled';
  attempts: number;
}

/**
 * One event on its way to one subscription: an attempt, then up to five retries, 5 min, 30 min, 2 h, 6 h and 24 h after
 * the end of the attempt that failed.
 * Source: specification, "Events"; docs/GAPS.md#W4, docs/GAPS.md#W5
 */
export async function webhookDelivery(input: DeliveryInput): Promise<DeliveryOutcome> {
  let changes = 0;
  setHandler(subscriptionChanged, () => {
    changes += 1;
  });
  const { deliveryId } = input;

  for (let attempt = input.attemptsMade + 1; ; attempt += 1) {
    setCurrentDetails(`**delivering**: attempt ${attempt} of 6 is being made.`);
    const attemptOnce = attempt === 1 ? attemptFirstDelivery : attemptDelivery;
    const result = await attemptOnce(deliveryId, attempt);
    if (result.status === 'delivered') return { status: 'delivered', attempts: attempt };
    if (result.status === 'cancelled') return { status: 'cancelled', attempts: attempt - 1 };
    const delayMs = result.status === 'parked' ? 0 : retryDelayMs(attempt);
    if (delayMs === null || input.once) return { status: 'failed', attempts: attempt };
    // A parked attempt was not made: it keeps its number.
    if (result.status === 'parked') attempt -= 1;
    const cancelled = await waitForRetry(deliveryId, attempt, delayMs, result.status === 'parked', () => changes);
    if (cancelled) return { status: 'cancelled', attempts: attempt };
  }
}

/**
 * Waits for the next attempt. A disabled subscription stops nothing but the sending: the schedule runs on, and an
 * attempt that became due meanwhile is made once the subscription is enabled again.
 * @returns whether the delivery has ended because nobody listens any more
 */
async function waitForRetry(
  deliveryId: string,
  attempt: number,
  delayMs: number,
  parkedAtStart: boolean,
  changes: () => number,
): Promise<boolean> {
  const dueAt = Date.now() + delayMs;
  explainRetry(attempt, dueAt);
  let parked = parkedAtStart;
  for (;;) {
    const seen = changes();
    const changed = () => changes() > seen;
    const leftMs = dueAt - Date.now();
    if (leftMs <= 0 && !parked) return false;
    if (parked) {
      setCurrentDetails(`**paused**: the subscription is disabled; retry ${attempt} follows when it is enabled again.`);
      await condition(changed);
    } else {
      const due = new Date(dueAt).toISOString();
      await condition(changed, leftMs, { summary: `Retry ${attempt} of 5, due ${due}` });
      if (!changed()) return false;
    }
    const standing = await parkDelivery(deliveryId, dueAt);
    if (standing === 'cancelled') return true;
    parked = standing === 'paused';
    if (!parked) explainRetry(attempt, dueAt);
  }
}

function explainRetry(attempt: number, dueAt: number): void {
  const due = new Date(dueAt).toISOString();
  setCurrentDetails(`**waiting**: attempt ${attempt} of 6 got no 200; retry ${attempt} of 5 is due ${due}.`);
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.nextAttemptAt, value: new Date(dueAt) }]);
}
