import { changePayment } from '../instruction/change-payment';
import { newId } from '../../../lib/ids';
import type { Queryable } from '../../database';
import {
  decideCancellation,
  decideCancellationAnswer,
  type CancellationAnswer,
  type CancellationRequest,
  type CancellationResult,
} from '../../../domain/payments/decisions/cancellation';

/**
 * Cancels an instruction that no partner has, or queues the question to its partner; a repeat gets the first result.
 * @throws DomainError NOT_FOUND, CANCELLATION_NOT_ALLOWED once it is processing or has an outcome
 * Source: docs/GAPS.md#P7
 */
export async function requestCancellation(
  database: Queryable,
  instructionId: string,
  request: Omit<CancellationRequest, 'at'>,
): Promise<CancellationResult> {
  const { result } = await changePayment(database, { instructionId }, (state, at) =>
    decideCancellation(state, { ...request, at }),
  );
  return result;
}

/**
 * Records a partner's reply to a cancellation.
 * @param asked `partnerId`: who replied; `destination`: the name of the destination that was asked, if known
 * @returns `elsewhere` where the reply is not about the dispatch; then nothing changes
 * Source: docs/GAPS.md#P7, docs/GAPS.md#P21
 */
export async function recordCancellationAnswer(
  database: Queryable,
  asked: { instructionId: string; partnerId: string; destination?: string | null },
  answer: 'cancelled' | 'refused',
): Promise<'elsewhere' | null> {
  const { instructionId, partnerId, ...where } = asked;
  const key = { partnerId, kind: 'cancellation' as const, dedupeKey: `answer:${answer}` };
  const word = {
    ...key,
    id: newId('report'),
    bodyHash: answer,
    status: 'cancelled' as const,
    partnerReference: null,
    message: 'Cancelled before settlement',
    bankReference: null,
    reasonCode: null,
    requestId: null,
    evidence: null,
  };
  const cancellationAnswer = (at: Date): CancellationAnswer =>
    answer === 'cancelled'
      ? { kind: 'cancelled', report: { ...word, effectiveAt: at }, ...where }
      : { kind: 'refused', partnerId, message: 'The partner refused to cancel.', ...where };
  const { result } = await changePayment(database, { instructionId, report: key }, (before, at) =>
    decideCancellationAnswer(before, cancellationAnswer(at), at),
  );
  return result;
}
