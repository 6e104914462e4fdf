import { decideContradiction } from '../../../domain/payments/decisions/contradiction';
import { isOutcome } from '../../../domain/payments/instruction/status';
import type { Contradiction, FoundContradiction } from '../../../domain/payments/review/contradiction';
import type { Queryable } from '../../database';
import { raiseFlag } from '../../operator-flags';
import { changePayment } from '../instruction/change-payment';

/**
 * Holds a pending payment whose row contradicts Temporal or a partner, and flags it to operators.
 * @param says the contradiction, for an operator
 * @returns the state of the contradiction; null for a payment that is no longer pending, which is only flagged
 * Source: docs/GAPS.md#P21
 */
export async function holdContradicted(
  database: Queryable,
  instructionId: string,
  { says, ...found }: FoundContradiction & { says: string },
): Promise<Contradiction['state'] | null> {
  const { result, state } = await changePayment(database, { instructionId }, (before, at) =>
    decideContradiction(before, found, at),
  );
  if (result !== 'decided' && !isOutcome(state.status))
    await raiseFlag(database, instructionId, 'workflow_ahead', { says });
  return result;
}
