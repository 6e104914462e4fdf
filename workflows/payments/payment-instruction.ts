import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { InquiryOutcome, SilenceOutcome } from '../../activities/payments/payment-questions';
import type { SendOutcome } from '../../activities/payments/send-outcome';
import { isOutcome, type PaymentStatus } from '../../domain/payments/instruction/status';
import { WAITING_LIMIT_MS } from '../../domain/payments/reports/transitions';
import {
  cancellationRequested,
  paymentState,
  reportsRecorded,
  SEARCH_ATTRIBUTES,
  submission,
  type CancellationNotice,
  type PaymentInput,
  type PaymentProgress,
  type ReportNotice,
} from '../contract';
import { CancellationRequest } from './payment-cancellation';
import { delayAt, FIRST_CHECK_MS, HISTORY_LIMIT, INQUIRY_DELAYS_MS, MAX_HOPS } from './payment-delays';
import { PublishedStatus, type PublishedProgress } from './published-status';
import { endedBy, outcomeWait, waitAfter, type Unsent } from './payment-waits';
import {
  checkSilence,
  flagWaitingReports,
  inquireInstruction,
  noteWaiting,
  sendInstruction,
  sendInstructionLater,
} from '../proxies';

/**
 * The workflow of one payment instruction: waits until its value date, dispatches exactly once, then follows the
 * partner's reports until an outcome. The database decides every status; the workflow decides what happens next and
 * when. Cancelling the workflow does not cancel the payment, and only shows in the details.
 * Source: specification, "States and transitions"; docs/GAPS.md#P1, docs/GAPS.md#P3
 */
export async function paymentInstruction(input: PaymentInput): Promise<{ status: PaymentStatus }> {
  const payment = new PaymentRun(input);
  // Handlers are set before anything is awaited: a message may stand in the very first task.
  setHandler(submission, async () => {
    await condition(() => payment.answerable);
    return { status: payment.published.status, ...(payment.isRerouted ? { rerouted: true } : {}) };
  });
  setHandler(reportsRecorded, (notices) => payment.receive(notices));
  setHandler(cancellationRequested, (notice) => payment.noteCancellation(notice));
  setHandler(paymentState, () => payment.published.view);
  CancellationScope.current().cancelRequested.catch(() => payment.published.noteWorkflowCancellation());
  return CancellationScope.nonCancellable(() => payment.run());
}

/** What a run hands to the next, beside what is published. */
type RunProgress = Omit<PaymentProgress, keyof PublishedProgress>;

class PaymentRun {
  readonly published: PublishedStatus;
  /** Whether the client's request can be answered: the partner took it, or it is known to wait. */
  answerable: boolean;
  isRerouted = false;
  /** The partner that it is meant for now. */
  private partnerName: string;
  /** What the next run gets, beside what is published. */
  private readonly kept: RunProgress;
  private readonly cancellation: CancellationRequest;
  /** How often it was rerouted. */
  private hops = 0;
  private hasTried: boolean;
  /** Whether a person has established that a payment which is followed is pending: it is sent again. */
  private isToSendAgain = false;

  constructor(private readonly input: PaymentInput) {
    const before = input.progress;
    this.partnerName = input.partnerName;
    this.published = new PublishedStatus(
      input.instructionId,
      before ?? null,
      input.releaseAtMs === null ? 'submitted' : 'pending',
    );
    this.kept = { flagAtMs: null, checkAtMs: 0, cancellationAsked: false, outages: 0, inquiries: 0, ...before };
    this.cancellation = new CancellationRequest(input.instructionId, this.kept.cancellationAsked);
    this.hasTried = before !== undefined;
    this.answerable = before !== undefined;
  }

  /**
   * Takes what the database decided; older versions than the known one change nothing. The status that they lead to is
   * shown once: each update of search attributes is an event of the history and a write of the server.
   */
  receive(notices: readonly ReportNotice[]): void {
    const before = this.published.status;
    for (const notice of notices) {
      if (notice.disposition === 'waiting') this.kept.flagAtMs ??= Date.now() + WAITING_LIMIT_MS;
      if (notice.retry === true) this.kept.isUrged = true;
      if (!this.published.take(notice)) continue;
      this.isToSendAgain = true;
      this.kept.isUrged = false;
    }
    this.published.showReports(notices);
    if (this.published.status !== before) this.published.show(this.published.status);
  }

  noteCancellation(notice: CancellationNotice): void {
    if (notice.status === 'cancelled') return this.published.moveTo(notice);
    this.cancellation.noteRequest();
    this.published.showCancellation();
  }

