import { unchangedPlan, type Decision } from '../instruction/change';
import { beneficiaryHold, type PaymentState } from '../instruction/state';

/**
 * Lets a payment go on that waited for changed bank details to be confirmed, and signals its workflow.
 * @returns whether it waited for that
 * Source: docs/GAPS.md#P16
 */
export function decideDetailsConfirmed(state: PaymentState, at: Date): Decision<boolean> {
  const isWaiting = state.status === 'pending' && state.waitingReason === 'beneficiary_changed';
  if (!isWaiting || beneficiaryHold(state, at) !== null) return { result: false, change: null };
  const waitsForDate = state.releaseAt !== null && at < state.releaseAt;
  return {
    result: true,
    change: {
      plan: unchangedPlan(state),
      at,
      waitingReason: waitsForDate ? 'value_date' : 'engine_busy',
      messages: [{ topic: 'changed', disposition: 'operator', reportId: null, retry: !waitsForDate }],
    },
  };
}
