import {
  CancellationScope,
  condition,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { AttemptOutcome } from '../activities/webhooks/attempt-delivery';
import { retryDelayMs } from '../domain/webhooks/retry';
import {
  AFTER_BURST_MS,
  SEARCH_ATTRIBUTES,
  subscriptionChanged,
  subscriptionChangedEarly,
  type DeliveryInput,
} from './contract';
import { attemptDelivery, attemptFirstDelivery, parkDelivery, retryDelivery } from './proxies';

export interface DeliveryOutcome {
  status: 'delivered' | 'failed' | 'cancelled';
  attempts: number;
}

/**
 * One event on its way to one subscription: an attempt, then up to five retries, 5 min, 30 min, 2 h, 6 h and 24 h after
 * the end of the attempt that failed.
 * A cancellation of the workflow ends no delivery: it is shown, and the delivery goes on.
 * Source: specification, "Events"; docs/GAPS.md#W4, docs/GAPS.md#W5
 */
export async function webhookDelivery(input: DeliveryInput): Promise<DeliveryOutcome> {
  const changes = new Changes();
  const notes = new Notes();
  setHandler(subscriptionChanged, () => changes.note());
  setHandler(subscriptionChangedEarly, () => changes.note());
  CancellationScope.current().cancelRequested.catch(() => notes.explainWorkflowCancellation());
  return CancellationScope.nonCancellable(() => deliver(input, changes, notes));
}

async function deliver(input: DeliveryInput, changes: Changes, notes: Notes): Promise<DeliveryOutcome> {
  const { deliveryId, attemptsMade, dueAtMs } = input;
  let inBurst = input.inBurst === true;
  if (dueAtMs !== undefined) {
    const waiting = { deliveryId, attempt: attemptsMade, dueAt: dueAtMs, parked: false, inBurst };
    const state = await waitForRetry(waiting, changes, notes);
    if (state === 'cancelled') return { status: 'cancelled', attempts: attemptsMade };
    inBurst = state === 'in_burst';
  }
  let looks = 0;
  for (let attempt = attemptsMade + 1; ; attempt += 1) {
    notes.show(`**delivering**: attempt ${attempt} of 6 is being made.`);
    const result = await attemptOnce(deliveryId, attempt, inBurst);
    if (result.status === 'delivered') return { status: 'delivered', attempts: attempt };
    if (result.status === 'cancelled') return { status: 'cancelled', attempts: attempt - 1 };
    inBurst = result.inBurst === true;
    if (result.status === 'waiting') {
      await waitForTurn(result, looks, changes, notes);
      looks += 1;
      // It was not made: it keeps its number.
      attempt -= 1;
      continue;
    }
    looks = 0;
    const parked = result.status === 'parked';
    const delayMs = parked ? 0 : retryDelayMs(attempt);
    if (delayMs === null || input.once) return { status: 'failed', attempts: attempt };
    // A parked attempt was not made: it keeps its number.
    if (parked) attempt -= 1;
    const dueAt = (result.endedAtMs ?? Date.now()) + delayMs;
    const state = await waitForRetry({ deliveryId, attempt, dueAt, parked, inBurst }, changes, notes);
    if (state === 'cancelled') return { status: 'cancelled', attempts: attempt };
    inBurst = state === 'in_burst';
  }
}

/**
 * Most receivers answer at once; one that may not is waited for outside the workflow task, which others need. What a
 * burst has made is read within it.
 */
async function attemptOnce(deliveryId: string, attempt: number, inBurst: boolean): Promise<AttemptOutcome> {
  if (attempt > 1 && !inBurst) return retryDelivery(deliveryId, attempt);
  const result = await attemptFirstDelivery(deliveryId, attempt);
  if (result.status !== 'deferred') return result;
  return attempt > 1 ? retryDelivery(deliveryId, attempt) : attemptDelivery(deliveryId, attempt);
}

/** What the Temporal UI shows, with a word about a cancellation that somebody requested there. */
class Notes {
  private text = '';
  private hasWorkflowCancellation = false;

  show(text: string): void {
    this.text = text;
    const note = this.hasWorkflowCancellation
      ? '\n\nA cancellation of this workflow was requested. It cancels no delivery, so the delivery goes on: to end it, delete or disable the subscription.'
      : '';
    setCurrentDetails(text + note);
  }

  explainWorkflowCancellation(): void {
    this.hasWorkflowCancellation = true;
    this.show(this.text);
  }
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
  /** Whether a burst makes the next attempt. */
  inBurst: boolean;
}

/**
 * Waits for the next attempt. A disabled subscription stops nothing but the sending: the schedule runs on, and an
 * attempt that became due meanwhile is made once the subscription is enabled again.
 * @returns `due` when it is this delivery's to make, `in_burst` when a burst has had the time to make it, `cancelled` when
 *   the delivery has ended because nobody listens any more
 */
async function waitForRetry(
  waiting: Waiting,
  changes: Changes,
  notes: Notes,
): Promise<'due' | 'in_burst' | 'cancelled'> {
  const { deliveryId, attempt, dueAt } = waiting;
  let { parked, inBurst } = waiting;
  for (;;) {
    const leftMs = dueAt + (inBurst ? AFTER_BURST_MS : 0) - Date.now();
    const whose = inBurst ? 'in_burst' : 'due';
    if (leftMs <= 0 && !parked && !changes.pending) return whose;
    if (parked) {
      notes.show(`**paused**: the subscription is disabled; retry ${attempt} follows when it is enabled again.`);
      await condition(() => changes.pending);
    } else {
      explainRetry({ attempt, dueAt, inBurst }, notes);
      const summary = `Retry ${attempt} of 5, due ${new Date(dueAt).toISOString()}`;
      const changed = changes.pending || (await condition(() => changes.pending, leftMs, { summary }));
      if (!changed) return whose;
    }
    changes.take();
    const state = await parkDelivery(deliveryId);
    if (state === 'cancelled') return state;
    parked = state === 'paused';
    inBurst = state === 'in_burst';
  }
}

/** It is woken when its turn comes; should nobody wake it, it looks by itself, ever more rarely. */
const LOOK_MS = 60_000;
const RAREST_LOOK_MS = 3_600_000;

/**
 * Waits until an attempt that was held up may be looked at again: at its turn under the rate of its subscription, or when
 * the event before it is over or its endpoint answers again, which come as a signal.
 * Source: docs/GAPS.md#W13, docs/GAPS.md#W15
 */
async function waitForTurn(
  { waitsFor, untilMs, unreachableSince }: AttemptOutcome,
  looks: number,
  changes: Changes,
  notes: Notes,
): Promise<void> {
  const leftMs =
    untilMs === undefined ? Math.min(LOOK_MS * 2 ** looks, RAREST_LOOK_MS) : Math.max(untilMs - Date.now(), 1);
  const until = new Date(Date.now() + leftMs).toISOString();
  const reason =
    unreachableSince !== undefined
      ? `its endpoint cannot be reached since ${unreachableSince}; it goes on when that answers, and looks at ${until}.`
      : waitsFor === undefined
        ? `its turn under the rate of its subscription is ${until}.`
        : `${waitsFor}, of an earlier event of the same subject, is not over.`;
  notes.show(`**waiting**: ${reason}`);
  if (!changes.pending) await condition(() => changes.pending, leftMs, { summary: `Waits: ${reason}` });
  changes.take();
}

function explainRetry({ attempt, dueAt, inBurst }: Omit<Waiting, 'deliveryId' | 'parked'>, notes: Notes): void {
  const due = new Date(dueAt).toISOString();
  const how = inBurst ? ', in a burst with others' : '';
  notes.show(`**waiting**: attempt ${attempt} of 6 got no 200; retry ${attempt} of 5 is due ${due}${how}.`);
  upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.nextAttemptAt, value: new Date(dueAt) }]);
}
