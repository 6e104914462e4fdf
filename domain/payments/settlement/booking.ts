/** What a bank booked about one payment, kept once. Source: docs/GAPS.md#P22 */
export interface Booking {
  partnerId: string;
  /** `reversal`: the bank takes back what it booked, without calling it a return. */
  kind: 'debit' | 'return' | 'reversal';
  /** Hash of the number of the account; null where no message named it. */
  account: string | null;
  /** By which the bank identifies it; empty where no message has one. */
  references: string[];
  /** Decimal text in the currency's major unit. */
  amount: string;
  currency: string;
  /** Calendar date, or null. */
  bookedOn: string | null;
  /** File and place in it of a message that has it. */
  seenIn: string;
  /** Of a reversal: place in the list of the booking that it takes back, null where that is not known. */
  reverses?: number | null;
  /** Of a reversal: whether the money of the payment came back with it. */
  isReturn?: boolean;
}

/**
 * What ends a payment at a bank: its code that the ordering account is debited, or that the payee's is credited, or a booked debit.
 * Source: docs/GAPS.md#P25
 */
export const SETTLED_BY = ['ACSC', 'ACCC', 'booking'] as const;
export type SettledBy = (typeof SETTLED_BY)[number];

/** `waiting`: no booking has named it yet. `overdue`: it should have been booked by then, and its partner's bank sends statements. */
export const PROOF_STATES = ['waiting', 'proved', 'contradicted', 'overdue'] as const;

/** A booking of a payment as its client sees it. */
export interface ProvingBooking {
  /** By which the bank identifies it; null where no message has one. */
  reference: string | null;
  /** Decimal text in the currency's major unit. */
  amount: string;
  currency: string;
  /** Calendar date, or null. */
  bookedOn: string | null;
}

/** What its bank's books say of a payment, beside its partner's word. Source: docs/GAPS.md#P25 */
export interface Proof {
  state: Exclude<(typeof PROOF_STATES)[number], 'waiting'>;
  booking: ProvingBooking | null;
  /** Since when, ISO 8601. */
  at: string;
}
