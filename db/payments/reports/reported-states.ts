import { LRUCache } from 'lru-cache';
import type { ReportKey } from '../../../domain/payments/reports/report-key';
import type { PaymentState } from '../../../domain/payments/instruction/state';
import { isOutcome, type PaymentStatus } from '../../../domain/payments/instruction/status';
import { isDatabase, type Queryable } from '../../database';
import { PassingMoment } from '../../database-clock';
import type { Changed } from '../instruction/change-payment';
import type { ReadPayment } from '../instruction/payment-state';

/** Payments that a process remembers, at some 2 kB each, and for how long. */
const MAX_KEPT = 2_000;
const KEPT_MS = 3_600_000;

interface Kept {
  state: PaymentState;
  moment: PassingMoment;
  /** The report that led to it. */
  report: ReportKey;
}

type Reported = ReportKey & { instructionId: string; status: PaymentStatus };

const keptOf = new WeakMap<Queryable, LRUCache<string, Kept>>();

/**
 * @returns the state that the last report of the same partner has left, with Postgres' clock; null where this process did
 *   not take that report, where this one repeats it, or where the time is not known. Another process may have changed the
 *   payment since.
 */
export function reportedState(database: Queryable, report: Reported): ReadPayment | null {
  const kept = keptOf.get(database)?.get(report.instructionId);
  if (kept?.report.partnerId !== report.partnerId || kept.report.dedupeKey === report.dedupeKey) return null;
  const at = kept.moment.now();
  return at === null ? null : { state: kept.state, at };
}

/**
 * Caches the state of an open payment after an applied report. After other reports the payment has more than that
 * state tells, so nothing is cached.
 */
export function cacheReportedState(database: Queryable, report: Reported, { state, at }: Changed<unknown>): void {
  // What a transaction writes may be rolled back.
  if (!isDatabase(database)) return;
  const { instructionId, status } = report;
  const kept = keptOf.get(database) ?? new LRUCache<string, Kept>({ max: MAX_KEPT, ttl: KEPT_MS });
  keptOf.set(database, kept);
  const isWhole = state.status === status && !isOutcome(status) && state.waiting.length === 0 && state.repeat === null;
  if (isWhole) kept.set(instructionId, { state, moment: new PassingMoment(at), report });
  else kept.delete(instructionId);
}
