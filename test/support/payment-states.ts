import type { RouteTerms } from '../../domain/payments/routing/failover';
import type { Approval } from '../../domain/payments/review/approval';
import type { Report } from '../../domain/payments/instruction/change';
import type { Dispatch, DispatchState, PaymentState } from '../../domain/payments/instruction/state';
import type { PaymentStatus } from '../../domain/payments/instruction/status';

/** When the client submitted the payment, when it was first sent, and when the decision is made. */
export const SUBMITTED_AT = new Date('2026-11-20T08:59:00Z');
export const SENT_AT = new Date('2026-11-20T09:00:00Z');
export const AT = new Date('2026-11-20T10:00:00Z');

/** The first call of the first attempt, to the partner that the payment has; override what the test is about. */
export function dispatchIn(state: DispatchState, overrides: Partial<Dispatch> = {}): Dispatch {
  return {
    attempt: 1,
    partnerId: 'ptn_1',
    state,
    sends: 1,
    destination: '1',
    startedAt: SENT_AT,
    endedAt: state === 'sending' ? null : SENT_AT,
    deniedAt: null,
    refusal: null,
    ...overrides,
  };
}

/** Approvals of which none was given; two are needed, within a week. */
export function approvalOf(overrides: Partial<Approval> = {}): Approval {
  const expiresAt = '2026-11-27T08:59:00.000Z';
  return { state: 'waiting', hash: 'a'.repeat(64), needed: 2, creator: 'usr_1', expiresAt, given: [], ...overrides };
}

/** A payment that was never sent. */
export function unsentPayment(overrides: Partial<PaymentState> = {}): PaymentState {
  return {
    id: 'instr_1',
    version: 1,
    accountId: 'acc_1',
    clientReference: 'ORDER-1',
    submittedAt: SUBMITTED_AT,
    lastUpdatedAt: SUBMITTED_AT,
    amount: '1250.5',
    currency: 'USD',
    feeEstimated: '5',
    cutOffZone: 'UTC',
    expectedDate: '2026-11-20',
    partnerId: 'ptn_1',
    partnerGeneration: 1,
    status: 'pending',
    eventSequence: 0,
    historyStatuses: [],
    waiting: [],
    releaseAt: null,
    beneficiaryHeldUntil: null,
    batchCancelledBy: null,
    complianceHold: null,
    contradiction: null,
    isScreened: true,
    approval: null,
    payeeCheck: null,
    conditions: null,
    information: [],
    waitingReason: null,
    cancellation: null,
    recall: null,
    returned: null,
    bookings: [],
    proof: null,
    dispatch: null,
    dispatchedAt: null,
    operatorDecision: null,
    knownToPartner: true,
    endedByPartnerAt: null,
    settlementHash: null,
    settlementConfirmedAt: null,
    bookedSettlement: null,
    resubmittedAs: null,
    repeat: null,
    isClaimed: false,
    ...overrides,
  };
}

/** A pending payment whose one call stands as given. */
export function sentPayment(dispatch: DispatchState | Dispatch, overrides: Partial<PaymentState> = {}): PaymentState {
  const sent = typeof dispatch === 'string' ? dispatchIn(dispatch) : dispatch;
  return unsentPayment({ dispatch: sent, dispatchedAt: sent.startedAt, ...overrides });
}

/** A payment that its partner has taken and that stands at the status. */
export function takenPayment(status: PaymentStatus, overrides: Partial<PaymentState> = {}): PaymentState {
  const historyStatuses: PaymentStatus[] = status === 'submitted' ? ['submitted'] : ['submitted', status];
  return sentPayment('delivered', { status, historyStatuses, eventSequence: historyStatuses.length, ...overrides });
}

/** What the payment's partner reports. */
export function reportOf(status: PaymentStatus, overrides: Partial<Report> = {}): Report {
  return {
    id: 'rep_1',
    partnerId: 'ptn_1',
    kind: 'status',
    dedupeKey: 'key',
    bodyHash: 'hash',
    status,
    effectiveAt: new Date('2026-11-20T09:30:00Z'),
    partnerReference: 'P-1',
    message: 'words of the partner',
    bankReference: 'B-1',
    reasonCode: null,
    requestId: 'req_1',
    evidence: null,
    ...overrides,
  };
}

/** The route of another partner, to which a payment may go over. */
export const NEXT: RouteTerms = {
  routeId: 'rt_2',
  partnerId: 'ptn_2',
  partnerName: 'Second',
  channel: 'api',
  timeline: 'same_day',
  routeReasons: [],
  cutOffZone: 'UTC',
  expectedDate: '2026-11-23',
  dateExplanation: [],
  feeEstimated: '6',
  feeBreakdown: [],
  releaseAt: null,
};