  async run(): Promise<{ status: PaymentStatus }> {
    await this.holdUntilRelease(this.input.releaseAtMs);
    do {
      this.isToSendAgain = false;
      if (!this.moved) await this.sendUntilMoved();
      this.answerable = true;
      await this.listenUntilOutcome();
    } while (this.isToSendAgain);
    this.published.explain('nothing; the payment has its outcome');
    await condition(allHandlersFinished);
    return { status: this.published.status };
  }

  private get moved(): boolean {
    return this.published.status !== 'pending';
  }

  /** What a further run of this workflow has to know. */
  private get progress(): PaymentProgress {
    return { ...this.kept, ...this.published.progress, cancellationAsked: this.cancellation.isOpen };
  }

  /** Whether a new run is to begin before the history grows beyond what a server takes. */
  private get isLong(): boolean {
    const { continueAsNewSuggested, historyLength } = workflowInfo();
    return continueAsNewSuggested || historyLength >= (this.input.historyLimit ?? HISTORY_LIMIT);
  }

  private async continueAsNewIfLong(): Promise<void> {
    if (!this.isLong || !this.answerable) return;
    await condition(allHandlersFinished);
    const { partnerName, progress } = this;
    await continueAsNew<typeof paymentInstruction>({ ...this.input, partnerName, progress });
  }

  private async holdUntilRelease(releaseAtMs: number | null): Promise<void> {
    const { instructionId } = this.input;
    const delayMs = (releaseAtMs ?? 0) - Date.now();
    if (delayMs <= 0) return;
    this.published.show('pending');
    const { endsAtMs = Infinity } = await noteWaiting(instructionId, 'value_date');
    this.answerable = true;
    const until = { atMs: releaseAtMs ?? 0, then: 'it is sent to the partner' };
    this.published.explain('its value date', { until, endedBy: endedBy('value_date', instructionId) });
    // Approvals and conditions that are missing then are looked at by the next try, which cancels it.
    const restMs = Math.max(1, Math.min(delayMs, endsAtMs - Date.now()));
    await this.rest(restMs, `Until the value date, ${new Date(until.atMs).toISOString()}`);
  }

  /** Waits until the instruction has moved, an operator wants it tried, or something else has come; at most so long. */
  private async pause(delayMs: number, summary: string, hasCome: () => boolean): Promise<void> {
    await condition(() => this.moved || this.kept.isUrged || hasCome(), delayMs, { summary });
    // One that has moved is not tried: the partner is asked, which the urging is for then.
    if (!this.moved) this.kept.isUrged = false;
  }

  /**
   * A pause before a try. A cancellation ends one of them and no more, or what the try cannot end would be tried without
   * a pause for as long as the partner is away.
   */
  private async rest(delayMs: number, summary: string): Promise<void> {
    await this.pause(delayMs, summary, () => this.cancellation.isNew);
    this.cancellation.isNew = false;
  }

  /** Sends by a local activity at the first try, in the client's request, and by another one later. */
  private async trySending(): Promise<SendOutcome> {
    const { instructionId } = this.input;
    const isFirst = !this.hasTried;
    this.hasTried = true;
    // An activity that ran out of time is as ambiguous as a partner that did not answer.
    const ambiguous = { kind: 'ambiguous', refusing: false } as const;
    return (isFirst ? sendInstruction : sendInstructionLater)(instructionId).catch(() => ambiguous);
  }

  private keepRecorded(outcome: SendOutcome | InquiryOutcome | SilenceOutcome): void {
    const recorded = 'recorded' in outcome ? outcome.recorded : undefined;
    if (recorded !== undefined) this.kept.recorded = recorded;
  }

  /** Tries to send until the payment has another status than pending; waits, inquires or reroutes in between. */
  private async sendUntilMoved(): Promise<void> {
    while (!this.moved) {
      await this.continueAsNewIfLong();
      if (!this.hasTried) this.published.explain(`being sent to ${this.partnerName}`);
      const outcome = await this.trySending();
      this.keepRecorded(outcome);
      if (outcome.kind === 'moved') {
        this.published.moveTo(outcome.moved);
        // An answer about a call that is no longer the last one leaves it pending: it is still to be sent.
        if (outcome.moved.status === 'pending') continue;
        return;
      }
      if (outcome.kind === 'rerouted') {
        await this.goOverTo(outcome);
        continue;
      }
      this.published.show('pending');
      if (outcome.kind === 'ambiguous') await this.inquire(outcome);
      else await this.waitBeforeNextTry(outcome);
    }
  }

