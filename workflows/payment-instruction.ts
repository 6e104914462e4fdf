import { condition, setCurrentDetails, setHandler, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
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
  type ReportNotice,
} from './contract';
import {
  askCancellation,
  flagSilence,
  flagWaitingReports,
  inquireInstruction,
  noteWaiting,
  sendInstruction,
} from './proxies';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses between inquiries about an ambiguous dispatch; the last one repeats. Source: docs/GAPS.md#P14 */
const INQUIRY_DELAYS_MS = [
  5 * SECOND_MS,
  15 * SECOND_MS,
  MINUTE_MS,
  2 * MINUTE_MS,
  4 * MINUTE_MS,
  8 * MINUTE_MS,
  15 * MINUTE_MS,
];
/** Pauses before a partner that could not be reached is tried again; the last one repeats. */
const OUTAGE_DELAYS_MS = [
  5 * SECOND_MS,
  15 * SECOND_MS,
  30 * SECOND_MS,
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
];
/** A dispatched payment of which nothing is heard is inquired about and shown to the operator. Source: docs/GAPS.md#P10 */
const SILENCE_MS = 4 * HOUR_MS;

function delayAt(delays: readonly number[], index: number): number {
  return delays[Math.min(index, delays.length - 1)] ?? MINUTE_MS;
}

/**
 * The life of one payment instruction: hold until its value date, dispatch exactly once, then follow the partner's
 * reports until an outcome. The database decides every status; the workflow decides what is done next and when.
 * Source: specification, "States and transitions"; docs/GAPS.md#P1, docs/GAPS.md#P3
 */
export async function paymentInstruction(input: PaymentInput): Promise<{ status: PaymentStatus }> {
  const payment = new PaymentRun(input);
  // Handlers are set before anything is awaited: a message may stand in the very first task.
  setHandler(submission, async () => {
    await condition(() => payment.answerable);
    return { status: payment.status };
  });
  setHandler(reportsRecorded, (notices) => payment.hear(notices));
  setHandler(cancellationRequested, (notice) => payment.cancel(notice));
  setHandler(paymentState, () => ({ status: payment.status, waitsFor: payment.waitsFor }));
  return payment.run();
}

class PaymentRun {
  status: PaymentStatus = 'pending';
  waitsFor = 'being sent to the partner';
  /** Whether the client's request can be answered: the partner took it, or it is known to wait. */
  answerable = false;
  private version = 0;
  private heard = 0;
  /** When a report that presupposes a missing step has waited long enough, Unix time in milliseconds. Source: docs/GAPS.md#P3 */
  private flagAt: number | null = null;
  private cancellationAsked = false;

  private shown: PaymentStatus;

  constructor(private readonly input: PaymentInput) {
    this.shown = input.releaseAtMs === null ? 'submitted' : 'pending';
  }

  /** Takes what the database decided about reports; older versions than the known one change nothing. */
  hear(notices: readonly ReportNotice[]): void {
    for (const notice of notices) {
      this.heard += 1;
      if (notice.disposition === 'waiting') this.flagAt ??= Date.now() + WAITING_LIMIT_MS;
      this.moveTo(notice);
    }
  }

  cancel(notice: CancellationNotice): void {
    if (notice.status === 'cancelled') this.moveTo(notice);
    else this.cancellationAsked = true;
  }

  /** Notices and results of activities may arrive in any order; the database's version says which is newer. */
  private moveTo({ status, version }: { status: PaymentStatus; version: number }): void {
    if (version <= this.version) return;
    this.version = version;
    if (status === this.status) return;
    this.status = status;
    this.show(status);
  }

