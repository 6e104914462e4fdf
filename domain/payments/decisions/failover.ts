import { unchangedPlan, type CaseToOpen, type Decision, type PaymentChange } from '../instruction/change';
import type { RouteTerms } from '../routing/failover';
import { isContradicted } from '../review/contradiction';
import { isCancellationOpen, liveDispatch, type Dispatch, type PaymentState } from '../instruction/state';

/** What became of a payment whose partner provably does not have it: another route has it now, or nothing of that. */
export type FailoverOutcome = 'rerouted' | 'stays';

/**
 * Whether a refused connection of this attempt proves that its partner has not the payment: no earlier call of the same
 * attempt may have left.
 */
export function isNeverSent(dispatch: Dispatch | null): boolean {
  return dispatch === null || (dispatch.state === 'not_delivered' && dispatch.sends === 0);
}

/** Cases for reports of the former partner that still waited for a missing step: they no longer count. */
function casesOfWaiting({ waiting }: PaymentState): CaseToOpen[] {
  return waiting.map(({ reportId, status }) => ({
    kind: 'earlier_partner',
    reportId,
    detail: { current: 'pending', reported: status, kind: 'status' },
  }));
}

/** @returns the members of a change that reroutes a payment */
export function rerouteMembers(
  state: PaymentState,
  next: RouteTerms,
): Pick<PaymentChange, 'plan' | 'reroute' | 'cases'> {
  const resolved = state.waiting.flatMap(({ reportId }) =>
    reportId === null ? [] : [{ reportId, disposition: 'conflicting' as const }],
  );
  return { plan: { ...unchangedPlan(state), resolved }, reroute: next, cases: casesOfWaiting(state) };
}

/**
 * Takes a payment away from a partner that is away and to which nothing of it was ever written. What its client wants
 * back, and what is contradicted, goes nowhere.
 * @param from the partner that it was meant for when the next route was chosen
 * Source: docs/GAPS.md#P10
 */
export function decideFailover(
  state: PaymentState,
  from: string,
  next: RouteTerms,
  at: Date,
): Decision<FailoverOutcome> {
  const isUnsent = !state.isClaimed && isNeverSent(liveDispatch(state));
  const isFree = state.status === 'pending' && state.partnerId === from && isUnsent;
  if (!isFree || isCancellationOpen(state) || isContradicted(state)) return { result: 'stays', change: null };
  return { result: 'rerouted', change: { ...rerouteMembers(state, next), at } };
}
