import { Exact } from '../../money';
import type { CaseToOpen } from '../instruction/change';
import type { TransitionPlan } from '../instruction/plan';
import type { ReturnedMoney } from './returned-money';
import type { PaymentState } from '../instruction/state';

type Instructed = Pick<PaymentState, 'amount' | 'currency'>;
type Returning = Instructed & Pick<PaymentState, 'waiting'>;

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
 * The cases of a return: one that is not of what was instructed, and what other reports of it say that waited beside the
 * one that was applied. None where no amount was reported. It changes no status.
 * Source: docs/GAPS.md#returns
 */
export function returnCases(state: Returning, plan: TransitionPlan, reportId: string): CaseToOpen[] {
  const { returned } = plan;
  if (returned === undefined) return [];
  const discrepancies = discrepanciesOf(state, returned);
  const others = state.waiting.flatMap((waiting) =>
    waiting.reportId === null ? [] : laterReturnCases({ returned }, waiting.returned ?? null, waiting.reportId),
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
