import { DomainError } from '../../errors';
import {
  clientCancellationPlan,
  unchangedPlan,
  type AuditEntry,
  type Decision,
  type PaymentChange,
  type Report,
} from '../instruction/change';
import {
  isCancellationOpen,
  isEarlierPartner,
  isWithPartner,
  liveDispatch,
  type Cancellation,
  type PaymentState,
} from '../instruction/state';
import { CANCELLABLE_STATUSES, type PaymentStatus } from '../instruction/status';
import { isContradicted } from '../review/contradiction';
import { isSameDestination } from '../dispatch/destination';
import { changeByReport } from './report';

/** The result of a cancellation for the client. */
export interface CancellationResult {
  status: PaymentStatus;
  cancellation: Cancellation;
}

/** A cancellation as a client asks for it. Source: docs/GAPS.md#P7 */
export interface CancellationRequest {
  reason: string | null;
  at: Date;
  audit: AuditEntry;
}

/**
 * Cancels an instruction that no partner has, or begins to ask its partner. A repeat returns the first cancellation.
 * @throws DomainError CANCELLATION_NOT_ALLOWED once it is processing or has an outcome
 * Source: docs/GAPS.md#P7
 */
export function decideCancellation(state: PaymentState, request: CancellationRequest): Decision<CancellationResult> {
  const { reason, at, audit } = request;
  const { status } = state;
  if (state.cancellation !== null) return { result: { status, cancellation: state.cancellation }, change: null };
  const members = { reason, requestedAt: at.toISOString() };
  // While a person has to decide whether a partner has it, its end is not certain.
  if (status === 'pending' && !isWithPartner(state) && !isContradicted(state)) {
    const cancellation: Cancellation = { status: 'cancelled', ...members };
    const change: PaymentChange = {
      plan: clientCancellationPlan(state, at),
      at,
      cancellation,
      messages: [{ topic: 'changed', disposition: 'applied', reportId: null }],
      audit,
    };
    return { result: { status: 'cancelled', cancellation }, change };
  }
  if (!CANCELLABLE_STATUSES.includes(status)) {
    throw new DomainError('CANCELLATION_NOT_ALLOWED', `An instruction that is ${status} cannot be cancelled.`, {
      extra: { current: status },
    });
  }
  const cancellation: Cancellation = { status: 'requested', ...members };
  const change: PaymentChange = {
    plan: unchangedPlan(state),
    at,
    cancellation,
    messages: [{ topic: 'cancel' }],
    audit,
  };
  return { result: { status, cancellation }, change };
}

/**
 * @returns the cancellation of a payment whose batch was cancelled, in the name of who did that; null where it was not
 * Source: docs/GAPS.md#P18
 */
export function cancelledWithBatch(state: PaymentState, at: Date): PaymentChange | null {
  if (state.batchCancelledBy === null) return null;
  const { batchId, actor, requestId, reason } = state.batchCancelledBy;
  const audit = { actor, act: 'payment.cancellation_requested', requestId, detail: { batchId } };
  return decideCancellation({ ...state, cancellation: null }, { reason, at, audit }).change;
}

/** A partner's answer to a cancellation. */
export type CancellationAnswer =
  /** Its word that the payment is cancelled, as a report of kind `cancellation`. */
  ({ kind: 'cancelled'; report: Report } | { kind: 'refused'; partnerId: string; message: string }) & {
    /** Name of the destination that was asked, null where it is not certain; absent where the partner spoke of itself. */
    destination?: string | null;
  };

/** Whether the answer is of another destination than the dispatch in doubt went to. Source: docs/GAPS.md#P21 */
function isFromElsewhere(state: PaymentState, { destination }: CancellationAnswer): boolean {
  const dispatch = liveDispatch(state);
  if (destination === undefined || (dispatch?.state !== 'sending' && dispatch?.state !== 'unknown')) return false;
  return !isSameDestination(dispatch.destination, destination);
}

/**
 * Records a partner's reply to a cancellation. An acceptance is applied as a report; if the payment is not cancelled by
 * it, the client's open request ends as refused. A refusal ends that request, too; one of a payment that is cancelled or
 * failed here opens a case, unless the partner ended it itself. What an earlier partner says never ends the request, and
 * its refusal opens a case. A repeated acceptance changes nothing.
 * @returns `elsewhere` if another destination replied than the one that the dispatch in doubt went to
 * Source: docs/GAPS.md#P7
 */
export function decideCancellationAnswer(
  state: PaymentState,
  answer: CancellationAnswer,
  at: Date,
): Decision<'elsewhere' | null> {
  if (isFromElsewhere(state, answer)) return { result: 'elsewhere', change: null };
  if (answer.kind === 'refused') return { result: null, change: cancellationRefusal(state, answer, at) };
  if (state.repeat !== null) return { result: null, change: null };
  const change = changeByReport(state, answer.report, at);
  // What the client wants is for the partner to answer that has the payment now.
  if (isEarlierPartner(state, answer.report.partnerId)) return { result: null, change };
  const isOver = isCancellationOpen(state) && change.plan.status !== 'cancelled';
  return { result: null, change: isOver ? { ...change, cancellation: { status: 'refused' } } : change };
}

/** The change by a partner's refusal to cancel; null if it changes nothing. */
function cancellationRefusal(
  state: PaymentState,
  { partnerId, message }: Extract<CancellationAnswer, { kind: 'refused' }>,
  at: Date,
): PaymentChange | null {
  if (isEarlierPartner(state, partnerId)) {
    const detail = { current: state.status, reported: 'processing', kind: 'cancellation', partnerId, message };
    return { plan: unchangedPlan(state), at, cases: [{ kind: 'earlier_partner', reportId: null, detail }] };
  }
  if (isCancellationOpen(state)) return { plan: unchangedPlan(state), at, cancellation: { status: 'refused' } };
  if (state.status !== 'cancelled' && state.status !== 'failed') return null;
  // The payment ended by the partner's own word while it was asked: it has nothing left to cancel.
  const decided = state.status === 'failed' ? 'refused' : 'cancelled';
  if (state.endedByPartnerAt !== null && state.cancellation?.status === decided) return null;
  const detail = { current: state.status, reported: 'processing', message };
  return { plan: unchangedPlan(state), at, cases: [{ kind: 'stop_refused', reportId: null, detail }] };
}
