/** Statuses of a payment instruction. Source: specification, "Payment status values" */
export const PAYMENT_STATUSES = [
  'pending',
  'submitted',
  'accepted',
  'processing',
  'settled',
  'failed',
  'cancelled',
  'returned',
] as const;

export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** @returns the status that a value names; undefined where it names none */
export function paymentStatusOf(value: unknown): PaymentStatus | undefined {
  return PAYMENT_STATUSES.find((status) => status === value);
}

/** Place of a status in a payment's life; equal times in a history are told apart by it. */
export const STATUS_RANK: Record<PaymentStatus, number> = {
  pending: 0,
  submitted: 1,
  accepted: 2,
  processing: 3,
  settled: 4,
  failed: 4,
  cancelled: 4,
  returned: 5,
};

/** Settlement timelines. Source: specification, "Settlement timelines" */
export const TIMELINES = ['instant', 'same_day', 't_plus_1', 't_plus_2', 't_plus_n'] as const;
export type Timeline = (typeof TIMELINES)[number];

/** @returns whether nothing but a return of funds can follow */
export function isOutcome(status: PaymentStatus): boolean {
  return STATUS_RANK[status] >= STATUS_RANK.settled;
}

/** Statuses after which nothing but a return of funds can follow. */
export const OUTCOMES: readonly PaymentStatus[] = PAYMENT_STATUSES.filter(isOutcome);
/** Statuses of payments that are under way. */
export const OPEN_STATUSES: readonly PaymentStatus[] = PAYMENT_STATUSES.filter((status) => !isOutcome(status));
/** Statuses that no other follows. */
export const FINAL_STATUSES: readonly PaymentStatus[] = ['failed', 'cancelled', 'returned'];
/** Statuses in which a partner has the payment and works on it. */
export const SENT_STATUSES: readonly PaymentStatus[] = ['submitted', 'accepted', 'processing'];
/** Outcomes without a payment to the beneficiary. */
export const UNPAID_OUTCOMES: readonly PaymentStatus[] = ['failed', 'cancelled'];
/** Outcomes that a partner explains with a reason code. */
export const EXPLAINED_OUTCOMES: readonly PaymentStatus[] = ['failed', 'returned'];
/** Statuses in which a client may ask for a cancellation. Source: docs/GAPS.md#P7 */
export const CANCELLABLE_STATUSES: readonly PaymentStatus[] = ['pending', 'submitted', 'accepted'];

/** @returns whether the payment ended without reaching the beneficiary */
export function isUnpaid(status: PaymentStatus): boolean {
  return UNPAID_OUTCOMES.includes(status);
}
