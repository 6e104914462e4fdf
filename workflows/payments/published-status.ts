import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { isOutcome, type PaymentStatus } from '../../domain/payments/instruction/status';
import { SEARCH_ATTRIBUTES, type PaymentProgress, type ReportNotice } from '../contract';

/** What a run hands to the next of what is published. */
export type PublishedProgress = Pick<
  PaymentProgress,
  'status' | 'version' | 'shown' | 'hasWorkflowCancellation' | 'wait' | 'reports' | 'isCancellationShown'
>;

/** How a wait ends, for the operator who reads of it. */
export interface WaitEnd {
  /** When it ends at the latest, Unix milliseconds, and what is done then. */
  until?: { atMs: number; then: string };
  /** What a person can do to end it, in sentences. */
  endedBy?: string;
}

/** Reports that the details show. */
const SHOWN_REPORTS = 20;

const WORKFLOW_CANCELLATION =
  '\n\nA cancellation of this workflow was requested. It cancels no payment, so the payment goes on: to cancel it, use the API or `corridor payments cancel`.';

const isoTime = (atMs: number): string => new Date(atMs).toISOString();

function lineOf({ at, reported, disposition, reportId, status, version }: ReportNotice): string {
  return `- ${at}: the partner reported ${reported}: ${disposition}; then ${status}, version ${version} (${reportId})`;
}

/** The status of a payment as its workflow knows it, and its display in the Temporal UI. */
export class PublishedStatus {
  status: PaymentStatus;
  private version: number;
  private shown: PaymentStatus;
  private hasWorkflowCancellation: boolean;
  private isCancellationShown: boolean;
  private wait: { for: string; sinceMs: number };
  private waitEnd: WaitEnd = {};
  /** The newest first. Nothing is decided by them. */
  private reports: readonly ReportNotice[];

  /**
   * @param before where an earlier run of the same payment stopped; null in the first one
   * @param shownAtStart status that the workflow was started with
   */
  constructor(
    private readonly instructionId: string,
    before: PublishedProgress | null,
    shownAtStart: PaymentStatus,
  ) {
    this.status = before?.status ?? 'pending';
    this.version = before?.version ?? 0;
    this.shown = before?.shown ?? shownAtStart;
    this.hasWorkflowCancellation = before?.hasWorkflowCancellation ?? false;
    this.isCancellationShown = before?.isCancellationShown ?? false;
    this.wait = before?.wait ?? { for: 'being sent to the partner', sinceMs: Date.now() };
    this.reports = before?.reports ?? [];
  }

  /** What a further run has to know of it. */
  get progress(): PublishedProgress {
    const { status, version, shown, hasWorkflowCancellation, wait, reports, isCancellationShown } = this;
    return { status, version, shown, hasWorkflowCancellation, wait, reports: [...reports], isCancellationShown };
  }

  /** What a query of the workflow answers. */
  get view(): { status: PaymentStatus; waitsFor: string; noted: boolean } {
    return { status: this.status, waitsFor: this.wait.for, noted: this.hasWorkflowCancellation };
  }

  /** Notices and results of activities may arrive in any order; the database's version says which is newer. */
  moveTo(found: { status: PaymentStatus; version: number }): void {
    const before = this.status;
    this.advance(found);
    if (this.status !== before) this.show(this.status);
  }

  private advance({ status, version }: { status: PaymentStatus; version: number }): void {
    if (version > this.version) this.setStatus(status, version);
  }

  /**
   * Takes what the database has decided; it is shown by `show`.
   * @returns whether a person has decided that a payment which its partner seemed to have is pending, whatever the count
   */
  take({ disposition, status, version }: ReportNotice): boolean {
    const isOpen = !isOutcome(this.status);
    const isDecidedAnew = disposition === 'operator' && status === 'pending' && this.status !== 'pending' && isOpen;
    // After a restore of an earlier moment the database counts again from there; its outcomes hold all the same.
    const isCountedAnew = disposition === 'reconciled' && isOutcome(status) && isOpen;
    if (isDecidedAnew || isCountedAnew) this.setStatus(status, version);
    else this.advance({ status, version });
    return isDecidedAnew;
  }

  private setStatus(status: PaymentStatus, version: number): void {
    this.version = version;
    this.status = status;
  }

  /** Sets the search attribute of the status, unless it has this value; every payment begins as `submitted`. */
  show(status: PaymentStatus): void {
    if (status === this.shown) return;
    this.shown = status;
    upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.status, value: status }]);
  }

  /** Shows reports; a signal that was repeated shows none of them twice. Source: docs/GAPS.md#P4 */
  showReports(notices: readonly ReportNotice[]): void {
    const reports = [...this.reports, ...notices.filter(({ reported }) => reported !== undefined)];
    const byId = new Map(reports.map((report) => [report.reportId, report]));
    this.reports = [...byId.values()].sort((one, other) => other.version - one.version).slice(0, SHOWN_REPORTS);
    this.writeCurrentDetails();
  }

  /** Says in the Temporal UI what is being waited for, as the end of a sentence. The same wait keeps its beginning. */
  explain(waitsFor: string, waitEnd: WaitEnd = {}): void {
    if (waitsFor !== this.wait.for) this.wait = { for: waitsFor, sinceMs: Date.now() };
    this.waitEnd = waitEnd;
    this.writeCurrentDetails();
  }

  /** Shows in the details that a cancellation is requested. */
  showCancellation(): void {
    this.isCancellationShown = true;
    this.writeCurrentDetails();
  }

  /** A person pressed "Request Cancellation" in the Temporal UI. */
  noteWorkflowCancellation(): void {
    this.hasWorkflowCancellation = true;
    this.writeCurrentDetails();
  }

  private writeCurrentDetails(): void {
    const { until, endedBy } = this.waitEnd;
    const asked = `A cancellation is requested. \`corridor payments show ${this.instructionId}\` shows where it stands.`;
    const lines = [
      `Since ${isoTime(this.wait.sinceMs)}.`,
      ...(until === undefined ? [] : [`Until ${isoTime(until.atMs)}; then ${until.then}.`]),
      ...(endedBy === undefined ? [] : [endedBy]),
      ...(this.isCancellationShown ? [asked] : []),
    ];
    const note = this.hasWorkflowCancellation ? WORKFLOW_CANCELLATION : '';
    const reports =
      this.reports.length === 0 ? '' : `\n\nReports, newest first:\n\n${this.reports.map(lineOf).join('\n')}`;
    const facts = lines.map((line) => `- ${line}`).join('\n');
    setCurrentDetails(`**${this.status}**: ${this.wait.for}.\n\n${facts}${note}${reports}`);
  }
}
