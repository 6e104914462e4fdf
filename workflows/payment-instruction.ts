import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  patched,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { InquiryOutcome } from '../activities/payment-questions';
import type { SendOutcome } from '../activities/payments';
import { isOutcome, type PaymentStatus } from '../domain/payments/status';
import { WAITING_LIMIT_MS } from '../domain/payments/transitions';
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
} from './contract';
import { delayAt, FIRST_CHECK_MS, HISTORY_LIMIT, INQUIRY_DELAYS_MS, inSeconds, MAX_HOPS } from './payment-delays';
import { PublishedStatus } from './published-status';
import { waitAfter, type Unsent } from './payment-waits';
import {
  askCancellation,
  checkSilence,
  flagUnanswered,
  flagWaitingReports,
  inquireInstruction,
  noteWaiting,
  sendInstruction,
  sendInstructionLater,
} from './proxies';

/**
 * The life of one payment instruction: hold until its value date, dispatch exactly once, then follow the partner's
 * reports until an outcome. The database decides every status; the workflow decides what is done next and when.
 * A cancellation of the workflow is no cancellation of the payment: it is shown, and the payment goes on.
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
  setHandler(cancellationRequested, (notice) => payment.cancel(notice));
  setHandler(paymentState, () => payment.published.view);
  CancellationScope.current().cancelRequested.catch(() => payment.published.noteWorkflowCancellation());
  return CancellationScope.nonCancellable(() => payment.run());
}

class PaymentRun {
  readonly published: PublishedStatus;
  /** Whether the client's request can be answered: the partner took it, or it is known to wait. */
  answerable: boolean;
  isRerouted = false;
  /** The partner that it is meant for now. */
  private partnerName: string;
  /** When a report that presupposes a missing step has waited long enough, Unix milliseconds. Source: docs/GAPS.md#P3 */
  private flagAt: number | null;
  /** When the partner's silence is looked at next, Unix milliseconds. */
  private checkAt: number;
  private cancellationAsked: boolean;
  /** Whether that came since it was tried last: what no partner has ends at the next try. */
  private isWithdrawn = false;
  /** Whether the partner is being asked to cancel. */
  private isAsking = false;
  /** Whether an operator wants what waits to be tried now. */
  private isUrged: boolean;
  private outages: number;
  /** How often it has gone over to another partner. */
  private hops = 0;
  private inquiries: number;
  private hasTried: boolean;

  constructor(private readonly input: PaymentInput) {
    const before = input.progress;
    this.partnerName = input.partnerName;
    this.published = new PublishedStatus(before ?? null, input.releaseAtMs === null ? 'submitted' : 'pending');
    this.flagAt = before?.flagAtMs ?? null;
    this.checkAt = before?.checkAtMs ?? 0;
    this.cancellationAsked = before?.cancellationAsked ?? false;
    this.outages = before?.outages ?? 0;
    this.inquiries = before?.inquiries ?? 0;
    this.isUrged = before?.isUrged ?? false;
    this.hasTried = before !== undefined;
    this.answerable = before !== undefined;
  }

  /** Takes what the database decided; older versions than the known one change nothing. */
  receive(notices: readonly ReportNotice[]): void {
    for (const notice of notices) {
      if (notice.disposition === 'waiting') this.flagAt ??= Date.now() + WAITING_LIMIT_MS;
      if (notice.retry === true) this.isUrged = true;
      // After a restore of an earlier moment the database counts again from there; its outcomes hold all the same.
      const isNewCount = notice.disposition === 'reconciled' && this.published.isOlderOutcome(notice);
      if (isNewCount && patched('outcomes-of-the-row')) this.published.end(notice);
      else this.published.moveTo(notice);
    }
  }

  cancel(notice: CancellationNotice): void {
    if (notice.status === 'cancelled') return this.published.moveTo(notice);
    this.cancellationAsked = true;
    this.isWithdrawn = true;
  }

  async run(): Promise<{ status: PaymentStatus }> {
    await this.holdUntilRelease(this.input.releaseAtMs);
    if (this.published.status === 'pending') await this.dispatch();
    this.answerable = true;
    await this.follow();
    this.published.explain('nothing; the payment has its outcome.');
    await condition(allHandlersFinished);
    return { status: this.published.status };
  }

  private get moved(): boolean {
    return this.published.status !== 'pending';
  }

  /** Whether the partner is to be asked to cancel now: what comes while it is being asked is asked for afterwards. */
  private get isToAsk(): boolean {
    return this.cancellationAsked && !this.isAsking;
  }

  /** What a further run of this workflow has to know. */
  private get progress(): PaymentProgress {
    return {
      ...this.published.progress,
      flagAtMs: this.flagAt,
      checkAtMs: this.checkAt,
      // A question that is under way ends with this run.
      cancellationAsked: this.cancellationAsked || this.isAsking,
      outages: this.outages,
      inquiries: this.inquiries,
      ...(this.isUrged ? { isUrged: true } : {}),
    };
  }

  /** Goes on in a new run before the history grows beyond what a server takes. */
  private async renew(): Promise<void> {
    const { continueAsNewSuggested, historyLength } = workflowInfo();
    if (!continueAsNewSuggested && historyLength < (this.input.historyLimit ?? HISTORY_LIMIT)) return;
    if (!this.answerable) return;
    await condition(allHandlersFinished);
    const { partnerName, progress } = this;
    await continueAsNew<typeof paymentInstruction>({ ...this.input, partnerName, progress });
  }

  private async holdUntilRelease(releaseAtMs: number | null): Promise<void> {
    const { instructionId } = this.input;
    const delayMs = (releaseAtMs ?? 0) - Date.now();
    if (delayMs <= 0) return;
    const release = new Date(releaseAtMs ?? 0).toISOString();
    this.published.show('pending');
    await noteWaiting(instructionId, 'value_date');
    this.answerable = true;
    this.published.explain(`the value date: it will be sent to the partner at ${release}.`);
    await this.rest(delayMs, `Until the value date, ${release}`);
  }

  /** Waits until the instruction has moved, an operator wants it tried, or something else has come; at most so long. */
  private async pause(delayMs: number, summary: string, hasCome: () => boolean): Promise<void> {
    await condition(() => this.moved || this.isUrged || hasCome(), delayMs, { summary });
    this.isUrged = false;
  }

  /**
   * A pause before a try. A cancellation ends one of them and no more, or what the try cannot end would be tried without
   * a pause for as long as the partner is away. Runs of before ended each.
   */
  private async rest(delayMs: number, summary: string): Promise<void> {
    const endsAtOnce = this.cancellationAsked && (this.isWithdrawn || !patched('one-try-for-a-cancellation'));
    await this.pause(delayMs, summary, () => endsAtOnce || this.isWithdrawn);
    this.isWithdrawn = false;
  }

  /**
   * Asks the partner to cancel, beside everything else: its answer is in the database, and one that never answers must
   * not keep the payment from its reports and its end. It is asked once at a time, for as long as it takes: a further
   * word, such as that the partner has the payment after all, is a further question. Runs of before asked at once.
   */
  private askPartnerToCancel(): void {
    const { instructionId } = this.input;
    this.cancellationAsked = false;
    this.isWithdrawn = false;
    this.isAsking = patched('one-cancellation-at-a-time');
    void askCancellation(instructionId)
      .catch(() => flagUnanswered(instructionId, 'cancellation_unanswered'))
      .finally(() => {
        this.isAsking = false;
      });
  }

  /** The first try is local, in the client's request; whatever waited takes no slot that such a request needs. */
  private async trySending(): Promise<SendOutcome> {
    const { instructionId } = this.input;
    const isFirst = !this.hasTried;
    this.hasTried = true;
    // An activity that ran out of time is as ambiguous as a partner that did not answer.
    const ambiguous = { kind: 'ambiguous', refusing: false } as const;
    return (isFirst ? sendInstruction : sendInstructionLater)(instructionId).catch(() => ambiguous);
  }

  private async dispatch(): Promise<void> {
    while (!this.moved) {
      await this.renew();
      this.published.explain('being sent to the partner.');
      const outcome = await this.trySending();
      if (outcome.kind === 'moved') return this.published.moveTo(outcome.moved);
      if (outcome.kind === 'rerouted') {
        await this.goOverTo(outcome);
        continue;
      }
      this.published.show('pending');
      if (outcome.kind === 'ambiguous') await this.inquire(outcome);
      else await this.waitForPartner(outcome);
    }
  }

  /** Another partner has it now: it is sent at once, in the client's request while that waits, or from its value date on. */
  private async goOverTo({ partnerName, releaseAtMs }: Extract<SendOutcome, { kind: 'rerouted' }>): Promise<void> {
    this.isRerouted = true;
    this.partnerName = partnerName;
    this.hops += 1;
    this.hasTried = this.answerable;
    upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.partner, value: partnerName }]);
    await this.holdUntilRelease(releaseAtMs);
    if (this.hops % MAX_HOPS === 0) await this.waitForPartner({ kind: 'not_delivered' });
  }

  private async waitForPartner(outcome: Unsent): Promise<void> {
    const { reason, delayMs, forWhat, backsOff } = waitAfter(outcome, this.partnerName, this.outages);
    if (backsOff) this.outages += 1;
    this.published.moveTo(await noteWaiting(this.input.instructionId, reason));
    this.answerable = true;
    this.published.explain(`${forWhat}; next try in ${inSeconds(delayMs)}.`);
    await this.rest(delayMs, `Waits for ${forWhat}`);
  }

  /** Asks the partner by our own reference until it knows; nothing is sent again before it was proven not to have it. */
  private async inquire({ refusing, recorded }: Extract<SendOutcome, { kind: 'ambiguous' }>): Promise<void> {
    const { partnerName } = this;
    const { instructionId } = this.input;
    await noteWaiting(instructionId, refusing ? 'partner_refusing' : 'partner_slow');
    this.answerable = true;
    let answer: InquiryOutcome = { kind: 'ask_again' };
    for (; !this.moved && answer.kind === 'ask_again'; this.inquiries += 1) {
      await this.renew();
      const delayMs = delayAt(INQUIRY_DELAYS_MS, this.inquiries);
      this.published.explain(
        `${partnerName}, which may or may not have received it; it is asked in ${inSeconds(delayMs)}.`,
      );
      const summary = `Ambiguous dispatch: inquiry ${this.inquiries + 1} at ${partnerName}`;
      await this.pause(delayMs, summary, () => this.isToAsk);
      if (this.moved) return;
      if (this.isToAsk) this.askPartnerToCancel();
      answer = await (recorded ? inquireInstruction(instructionId, recorded) : inquireInstruction(instructionId));
      if (answer.kind === 'moved') this.published.moveTo(answer.moved);
      // Pauses grow while a partner is away. This one is back, and only has to say the same once more.
      if (answer.kind === 'ask_again' && answer.denied === true) this.inquiries = 0;
    }
    this.inquiries = 0;
  }

  private async follow(): Promise<void> {
    while (!isOutcome(this.published.status)) {
      await this.renew();
      if (this.isToAsk) this.askPartnerToCancel();
      await this.listen();
    }
  }

  /** Waits for the partner's outcome. A report that is none costs nothing here: the database remembers when it came. */
  private async listen(): Promise<void> {
    const { partnerName } = this;
    const { instructionId } = this.input;
    this.published.explain(
      this.flagAt === null
        ? `the outcome that ${partnerName} reports.`
        : 'the settlement that an early report of a return presupposes.',
    );
    const nowMs = Date.now();
    if (this.checkAt <= nowMs) this.checkAt = nowMs + FIRST_CHECK_MS;
    const limitMs = Math.max(1, Math.min(this.checkAt, this.flagAt ?? Infinity) - nowMs);
    const hasWork = (): boolean => isOutcome(this.published.status) || this.isToAsk || this.isUrged;
    const summary = `Reports of ${partnerName}`;
    if ((await condition(hasWork, limitMs, { summary })) && !this.isUrged) return;
    this.isUrged = false;
    if (this.flagAt !== null && Date.now() >= this.flagAt) {
      this.flagAt = null;
      await flagWaitingReports(instructionId, workflowInfo().workflowId);
      return;
    }
    const { moved, nextCheckMs } = await checkSilence(instructionId);
    this.published.moveTo(moved);
    this.checkAt = Date.now() + nextCheckMs;
  }
}
