import { PAYMENT_STATUSES, type PaymentStatus } from './status';

/**
 * What becomes of a report: applied; duplicate (nothing new); stale (kept, placed in the history, status unchanged);
 * waiting (up to 24 h for the missing step); refused (no such move); conflicting (kept, a reconciliation case opens).
 * Source: docs/GAPS.md#P3
 */
export const DISPOSITIONS = ['applied', 'duplicate', 'stale', 'waiting', 'refused', 'conflicting'] as const;
export type Disposition = (typeof DISPOSITIONS)[number];

/** How long a report waits for the step that it presupposes. */
export const WAITING_LIMIT_MS = 24 * 60 * 60 * 1000;

const LETTERS: Record<string, Disposition> = {
  A: 'applied',
  D: 'duplicate',
  S: 'stale',
  W: 'waiting',
  X: 'refused',
  R: 'conflicting',
};

/** One row per current status, one letter per reported status, both in the order of PAYMENT_STATUSES. */
const TABLE: Record<PaymentStatus, string> = {
  pending: 'DAAAAAAW',
  submitted: 'XDAAAAAW',
  accepted: 'XSDAAAAW',
  processing: 'XSSDAAAW',
  settled: 'XSSSDRRA',
  failed: 'XSSSRDSR',
  cancelled: 'XSSSRSDR',
  returned: 'XSSSSRRD',
};

/**
 * Decides what a reported status means for an instruction. The only place that knows the table.
 * @param current status of the instruction, which has a dispatch
 * Source: docs/GAPS.md#P3
 */
export function decide(current: PaymentStatus, reported: PaymentStatus): Disposition {
  const disposition = LETTERS[TABLE[current].charAt(PAYMENT_STATUSES.indexOf(reported))];
  if (disposition === undefined) throw new Error(`the transition table lacks ${current} -> ${reported}`);
  return disposition;
}

/** @returns the statuses that a report could move the instruction to */
export function allowedFrom(current: PaymentStatus): PaymentStatus[] {
  return PAYMENT_STATUSES.filter((reported) => decide(current, reported) === 'applied');
}

/** The whole table, as it is served to partners. */
export function transitionTable(): Record<PaymentStatus, Record<PaymentStatus, Disposition>> {
  const row = (current: PaymentStatus) =>
    Object.fromEntries(PAYMENT_STATUSES.map((reported) => [reported, decide(current, reported)])) as Record<
      PaymentStatus,
      Disposition
    >;
  return Object.fromEntries(PAYMENT_STATUSES.map((current) => [current, row(current)])) as Record<
    PaymentStatus,
    Record<PaymentStatus, Disposition>
  >;
}
