/** What a bank decided about one cancellation request; `open`: nothing yet. */
export interface CancellationDecision {
  /** Line of the file at which it begins. */
  line: number;
  /** Whatever names the payment, without repetition. */
  references: string[];
  /** Null where the code is not known. */
  answer: 'accepted' | 'refused' | 'open' | null;
  /** As the bank gave it. */
  code: string;
}

/** A bank's answer to cancellation requests. */
export interface ParsedCancellationAnswer {
  message: 'camt.029';
  /** `Id` of the assignment. */
  messageId: string;
  decisions: CancellationDecision[];
}
