import { DomainError } from '../../errors';
import { unchangedPlan, type Decision } from '../change';
import type { PaymentState } from '../state';
import type { PaymentStatus } from '../status';

/** What has not arrived, or has come back, may be instructed again; all else would be paid twice. */
const RESUBMITTABLE: readonly PaymentStatus[] = ['failed', 'cancelled', 'returned'];

/**
 * These outcomes are left no more, so that what was seen here is still true when the new payment is kept.
 * @throws DomainError INVALID_TRANSITION while the payment may arrive, or has
 * Source: docs/GAPS.md#resubmission
 */
export function checkResubmittable(status: PaymentStatus): void {
  if (RESUBMITTABLE.includes(status)) return;
  const message = `An instruction that is ${status} cannot be instructed again.`;
  throw new DomainError('INVALID_TRANSITION', message, { extra: { current: status, allowed: [] } });
}

/** Links a payment to the one by which it was instructed again; the first such one stays. */
export function decideResubmitted(state: PaymentState, as: string, at: Date): Decision<null> {
  if (state.resubmittedAs !== null) return { result: null, change: null };
  return { result: null, change: { plan: unchangedPlan(state), at, resubmittedAs: as } };
}