  /** Operators filter by it. Most payments are submitted at once, so they begin as such and cost one update less. */
  private show(status: PaymentStatus): void {
    if (status === this.shown) return;
    this.shown = status;
    upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.status, value: status }]);
  }

  /** Says in the Temporal UI what is being waited for, in a sentence. */
  private explain(waitsFor: string): void {
    this.waitsFor = waitsFor;
    setCurrentDetails(`**${this.status}**: ${waitsFor}`);
  }

  async run(): Promise<{ status: PaymentStatus }> {
    await this.holdUntilRelease();
    if (this.status === 'pending') await this.dispatch();
    this.answerable = true;
    await this.follow();
    this.explain('nothing; the payment has its outcome.');
    await condition(() => this.answerable);
    return { status: this.status };
  }

  private get moved(): boolean {
    return this.status !== 'pending';
  }

  private async holdUntilRelease(): Promise<void> {
    const { instructionId, releaseAtMs } = this.input;
    const delayMs = (releaseAtMs ?? 0) - Date.now();
    if (delayMs <= 0) return;
    const release = new Date(releaseAtMs ?? 0).toISOString();
    await noteWaiting(instructionId, 'value_date');
    this.answerable = true;
    this.explain(`the value date: it will be sent to the partner at ${release}.`);
    await this.pause(delayMs, `Until the value date, ${release}`);
  }

  /** Waits, but not longer than until the instruction has moved or its client wants it back. */
  private async pause(delayMs: number, summary: string): Promise<void> {
    await condition(() => this.moved || this.cancellationAsked, delayMs, { summary });
  }

  /**
   * Asks the partner to cancel, beside everything else: its answer comes as a notice, and one that never answers must
   * not keep the payment from its reports and its end.
   */
  private askPartnerToCancel(): void {
    this.cancellationAsked = false;
    void askCancellation(this.input.instructionId).catch(() => undefined);
  }

  private async dispatch(): Promise<void> {
    for (let outages = 0; !this.moved; outages += 1) {
      this.explain('being sent to the partner.');
      const outcome = await this.sendOnce();
      if (outcome === 'done') return;
      this.show('pending');
      await noteWaiting(this.input.instructionId, 'partner_outage');
      this.answerable = true;
      const delayMs = delayAt(OUTAGE_DELAYS_MS, outages);
      this.explain(`${this.input.partnerName}, which could not be reached; next try in ${delayMs / SECOND_MS} s.`);
      await this.pause(delayMs, `${this.input.partnerName} cannot be reached; try ${outages + 2} follows`);
    }
  }

  private async sendOnce(): Promise<'done' | 'not_delivered'> {
    // A local activity that ran out of time is as ambiguous as a partner that did not answer.
    const sent = await sendInstruction(this.input.instructionId).catch(() => ({ kind: 'ambiguous' as const }));
    switch (sent.kind) {
      case 'moved':
        this.moveTo(sent.moved);
        return 'done';
      case 'not_delivered':
        return 'not_delivered';
      case 'ambiguous':
        return this.inquire();
      default:
        return sent satisfies never;
    }
  }

  /** Asks the partner by our own reference until it knows; nothing is sent again before it says "never received". */
  private async inquire(): Promise<'done' | 'not_delivered'> {
    for (let inquiries = 0; !this.moved; inquiries += 1) {
      const delayMs = delayAt(INQUIRY_DELAYS_MS, inquiries);
      this.show('pending');
      this.explain(
        `${this.input.partnerName}, which may or may not have received it; it is asked in ${delayMs / SECOND_MS} s.`,
      );
      await this.pause(delayMs, `Ambiguous dispatch: inquiry ${inquiries + 1} at ${this.input.partnerName}`);
      if (this.moved) break;
      if (this.cancellationAsked) this.askPartnerToCancel();
      const answer = await inquireInstruction(this.input.instructionId);
      this.answerable = true;
      if (answer.kind === 'known') this.moveTo(answer.moved);
      if (answer.kind === 'never_received') return 'not_delivered';
    }
    return 'done';
  }

  private async follow(): Promise<void> {
    while (!isOutcome(this.status)) {
      if (this.cancellationAsked) this.askPartnerToCancel();
      await this.listen();
    }
  }

  /**
   * Waits for the partner, at most one silence. A report that changes no outcome leaves the timer alone: a history
   * grows by what happens, not by what is waited for.
   */
  private async listen(): Promise<void> {
    const heard = this.heard;
    this.explain(
      this.flagAt === null
        ? `the outcome that ${this.input.partnerName} reports.`
        : 'the settlement that an early report of a return presupposes.',
    );
    const limitMs = this.flagAt === null ? SILENCE_MS : Math.max(1, Math.min(SILENCE_MS, this.flagAt - Date.now()));
    const calls = (): boolean => isOutcome(this.status) || this.cancellationAsked;
    if (await condition(calls, limitMs, { summary: `Reports of ${this.input.partnerName}` })) return;
    if (this.flagAt !== null && Date.now() >= this.flagAt) {
      this.flagAt = null;
      await flagWaitingReports(this.input.instructionId, workflowInfo().workflowId);
    } else if (this.heard === heard) {
      const answer = await flagSilence(this.input.instructionId);
      if (answer.kind === 'known') this.moveTo(answer.moved);
    }
  }
}
