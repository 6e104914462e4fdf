import {
  CancellationScope,
  condition,
  continueAsNew,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { BatchOutcome } from '../../activities/webhooks/attempts';
import { deliveriesMade, subscriptionChanged, type SenderInput } from '../contract';
import { sendFirsts } from '../proxies';

/** Batches at a time; one at a time while answers take longer than `SLOW_MS` on average. */
const MAX_BATCHES = 4;
const SLOW_MS = 1_000;
/** Deliveries that come while a batch is under way wait so long for its end, and then go out together. */
const COALESCE_MS = 250;
/** Between two parts of what a change has made due: they come back paced. */
const PACE_MS = 1_000;
/** Lower bound of a wait, against clock skew. */
const LEAST_WAIT_MS = 50;
/** Pause between two looks at deliveries that are held up, unless a signal comes; it grows. */
const LOOK_MS = 60_000;
const RAREST_LOOK_MS = 3_600_000;
/** Batches of one run. */
const BATCHES_PER_RUN = 500;
/** Attempts that the details show. */
const SHOWN = 20;

/**
 * Makes the first attempts of one subscription, in batches, for as long as there are any; Postgres decides what may be
 * sent. A delivery whose attempt fails continues in its own workflow. Cancelling the workflow ends no delivery.
 * Source: docs/GAPS.md#W10
 */
export async function webhookSender(input: SenderInput): Promise<void> {
  const sender = new Sender(input);
  setHandler(deliveriesMade, () => sender.noteDeliveries());
  setHandler(subscriptionChanged, () => sender.noteChange());
  return CancellationScope.nonCancellable(() => sender.run());
}

class Sender {
  /** Whether something may be due that no batch under way has seen. */
  private isDue = true;
  /** Whether the batch that ended last was full: then as many go out as may be. */
  private wasFull = false;
  /** Id after which what a change concerns is released by the next batch; null: nothing is. */
  private releaseAfter: string | null;
  /** When the next part is released, Unix time in milliseconds. */
  private releaseAtMs = 0;
  private underWay = 0;
  private batches = 0;
  private mostBatches = MAX_BATCHES;
  private backlog: BatchOutcome['rest'];
  private newest: string[];
  private looks = 0;
  private fault: Error | undefined;

  constructor(private readonly input: SenderInput) {
    this.newest = input.newest ?? [];
    this.releaseAfter = input.releaseAfter ?? null;
  }

  noteDeliveries(): void {
    this.isDue = true;
  }

  noteChange(): void {
    this.isDue = true;
    this.releaseAfter = '';
    this.releaseAtMs = 0;
  }

  async run(): Promise<void> {
    for (;;) {
      const { left = 0, isClock = false } = this.backlog ?? {};
      if (this.fault !== undefined) throw this.fault;
      if (this.mayBegin) {
        this.begin();
      } else if (this.underWay > 0) {
        await this.waitForBatch();
      } else if (this.shouldContinueAsNew) {
        const { newest, releaseAfter } = this;
        return continueAsNew<typeof webhookSender>({ ...this.input, newest, releaseAfter });
      } else if (left > 0 || isClock || this.releaseAfter !== null) {
        await this.waitForTurn();
      } else {
        return;
      }
    }
  }

  private get shouldContinueAsNew(): boolean {
    const { batchesPerRun = BATCHES_PER_RUN } = this.input;
    return this.batches >= batchesPerRun || workflowInfo().continueAsNewSuggested;
  }

  private get mayBegin(): boolean {
    const most = this.wasFull ? this.mostBatches : 1;
    return this.isDue && this.underWay < most && !(this.shouldContinueAsNew && this.batches > 0);
  }

  private begin(): void {
    this.isDue = this.wasFull && this.underWay + 1 < this.mostBatches;
    this.underWay += 1;
    this.batches += 1;
    const releaseAfter = this.releaseAtMs <= Date.now() ? this.releaseAfter : null;
    if (releaseAfter !== null) [this.releaseAfter, this.releaseAtMs] = [null, Date.now() + PACE_MS];
    void sendFirsts(this.input.webhookId, releaseAfter)
      .then((outcome) => this.noteOutcome(outcome))
      .catch((fault: Error) => (this.fault = fault))
      .finally(() => (this.underWay -= 1));
    this.show();
  }

  private noteOutcome({ attempts, meanMs, rest, releasedTo }: BatchOutcome): void {
    this.wasFull = rest === undefined;
    const hasMade = Object.keys(attempts).length > 0;
    // What has become due during the batch needs no signal. After a last batch that could make nothing it waits a moment.
    const mayFollow = hasMade || this.underWay > 1;
    this.isDue ||= this.wasFull || (mayFollow && (rest?.nextAtMs ?? Infinity) <= Date.now());
    this.mostBatches = meanMs > SLOW_MS ? 1 : MAX_BATCHES;
    this.backlog = rest;
    this.releaseAfter ??= releasedTo ?? null;
    if (hasMade) this.looks = 0;
    this.newest = [...Object.entries(attempts).map(([id, end]) => `${id}: ${end}`), ...this.newest].slice(0, SHOWN);
    this.show();
  }

  /** Waits for the end of a batch, or, where more deliveries have come, for `COALESCE_MS` at most. */
  private async waitForBatch(): Promise<void> {
    const { batches, underWay } = this;
    const hasEnded = (): boolean => this.underWay < underWay;
    if (!this.isDue) return void (await condition(() => hasEnded() || this.isDue));
    const summary = 'More has come while a batch is under way';
    const mayCoalesce = underWay < this.mostBatches && !this.shouldContinueAsNew;
    if (!mayCoalesce) return condition(hasEnded);
    if (!(await condition(hasEnded, COALESCE_MS, { summary })) && batches === this.batches) this.begin();
  }

  /** Waits until something that is held up may be due, or a signal comes. */
  private async waitForTurn(): Promise<void> {
    const lookMs = Math.min(LOOK_MS * 2 ** this.looks, RAREST_LOOK_MS);
    const isReleasing = this.releaseAfter !== null;
    const { nextAtMs } = this.backlog ?? {};
    const dueMs = nextAtMs === undefined ? lookMs : Math.max(nextAtMs - Date.now(), LEAST_WAIT_MS);
    const untilMs = isReleasing ? PACE_MS : dueMs;
    this.show();
    const isSignalled = await condition(() => this.isDue, untilMs, { summary: this.reason });
    if (!isSignalled && !isReleasing && nextAtMs === undefined) {
      this.looks += 1;
      this.releaseAfter = '';
    }
    this.isDue = true;
  }

  private get reason(): string {
    const { left = 0, nextAtMs, isEnabled = true, unreachableSince } = this.backlog ?? {};
    const until = nextAtMs === undefined ? '' : ` until ${new Date(nextAtMs).toISOString()}`;
    if (!isEnabled) return `${left} deliveries are paused: the subscription is disabled.`;
    if (unreachableSince !== undefined) {
      return `The endpoint cannot be reached since ${unreachableSince}; ${left} first attempts wait${until} for a probe.`;
    }
    return nextAtMs === undefined
      ? `${left} deliveries wait for earlier events of their subjects.`
      : `${left} deliveries wait for their turn${until}.`;
  }

  /** What a person can do to end the wait. */
  private get endedBy(): string {
    const { isEnabled = true, unreachableSince } = this.backlog ?? {};
    const change = `\`PATCH /v1/webhooks/${this.input.webhookId}\` with \`{"enabled": true}\`, or the subscription's page,`;
    if (!isEnabled) return ` ${change} sends them.`;
    return unreachableSince === undefined ? '' : ` ${change} tries the endpoint at once.`;
  }

  /** What the Temporal UI shows. */
  private show(): void {
    const state =
      this.underWay > 0 ? `**sending**: ${this.underWay} of at most ${this.mostBatches} batches` : '**waiting**';
    const waits = this.underWay === 0 || (this.backlog?.left ?? 0) > 0 ? `\n\n${this.reason}${this.endedBy}` : '';
    const newest = this.newest.length === 0 ? '' : `\n\nNewest attempts:\n\n${this.newest.join('\n')}`;
    setCurrentDetails(`${state}.${waits}${newest}`);
  }
}
