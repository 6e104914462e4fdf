import { askCancellation, flagUnanswered } from '../proxies';

/** A cancellation that is wanted of a payment that a partner has or may have, and the question to the partner. */
export class CancellationRequest {
  /** Whether it came since sending was tried last: a payment that no partner has ends at the next try. */
  isNew = false;
  private isAsking = false;

  /** @param isWanted whether the partner is still to be asked */
  constructor(
    private readonly instructionId: string,
    private isWanted: boolean,
  ) {}

  /** Whether the partner is to be asked now: a request that comes while it is being asked is a further question. */
  get isToAsk(): boolean {
    return this.isWanted && !this.isAsking;
  }

  /** Whether a further run has to ask: a question that is under way ends with this run. */
  get isOpen(): boolean {
    return this.isWanted || this.isAsking;
  }

  noteRequest(): void {
    this.isWanted = true;
    this.isNew = true;
  }

  /**
   * Asks the partner to cancel, beside everything else: its answer is in the database, and a partner that never answers
   * must not keep the payment from its reports and its end. It is asked once at a time, for as long as it takes.
   */
  ask(): void {
    this.isWanted = false;
    this.isNew = false;
    this.isAsking = true;
    void askCancellation(this.instructionId)
      .catch(() => flagUnanswered(this.instructionId, 'cancellation_unanswered'))
      .finally(() => {
        this.isAsking = false;
      });
  }
}
