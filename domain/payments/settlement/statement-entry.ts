/** One movement on an account, as a bank statement or notification has it. */
export interface StatementEntry {
  /** Line of the file at which it begins. */
  line: number;
  /** Whatever the bank says to identify it, without repetition; never its amount. */
  references: string[];
  /** Decimal text in the currency's major unit. */
  amount: string;
  currency: string;
  /** `debit`: money went out. */
  direction: 'debit' | 'credit';
  /** Whether the bank has booked it; what is merely announced proves nothing. */
  isBooked: boolean;
  /** Whether the bank says that it is money which came back. */
  isReturn: boolean;
  /** Whether the bank takes back what it booked, without calling it a return: the direction is the opposite of the booking's. */
  isReversal: boolean;
  /** Code of the reason for a return. */
  reasonCode: string | null;
  /** Calendar date, or null. */
  bookedOn: string | null;
  /** Hash of the number of the account; null where the message has none. */
  account: string | null;
  /** By which the bank identifies the booking: `AcctSvcrRef`, else day and `NtryRef`. */
  bookingReferences: string[];
}

/** An entry of which nothing can be compared. */
export interface UnusableEntry extends Omit<
  StatementEntry,
  'amount' | 'currency' | 'direction' | 'account' | 'bookingReferences'
> {
  amount: null;
  currency: null;
  direction: StatementEntry['direction'] | null;
  /** Why, as a sentence. */
  fault: string;
}

/** An entry as it is read from a file. */
export interface ReadEntry extends StatementEntry {
  /** References of the payee: personal data, of which hashes alone are stored. */
  payeeReferences: string[];
}

/** A balance of an account, as a statement or an account report has it. */
export interface StatementBalance {
  /** Hash of the number of the account; null where the message has none. */
  account: string | null;
  /** Code of ISO 20022, such as `CLBD` for the closing balance. */
  type: string;
  /** Decimal text in the currency's major unit, below 0 where the account is overdrawn. */
  amount: string;
  currency: string;
  /** Calendar date, or null. */
  on: string | null;
}

/** A statement (camt.053), a notification (camt.054) or an account report of the day (camt.052) of a bank. */
export interface ParsedStatement {
  message: 'camt.052' | 'camt.053' | 'camt.054';
  /** `MsgId` of the group header. */
  messageId: string;
  entries: (ReadEntry | UnusableEntry)[];
  balances: StatementBalance[];
}

/** What an entry says of the payment that its references name. */
export const STATEMENT_VERDICTS = [
  'confirmed',
  'contradicted',
  /** Announced, and not booked yet. */
  'not_booked',
  /** No reference names a payment of this partner, or they name several, and no reference of the payee is of one alone; or unusable. */
  'unmatched',
] as const;
export type StatementVerdict = (typeof STATEMENT_VERDICTS)[number];

/** A figure or a fact that the bank has otherwise. */
export interface StatementDiscrepancy {
  /**
   * `partner`: the payment has left the partner whose bank booked it. `repeated`: that bank booked the movement before.
   * `reversal`: it takes back a return, or no booking that is known while several stand.
   */
  type: 'partner' | 'amount' | 'currency' | 'status' | 'direction' | 'repeated' | 'reversal';
  expected: string;
  actual: string;
}
