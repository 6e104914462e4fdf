import { condition, setCurrentDetails, setHandler, upsertSearchAttributes } from '@temporalio/workflow';
import type { AttemptOutcome } from '../activities/webhooks/attempt-delivery';
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
  const changes = new Changes();
  setHandler(subscriptionChanged, () => changes.note());
  const { deliveryId } = input;

  for (let attempt = input.attemptsMade + 1; ; attempt += 1) {
    setCurrentDetails(`**delivering**: attempt ${attempt} of 6 is being made.`);
    const result = await attemptOnce(deliveryId, attempt);
    if (result.status === 'delivered') return { status: 'delivered', attempts: attempt };
    if (result.status === 'cancelled') return { status: 'cancelled', attempts: attempt - 1 };
    const parked = result.status === 'parked';
    const delayMs = parked ? 0 : retryDelayMs(attempt);
    if (delayMs === null || input.once) return { status: 'failed', attempts: attempt };
    // A parked attempt was not made: it keeps its number.
    if (parked) attempt -= 1;
    const cancelled = await waitForRetry(
      { deliveryId, attempt, dueAt: (result.endedAtMs ?? Date.now()) + delayMs, parked },
      changes,
    );
    if (cancelled) return { status: 'cancelled', attempts: attempt };
  }
}

/** Most receivers answer at once; one that may not is waited for outside the workflow task, which others need. */
async function attemptOnce(deliveryId: string, attempt: number): Promise<AttemptOutcome> {
  if (attempt > 1) return attemptDelivery(deliveryId, attempt);
  const result = await attemptFirstDelivery(deliveryId, attempt);
  return result.status === 'deferred' ? attemptDelivery(deliveryId, attempt) : result;
}

/** Counts changes of the subscription; one that comes while an activity runs is seen after it. */
class Changes {
  private noted = 0;
  private seen = 0;

  note(): void {
    this.noted += 1;
  }

  get pending(): boolean {
    return this.noted > this.seen;
  }

  /** Everything up to now is about to be looked at. */
  take(): void {
    this.seen = this.noted;
  }
}

interface Waiting {
  deliveryId: string;
  /** Number of the attempt that was made last. */
  attempt: number;
  /** Unix time in milliseconds: counted from the end of that attempt, not from when this workflow hears of it. */
  dueAt: number;
  /** Whether the subscription is known to be disabled. */
  parked: boolean;
}

/**
 * Waits for the next attempt. A disabled subscription stops nothing but the sending: the schedule runs on, and an
 * attempt that became due meanwhile is made once the subscription is enabled again.
 * @returns whether the delivery has ended because nobody listens any more
 */
async function waitForRetry(waiting: Waiting, changes: Changes): Promise<boolean> {
  const { deliveryId, attempt, dueAt } = waiting;
  let { parked } = waiting;
  for (;;) {
    const leftMs = dueAt - Date.now();
    if (leftMs <= 0 && !parked && !changes.pending) return false;
    if (parked) {
      setCurrentDetails(`**paused**: the subscription is disabled; retry ${attempt} follows when it is enabled again.`);
      await condition(() => changes.pending);
    } else {
      explainRetry(attempt, dueAt);
      const summary = `Retry ${attempt} of 5, due ${new Date(dueAt).toISOString()}`;
      const changed = changes.pending || (await condition(() => changes.pending, leftMs, { summary }));
      if (!changed) return false;
    }
    changes.take();
    const standing = await parkDelivery(deliveryId, dueAt);
    if (standing === 'cancelled') return true;
    parked = standing === 'paused';
  }
}

function explainRetry(attempt: number, dueAt: number): void {
  const due = new Date(dueAt).toISOString();
  setCurrentDetails(`**waiting**: attempt ${attempt} of 6 got no 200; retry ${attempt} of 5 is due ${due}.`);
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.nextAttemptAt, value: new Date(dueAt) }]);
}
