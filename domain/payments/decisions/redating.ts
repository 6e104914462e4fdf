import { unchangedPlan, type Decision, type Message } from '../instruction/change';
import type { NewDates } from '../routing/redating';
import { liveDispatch, type PaymentState } from '../instruction/state';

/** Whether no partner has the payment, nor may have it: only then are its dates still ours. */
function isOurs(state: PaymentState): boolean {
  const dispatch = liveDispatch(state);
  return state.status === 'pending' && (dispatch === null || dispatch.state === 'not_delivered');
}

/** A hold only delays; a calendar that changed may bring the date forward, and move the moment of release. */
function isNews({ because, expectedDate, releaseAt }: NewDates, state: PaymentState): boolean {
  if (because === 'held') return expectedDate > state.expectedDate;
  return expectedDate !== state.expectedDate || releaseAt?.getTime() !== state.releaseAt?.getTime();
}

/**
 * Gives a payment that no partner has new dates, and records the former expected date. Once a partner has the payment
 * the date stays, because the partner is measured by it.
 * @returns whether the expected date, or the time before which it is not sent, has changed
 * Source: docs/GAPS.md#P12
 */
export function decideRedating(state: PaymentState, dates: NewDates, at: Date): Decision<boolean> {
  if (!isOurs(state) || !isNews(dates, state)) return { result: false, change: null };
  // Its workflow waits for the former moment.
  const urge: Message = { topic: 'changed', disposition: 'operator', reportId: null, retry: true };
  const isReleaseMoved = dates.releaseAt?.getTime() !== state.releaseAt?.getTime();
  const messages = isReleaseMoved && dates.because === 'calendar_changed' ? [urge] : [];
  return { result: true, change: { plan: unchangedPlan(state), at, redate: dates, messages } };
}
