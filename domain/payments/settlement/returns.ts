import { Exact } from '../../money';
import type { CaseToOpen, PaymentChange } from '../instruction/change';
import type { TransitionPlan } from '../instruction/plan';
import { bookedReturn } from './bookings';
import type { ReturnedMoney } from './returned-money';
import type { PaymentState } from '../instruction/state';

type Instructed = Pick<PaymentState, 'amount' | 'currency'>;
type Returning = Instructed & Pick<PaymentState, 'waiting' | 'bookings' | 'partnerId'>;

/** @returns how much less than was instructed came back, as decimal text; null where another currency came back */
export function shortfallOf(instructed: Instructed, returned: ReturnedMoney): string | null {
  if (returned.currency !== instructed.currency) return null;
  return new Exact(instructed.amount).sub(returned.amount).toFixed();
}

/** How much came back, as answers and events say it. */
export function returnedView(
  instructed: Instructed,
  returned: ReturnedMoney,
): { amount: number; currency: string; shortfall: number | null } {
  const shortfall = shortfallOf(instructed, returned);
  const { amount, currency } = returned;
  return { amount: Number(amount), currency, shortfall: shortfall === null ? null : Number(shortfall) };
}

/** What a booking changes beside statuses. */
export type BookedChange = Pick<PaymentChange, 'bookings' | 'proof' | 'notices' | 'cases' | 'closedCases'> & {
  plan: Pick<TransitionPlan, 'returned'>;
};

/** Discrepancies between the returned money and what was instructed: another currency, less, or more. */
function discrepanciesOf(instructed: Instructed, returned: ReturnedMoney): object[] {
  const shortfall = shortfallOf(instructed, returned);
  if (shortfall === null) {
    return [{ type: 'return_currency', expected: instructed.currency, actual: returned.currency }];
  }
  if (new Exact(shortfall).isZero()) return [];
  const type = new Exact(shortfall).isPositive() ? 'return_short' : 'return_over';
  return [{ type, expected: instructed.amount, actual: returned.amount }];
}

/**
 * The change of a returned payment when its bank books more of the return, or takes some back. Its case is closed once
 * nothing is short.
 * Source: docs/GAPS.md#P22
 */
export function changeOfReturn(
  state: Instructed & Pick<PaymentState, 'id' | 'clientReference' | 'returned'>,
  returned: ReturnedMoney,
): BookedChange {
  const { id: instructionId, clientReference, returned: before } = state;
  const isSame = before?.currency === returned.currency && new Exact(before.amount).eq(returned.amount);
  if (isSame) return { plan: {} };
  const object = { instructionId, clientReference, returned: returnedView(state, returned) };
  const discrepancies = discrepanciesOf(state, returned);
  return {
    plan: { returned },
    notices: before === null ? [] : [{ type: 'payment.return_changed', object }],
    cases: discrepancies.map(() => ({ kind: 'return_mismatch', reportId: null, detail: { returned, discrepancies } })),
    closedCases: discrepancies.length === 0 ? ['return_mismatch'] : [],
  };
}

/**
 * The plan with the returned amount that the bank has booked, if the plan applies a return and the bank has booked
 * any.
 */
export function planWithBookedReturn(state: PaymentState, plan: TransitionPlan): TransitionPlan {
  const booked = bookedReturn(state);
  const isReturned = plan.status === 'returned' && state.status !== 'returned';
  if (booked === null || !isReturned) return plan;
  const events = plan.events.map((event) => (event.status === 'returned' ? { ...event, returned: booked } : event));
  return { ...plan, events, returned: booked };
}

/**
 * The cases of a return: one if its amount is not the instructed one, and one for each other waiting report of it that
 * differs. None where no amount was reported. The status stays.
 * Source: docs/GAPS.md#returns
 */
export function returnCases(state: Returning, plan: TransitionPlan, reportId: string): CaseToOpen[] {
  const { returned } = plan;
  if (returned === undefined) return [];
  const discrepancies = discrepanciesOf(state, returned);
  // Parts of it that the bank booked are no contradictions of their sum.
  const waiting = bookedReturn(state) === null ? state.waiting : [];
  const others = waiting.flatMap((one) =>
    one.reportId === null ? [] : laterReturnCases({ returned }, one.returned ?? null, one.reportId),
  );
  if (discrepancies.length === 0) return others;
  return [{ kind: 'return_mismatch', reportId, detail: { returned, discrepancies } }, ...others];
}

/**
 * The case of a later report that names another amount than the return that was recorded. The payment stays as it is.
 * Source: docs/GAPS.md#returns
 */
export function laterReturnCases(
  state: Pick<PaymentState, 'returned'>,
  reported: ReturnedMoney | null,
  reportId: string,
): CaseToOpen[] {
  const { returned } = state;
  if (returned === null || reported === null) return [];
  if (returned.currency === reported.currency && new Exact(returned.amount).eq(reported.amount)) return [];
  return [{ kind: 'return_mismatch', reportId, detail: { returned, reported } }];
}
