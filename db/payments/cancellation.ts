import { DomainError } from '../../domain/errors';
import { planTransition, type TransitionPlan } from '../../domain/payments/plan';
import type { PaymentStatus } from '../../domain/payments/status';
import type { Database, Queryable } from '../database';
import { addToOutbox, TOPICS } from '../outbox';
import type { Moved } from './dispatch';
import type { Cancellation } from './read-instruction';
import { recordTransition, untilWritten } from './record-transition';
import { readTransitionState, type TransitionState } from './transition-state';

export interface CancellationResult {
  status: PaymentStatus;
  cancellation: Cancellation;
}

function unchanged(state: TransitionState): TransitionPlan {
  const { status } = state;
  return { disposition: 'applied', previousStatus: status, status, history: [], events: [], resolved: [] };
}

async function stateOf(database: Queryable, instructionId: string): Promise<TransitionState> {
  const state = await readTransitionState(database, instructionId, null);
  if (state === null) throw new DomainError('NOT_FOUND', 'There is no such payment instruction.');
  return state;
}

/**
 * Cancels an instruction that was not dispatched, or begins to ask its partner.
 * @throws DomainError CANCELLATION_NOT_ALLOWED once it is processing or has an outcome
 * Source: docs/GAPS.md#P7
 */
export async function requestCancellation(
  database: Database,
  instructionId: string,
  request: { reason: string | null; now: Date },
): Promise<CancellationResult> {
  return untilWritten(async () => {
    const state = await stateOf(database, instructionId);
    const cancellation = { reason: request.reason, requestedAt: request.now.toISOString() };
    if (state.status === 'pending' && state.dispatchedAt === null) {
      const message = 'Cancelled by the client';
      const plan = planTransition(state, { reportId: null, status: 'cancelled', effectiveAt: request.now, message });
      const done: Cancellation = { status: 'cancelled', ...cancellation };
      const version = await recordTransition(database, state, plan, { cancellation: done, signal: true });
      return version === null ? null : { status: plan.status, cancellation: done };
    }
    if (!['pending', 'submitted', 'accepted'].includes(state.status)) {
      throw new DomainError('CANCELLATION_NOT_ALLOWED', `An instruction that is ${state.status} cannot be cancelled.`, {
        extra: { current: state.status },
      });
    }
    const asked: Cancellation = { status: 'requested', ...cancellation };
    return database.transaction(async (client) => {
      const version = await recordTransition(client, state, unchanged(state), { cancellation: asked, signal: false });
      if (version === null) return null;
      const { status, accountId } = state;
      const payload = { status, version };
      await addToOutbox(client, { topic: TOPICS.cancelPayment, subject: instructionId, accountId, payload });
      return { status: state.status, cancellation: asked };
    });
  });
}

/**
 * Records that the partner cancelled or refused to, or that nobody ever had what its client wants back.
 * Source: docs/GAPS.md#P7
 */
export async function recordCancellationAnswer(
  database: Queryable,
  instructionId: string,
  answer: 'cancelled' | 'refused',
): Promise<Moved> {
  return untilWritten(async () => {
    const state = await stateOf(database, instructionId);
    const report = { reportId: null, effectiveAt: new Date(), message: 'Cancelled before settlement' };
    const plan = answer === 'cancelled' ? planTransition(state, { ...report, status: 'cancelled' }) : unchanged(state);
    const status = plan.status === 'cancelled' ? ('cancelled' as const) : ('refused' as const);
    const version = await recordTransition(database, state, plan, { cancellation: { status }, signal: true });
    return version === null ? null : { status: plan.status, version };
  });
}
