import { unchangedPlan, type Decision } from '../instruction/change';
import { planWaiting } from '../instruction/plan';
import type { PaymentState } from '../instruction/state';
import { WAITING_MESSAGES } from '../dispatch/waiting';
import type { Contradiction, FoundContradiction } from '../review/contradiction';

/**
 * Holds a pending payment for a person's decision, because its row contradicts Temporal or a partner.
 * @returns the state of the contradiction; null for a new one of a payment that is no longer pending
 * Source: docs/GAPS.md#P21
 */
export function decideContradiction(
  state: PaymentState,
  found: FoundContradiction,
  at: Date,
): Decision<Contradiction['state'] | null> {
  const { contradiction: known } = state;
  const isPending = state.status === 'pending';
  const isKnown = known !== null && (known.run === found.run || (known.state === 'open' && found.run === null));
  // What a person has decided about a run holds also once the payment has gone on by it.
  if (isKnown && (isPending || known.state === 'decided')) return { result: known.state, change: null };
  if (!isPending) return { result: null, change: null };
  const plan = planWaiting(state, state.submittedAt, WAITING_MESSAGES.contradiction) ?? unchangedPlan(state);
  const contradiction: Contradiction = { state: 'open', ...found, at: at.toISOString() };
  const audit = { actor: 'reconciliation', act: 'payment.contradicted', requestId: null, detail: { ...found } };
  return { result: 'open', change: { plan, at, contradiction, waitingReason: 'contradiction', audit } };
}