  /** Goes over to another partner: holds the payment until its value date, and pauses after many such moves. */
  private async goOverTo({ partnerName, releaseAtMs }: Extract<SendOutcome, { kind: 'rerouted' }>): Promise<void> {
    this.isRerouted = true;
    this.partnerName = partnerName;
    this.hops += 1;
    this.hasTried = this.answerable;
    upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.partner, value: partnerName }]);
    await this.holdUntilRelease(releaseAtMs);
    if (this.hops % MAX_HOPS === 0) await this.waitBeforeNextTry({ kind: 'not_delivered' });
  }

  private async waitBeforeNextTry(outcome: Unsent): Promise<void> {
    const { reason, delayMs, forWhat, backsOff } = waitAfter(outcome, this.partnerName, this.kept.outages);
    if (backsOff) this.kept.outages += 1;
    this.published.moveTo(await noteWaiting(this.input.instructionId, reason));
    this.answerable = true;
    const until = { atMs: Date.now() + delayMs, then: 'it is tried again' };
    this.published.explain(forWhat, { until, endedBy: endedBy(reason, this.input.instructionId) });
    await this.rest(delayMs, `Waits for ${forWhat}`);
  }

  /** Asks the partner by our own reference until it knows; nothing is sent again before it was proven not to have it. */
  private async inquire({ refusing, recorded }: Extract<SendOutcome, { kind: 'ambiguous' }>): Promise<void> {
    const { partnerName } = this;
    const { instructionId } = this.input;
    await noteWaiting(instructionId, refusing ? 'partner_refusing' : 'partner_slow');
    this.answerable = true;
    let answer: InquiryOutcome = { kind: 'ask_again' };
    for (; !this.moved && answer.kind === 'ask_again'; this.kept.inquiries += 1) {
      await this.continueAsNewIfLong();
      const delayMs = delayAt(INQUIRY_DELAYS_MS, this.kept.inquiries);
      this.published.explain(`${partnerName}, which may or may not have received it`, {
        until: { atMs: Date.now() + delayMs, then: `${partnerName} is asked` },
        endedBy: endedBy('in_doubt', instructionId),
      });
      const summary = `Ambiguous dispatch: inquiry ${this.kept.inquiries + 1} at ${partnerName}`;
      await this.pause(delayMs, summary, () => this.cancellation.isToAsk);
      if (this.moved) return;
      if (this.cancellation.isToAsk) this.cancellation.ask();
      answer = await (recorded ? inquireInstruction(instructionId, recorded) : inquireInstruction(instructionId));
      this.keepRecorded(answer);
      if (answer.kind === 'moved') this.published.moveTo(answer.moved);
      // Pauses grow while a partner is away. This one is back, and only has to say the same once more.
      if (answer.kind === 'ask_again' && answer.denied === true) this.kept.inquiries = 0;
    }
    this.kept.inquiries = 0;
  }

  /** Handles reports and cancellations until the payment has its outcome or is to be sent again. */
  private async listenUntilOutcome(): Promise<void> {
    while (!isOutcome(this.published.status) && !this.isToSendAgain) {
      await this.continueAsNewIfLong();
      if (this.cancellation.isToAsk) this.cancellation.ask();
      await this.listen();
    }
  }

  /** Waits for the partner's outcome. A report that is none costs nothing here: the database remembers when it came. */
  private async listen(): Promise<void> {
    const { instructionId } = this.input;
    const nowMs = Date.now();
    if (this.kept.checkAtMs <= nowMs) this.kept.checkAtMs = nowMs + FIRST_CHECK_MS;
    const untilMs = Math.max(nowMs + 1, Math.min(this.kept.checkAtMs, this.kept.flagAtMs ?? Infinity));
    this.published.explain(...outcomeWait(instructionId, this.partnerName, { untilMs, flagAtMs: this.kept.flagAtMs }));
    const hasWork = (): boolean =>
      isOutcome(this.published.status) ||
      this.cancellation.isToAsk ||
      this.kept.isUrged ||
      this.isToSendAgain ||
      this.isLong;
    const summary = `Reports of ${this.partnerName}`;
    if ((await condition(hasWork, untilMs - nowMs, { summary })) && !this.kept.isUrged) return;
    this.kept.isUrged = false;
    if (this.kept.flagAtMs !== null && Date.now() >= this.kept.flagAtMs) {
      this.kept.flagAtMs = null;
      await flagWaitingReports(instructionId, workflowInfo().workflowId);
      return;
    }
    const silence = await checkSilence(instructionId);
    this.keepRecorded(silence);
    this.published.moveTo(silence.moved);
    this.kept.checkAtMs = Date.now() + silence.nextCheckMs;
  }
}
