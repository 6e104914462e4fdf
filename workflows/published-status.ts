import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import { isOutcome, type PaymentStatus } from '../domain/payments/status';
import { SEARCH_ATTRIBUTES, type PaymentProgress } from './contract';

type Kept = Pick<PaymentProgress, 'status' | 'version' | 'shown' | 'hasWorkflowCancellation'>;

/** Where a payment stands as far as its workflow knows, and what the Temporal UI shows of it. */
export class PublishedStatus {
  status: PaymentStatus;
  private waitsFor = 'being sent to the partner';
  private version: number;
  private shown: PaymentStatus;
  private hasWorkflowCancellation: boolean;

  /**
   * @param before where an earlier run of the same payment stopped; null in the first one
   * @param shownAtStart status that the workflow was started with
   */
  constructor(before: Kept | null, shownAtStart: PaymentStatus) {
    this.status = before?.status ?? 'pending';
    this.version = before?.version ?? 0;
    this.shown = before?.shown ?? shownAtStart;
    this.hasWorkflowCancellation = before?.hasWorkflowCancellation ?? false;
  }

  /** What a further run has to know of it. */
  get progress(): Kept {
    const { status, version, shown, hasWorkflowCancellation } = this;
    return { status, version, shown, hasWorkflowCancellation };
  }

  /** What a query of the workflow answers. */
  get view(): { status: PaymentStatus; waitsFor: string; noted: boolean } {
    return { status: this.status, waitsFor: this.waitsFor, noted: this.hasWorkflowCancellation };
  }

  /** Notices and results of activities may arrive in any order; the database's version says which is newer. */
  moveTo({ status, version }: { status: PaymentStatus; version: number }): void {
    if (version <= this.version) return;
    this.version = version;
    if (status === this.status) return;
    this.status = status;
    this.show(status);
  }

  /** Whether the database says of an outcome that is unknown here, under a version that was passed already. */
  isOlderOutcome({ status, version }: { status: PaymentStatus; version: number }): boolean {
    return version <= this.version && isOutcome(status) && !isOutcome(this.status);
  }

  end({ status, version }: { status: PaymentStatus; version: number }): void {
    this.version = version;
    this.status = status;
    this.show(status);
  }

  /** Operators filter by it. Most payments are submitted at once, so they begin as such and cost one update less. */
  show(status: PaymentStatus): void {
    if (status === this.shown) return;
    this.shown = status;
    upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.status, value: status }]);
  }

  /** Says in the Temporal UI what is being waited for, in a sentence. */
  explain(waitsFor: string): void {
    this.waitsFor = waitsFor;
    const note = this.hasWorkflowCancellation
      ? '\n\nA cancellation of this workflow was requested. It cancels no payment, so the payment goes on: to cancel it, use the API or `corridor payments cancel`.'
      : '';
    setCurrentDetails(`**${this.status}**: ${waitsFor}${note}`);
  }

  /** Somebody pressed "Request Cancellation" in the Temporal UI. */
  noteWorkflowCancellation(): void {
    this.hasWorkflowCancellation = true;
    this.explain(this.waitsFor);
  }
}
