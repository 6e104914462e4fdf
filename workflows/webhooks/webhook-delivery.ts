import {
  CancellationScope,
  condition,
  continueAsNew,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { AttemptOutcome } from '../../activities/webhooks/attempts';
import { retryDelayMs } from '../../domain/webhooks/retry';
import { SEARCH_ATTRIBUTES, subscriptionChanged, type DeliveryInput } from '../contract';
import { HISTORY_LIMIT } from '../payments/payment-delays';
import { attemptDelivery, settleDelivery } from '../proxies';

export interface DeliveryOutcome {
  status: 'delivered' | 'failed' | 'cancelled';
  attempts: number;
}

/** Pause between two looks at an attempt that is held up, unless a signal comes; it grows. */
const LOOK_MS = 60_000;
const RAREST_LOOK_MS = 3_600_000;

/**
 * A delivery whose first attempt has failed, or a test: up to five retries, 5 min, 30 min, 2 h, 6 h and 24 h after the end
 * of the attempt that failed. A cancellation of the workflow ends no delivery: it is shown, and the delivery goes on.
 * Source: specification, "Events"; docs/GAPS.md#W4, docs/GAPS.md#W5, docs/GAPS.md#W10
 */
export async function webhookDelivery(input: DeliveryInput): Promise<DeliveryOutcome> {
  const delivery = new Delivery(input);
  setHandler(subscriptionChanged, () => delivery.noteChange());
  CancellationScope.current().cancelRequested.catch(() => delivery.explainWorkflowCancellation());
  return CancellationScope.nonCancellable(() => delivery.run());
}

class Delivery {
  /** Of the attempt that was made last. */
  private made: number;
  /** When the next attempt is due, Unix time in milliseconds; undefined: at once. */
  private dueAtMs: number | undefined;
  /** Whether the subscription has changed, or may have, since the delivery was looked at. */
  private isChanged: boolean;
  private looks = 0;
  private text = '';
  private cancellation = '';

  constructor(private readonly input: DeliveryInput) {
    this.made = input.attemptsMade;
    this.dueAtMs = input.dueAtMs;
    this.isChanged = input.isRenewed ?? false;
  }

  async run(): Promise<DeliveryOutcome> {
    const { deliveryId, once } = this.input;
    if (this.dueAtMs !== undefined && !(await this.waitUntilDue(this.dueAtMs))) return this.ended('cancelled');
    for (;;) {
      this.show(`**delivering**: attempt ${this.made + 1} of 6 is being made.`);
      const outcome = await attemptDelivery(deliveryId, this.made + 1);
      switch (outcome.status) {
        case 'delivered':
          this.made += 1;
          return this.ended('delivered');
        case 'cancelled':
          return this.ended('cancelled');
        case 'waiting':
          await this.waitForTurn(outcome);
          break;
        case 'paused':
          if (!(await this.waitUntilEnabled())) return this.ended('cancelled');
          break;
        case 'failed': {
          this.made += 1;
          this.looks = 0;
          const delayMs = retryDelayMs(this.made);
          if (delayMs === null || once) return this.ended('failed');
          this.dueAtMs = outcome.endedAtMs + delayMs;
          upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.nextAttemptAt, value: new Date(this.dueAtMs) }]);
          if (!(await this.waitUntilDue(this.dueAtMs))) return this.ended('cancelled');
          break;
        }
        default:
          return outcome satisfies never;
      }
    }
  }

  noteChange(): void {
    this.isChanged = true;
  }

  explainWorkflowCancellation(): void {
    this.cancellation =
      '\n\nA cancellation of this workflow was requested. It cancels no delivery, so the delivery goes on: to end it, ' +
      'delete or disable the subscription.';
    this.show(this.text);
  }

  private ended(status: DeliveryOutcome['status']): DeliveryOutcome {
    return { status, attempts: this.made };
  }

  /** What the Temporal UI shows. */
  private show(text: string): void {
    this.text = text;
    setCurrentDetails(text + this.cancellation);
  }

  /**
   * Before a wait: begins a new run where the history would grow beyond what a server takes, by hourly looks and changes of
   * the subscription. The new run looks at the subscription first, so no signal is lost.
   */
  private async renew(): Promise<void> {
    const { continueAsNewSuggested, historyLength } = workflowInfo();
    const { historyLimit = HISTORY_LIMIT } = this.input;
    if (!continueAsNewSuggested && historyLength < historyLimit) return;
    const due = this.dueAtMs === undefined ? {} : { dueAtMs: this.dueAtMs };
    await continueAsNew<typeof webhookDelivery>({ ...this.input, ...due, attemptsMade: this.made, isRenewed: true });
  }

  /**
   * Waits for the next retry. A disabled subscription stops nothing but the sending: the schedule runs on, and an attempt
   * that became due meanwhile is made once the subscription is enabled again.
   * @returns false when the delivery has ended because its subscription is gone
   */
  private async waitUntilDue(dueAtMs: number): Promise<boolean> {
    const retry = `${this.made} of 5`;
    const due = new Date(dueAtMs).toISOString();
    const help = `\`GET /v1/deliveries/${this.input.deliveryId}\` lists what each attempt got; deleting the subscription ends the retries.`;
    for (let leftMs = dueAtMs - Date.now(); leftMs > 0; leftMs = dueAtMs - Date.now()) {
      await this.renew();
      this.show(`**waiting**: attempt ${this.made} of 6 got no 200; retry ${retry} is due ${due}. ${help}`);
      const summary = `Retry ${retry}, due ${due}`;
      if (!(await condition(() => this.isChanged, leftMs, { summary }))) return true;
      if (!(await this.lookAtSubscription())) return false;
    }
    return true;
  }

  /** @returns false when the subscription is gone */
  private async lookAtSubscription(): Promise<boolean> {
    this.isChanged = false;
    const state = await settleDelivery(this.input.deliveryId);
    return state === 'paused' ? this.waitUntilEnabled() : state === 'waiting';
  }

  private async waitUntilEnabled(): Promise<boolean> {
    await this.renew();
    this.show(
      `**paused**: the subscription is disabled; attempt ${this.made + 1} follows when it is enabled again, on its page or by \`PATCH /v1/webhooks/{id}\` with \`{"enabled": true}\`.`,
    );
    await condition(() => this.isChanged);
    return this.lookAtSubscription();
  }

  /**
   * Waits until an attempt that was held up may be looked at again: at its turn under the rate of its subscription, or when
   * the event before it is over or its endpoint answers again, which come as a signal.
   * Source: docs/GAPS.md#W13, docs/GAPS.md#W15
   */
  private async waitForTurn({ waitsFor, untilMs, unreachableSince }: Extract<AttemptOutcome, { status: 'waiting' }>) {
    await this.renew();
    const leftMs =
      untilMs === undefined ? Math.min(LOOK_MS * 2 ** this.looks, RAREST_LOOK_MS) : Math.max(untilMs - Date.now(), 1);
    this.looks += 1;
    const until = new Date(Date.now() + leftMs).toISOString();
    const reason =
      unreachableSince !== undefined
        ? `its endpoint cannot be reached since ${unreachableSince}; it goes on when that answers, and looks at ${until}.`
        : waitsFor === undefined
          ? `its turn is ${until}.`
          : `${waitsFor}, of an earlier event of the same subject, is not over.`;
    this.show(`**waiting**: ${reason}`);
    if (!this.isChanged) await condition(() => this.isChanged, leftMs, { summary: `Waits: ${reason}` });
    this.isChanged = false;
  }
}
