import { PAYMENT_STATUSES, type PaymentStatus } from '../instruction/status';
import { DAY_MS } from '../../calendar-dates';

/**
 * Verdicts on a report: applied; duplicate (nothing new); stale (stored, placed in the history, status unchanged);
 * waiting (up to 24 h for the missing step); refused (no such transition); conflicting (stored, a reconciliation case
 * opens).
 * Source: docs/GAPS.md#P3
 */
export const DISPOSITIONS = ['applied', 'duplicate', 'stale', 'waiting', 'refused', 'conflicting'] as const;
export type Disposition = (typeof DISPOSITIONS)[number];

/** How long a report waits for the step that it presupposes. */
export const WAITING_LIMIT_MS = DAY_MS;

const A = 'applied';
const D = 'duplicate';
const S = 'stale';
const W = 'waiting';
const X = 'refused';
const R = 'conflicting';

/** One disposition for each status, in the order of PAYMENT_STATUSES. */
type CellsOf<Statuses extends readonly PaymentStatus[]> = { [Index in keyof Statuses]: Disposition };
type Row = Readonly<Record<PaymentStatus, Disposition>>;

/** The header of the matrix: its columns by name. A status without a column, or a row with a hole, does not compile. */
function row(...cells: CellsOf<typeof PAYMENT_STATUSES>): Row {
  const [pending, submitted, accepted, processing, settled, failed, cancelled, returned] = cells;
  return { pending, submitted, accepted, processing, settled, failed, cancelled, returned };
}

/** The row is the current status, the column the reported one. */
// prettier-ignore
const MATRIX: Readonly<Record<PaymentStatus, Row>> = {
  // reported:   pending  submitted  accepted  processing  settled  failed  cancelled  returned
  pending:    row(D,       A,         A,        A,          A,       A,      A,         W),
  submitted:  row(X,       D,         A,        A,          A,       A,      A,         W),
  accepted:   row(X,       S,         D,        A,          A,       A,      A,         W),
  processing: row(X,       S,         S,        D,          A,       A,      A,         W),
  settled:    row(X,       S,         S,        S,          D,       R,      R,         A),
  failed:     row(X,       S,         S,        S,          R,       D,      S,         R),
  cancelled:  row(X,       S,         S,        S,          R,       S,      D,         R),
  returned:   row(X,       S,         S,        S,          S,       R,      R,         D),
};

/**
 * Decides what a reported status means for an instruction. The only place that knows the matrix.
 * @param current status of the instruction, which has a dispatch
 * Source: docs/GAPS.md#P3
 */
export function decide(current: PaymentStatus, reported: PaymentStatus): Disposition {
  return MATRIX[current][reported];
}

/** @returns the statuses that are applied at once when they are reported for an instruction in the current one */
export function allowedFrom(current: PaymentStatus): PaymentStatus[] {
  return PAYMENT_STATUSES.filter((reported) => decide(current, reported) === 'applied');
}

/** The whole matrix, as it is served to partners. */
export function transitionTable(): Readonly<Record<PaymentStatus, Row>> {
  return MATRIX;
}
