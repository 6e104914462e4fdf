import { changePayment } from './change-payment';
import { newId } from '../../lib/ids';
import type { Queryable } from '../database';
import type { AuditEntry } from '../../domain/payments/change';
import {
  decideCancellation,
  decideCancellationAnswer,
  type CancellationResult,
} from '../../domain/payments/decisions/cancellation';
import type { StatusVersion } from '../../domain/payments/decisions/dispatch';

/**
 * Cancels an instruction that no partner has, or begins to ask its partner; a repeat gets the first one's answer.
 * @throws DomainError NOT_FOUND, CANCELLATION_NOT_ALLOWED once it is processing or has an outcome
 * Source: docs/GAPS.md#P7
 */
export async function requestCancellation(
  database: Queryable,
  instructionId: string,
  request: { reason: string | null; at: Date; audit: AuditEntry },
): Promise<CancellationResult> {
  const { result } = await changePayment(database, { instructionId }, (state) => decideCancellation(state, request));
  return result;
}

/**
 * Keeps what a partner answered to a cancellation.
 * @param partnerId who answered
 * Source: docs/GAPS.md#P7
 */
export async function recordCancellationAnswer(
  database: Queryable,
  asked: { instructionId: string; partnerId: string },
  answer: 'cancelled' | 'refused',
): Promise<StatusVersion> {
  const { instructionId, partnerId } = asked;
  const at = new Date();
  const key = { partnerId, kind: 'cancellation' as const, dedupeKey: `answer:${answer}` };
  const report = {
    ...key,
    id: newId('report'),
    bodyHash: answer,
    status: 'cancelled' as const,
    effectiveAt: at,
    partnerReference: null,
    message: 'Cancelled before settlement',
    bankReference: null,
    reasonCode: null,
    requestId: null,
    evidence: null,
  };
  const said =
    answer === 'cancelled'
      ? { kind: 'cancelled' as const, report }
      : { kind: 'refused' as const, partnerId, message: 'The partner refused to cancel.' };
  const { state } = await changePayment(database, { instructionId, report: key }, (before) =>
    decideCancellationAnswer(before, said, at),
  );
  return { status: state.status, version: state.version };
}
