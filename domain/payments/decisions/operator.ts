import { DomainError } from '../../errors';
import {
  clientCancellationPlan,
  dispatchUpdate,
  lostDispatch,
  unchangedPlan,
  type CaseToOpen,
  type Decision,
  type Message,
  type PaymentChange,
} from '../instruction/change';
import {
  OPERATOR_DECISIONS,
  type KeptDecision,
  type OperatorDecision,
  type OperatorWord,
} from '../review/operator-decision';
import { planPartnerReport, planTransition } from '../instruction/plan';
import { OWN_REASONS } from '../reports/reasons';
import { awaitsApproval } from '../review/approval';
import { isContradicted } from '../review/contradiction';
import { isUnpaid } from '../instruction/status';
import { nextWait } from './next-wait';
import {
  isCancellationOpen,
  isWithPartner,
  liveDispatch,
  type Dispatch,
  type PaymentState,
} from '../instruction/state';

/** An operator's decision, with who makes it. */
export interface OperatorRequest extends OperatorWord {
  /** Who decides, as the audit log names actors. */
  by: string;
  /** Id of the HTTP request; null for a command. */
  requestId: string | null;
  /** What else the audit log keeps of who decides, such as the operator whom `--as` names. */
  note?: Readonly<Record<string, string>> | undefined;
  at: Date;
}

/** What the client reads in the history; the operator's reason stays in the audit log. */
const DELIVERED = 'Established by an operator';
const GIVEN_UP = 'Ended by an operator: no settlement partner has it';

const NEVER_SENT = 'it was never sent';
const NEVER_RECEIVED = 'never received, established by an operator';
const UNDER_WAY = 'a call to the partner is under way; once it has ended, or when it is tried now, more is known';
const JUST_CALLED = 'its last call has just ended; ask the partner half a minute later, and decide then';
const REPORTS_DECIDE = "it is no longer pending, and only its partner's reports decide";

/**
 * What a partner's people say that they never received may be a call before the last one: an inquiry may have led to
 * another since they were asked. The bytes of a call that was given up are under way for ten seconds besides.
 * Source: docs/GAPS.md#P14
 */
const ASKED_AFTER_MS = 30_000;

/** Flags about a payment that a decision settles; one whose cause goes on rises again. */
const SETTLED_FLAGS: Record<OperatorDecision, readonly string[]> = {
  delivered: ['payment_blocked', 'silence', 'partner_denies', 'partner_moved', 'workflow_ahead'],
  never_received: ['payment_blocked', 'silence', 'partner_denies', 'partner_moved', 'workflow_ahead'],
  try_now: ['payment_blocked', 'partner_denies', 'partner_moved', 'workflow_ahead'],
  give_up: [
    'payment_blocked',
    'silence',
    'partner_denies',
    'partner_moved',
    'cancellation_unanswered',
    'workflow_missing',
    'workflow_ahead',
  ],
};

/** Whether it takes a person to know: a call may have arrived, or others say of a payment that is pending that it did. */
function isInDoubt({ state }: Dispatch): boolean {
  return state === 'unknown' || state === 'delivered';
}

/** Whether a workflow, or a restore, says that a partner may have it, and nothing is on record. */
function isSaidToBeSent({ contradiction }: PaymentState): boolean {
  if (contradiction === null || !isContradicted({ contradiction })) return false;
  return contradiction.status === null || !isUnpaid(contradiction.status);
}

/** The dispatch on record, or one whose record may be lost, where the partner's reports or a contradiction speak of it. */
function knownDispatch(state: PaymentState, at: Date): Dispatch | null {
  return liveDispatch(state) ?? (state.isClaimed || isSaidToBeSent(state) ? lostDispatch(state, at) : null);
}

function hasJustEnded(call: Dispatch | null, at: Date): boolean {
  const endedAt = call?.endedAt ?? null;
  return endedAt !== null && at.getTime() - endedAt.getTime() < ASKED_AFTER_MS;
}

/** Why an operator's decision does not fit the payment, or null if it does. */
function obstacleTo(decision: OperatorDecision, state: PaymentState, at: Date): string | null {
  const { releaseAt } = state;
  const dispatch = knownDispatch(state, at);
  if (state.status !== 'pending') return REPORTS_DECIDE;
  switch (decision) {
    case 'delivered':
      return dispatch === null ? NEVER_SENT : null;
    case 'never_received':
      if (dispatch === null) return NEVER_SENT;
      // A call that is under way, or a process that was frozen in one, is not what the partner was asked about.
      if (dispatch.state === 'sending') return UNDER_WAY;
      if (!isInDoubt(dispatch)) return 'the partner is known not to have it, and it is sent again';
      return hasJustEnded(liveDispatch(state), at) ? JUST_CALLED : null;
    case 'try_now':
      // It ends the contradiction; what else holds the payment goes on.
      if (isContradicted(state)) return null;
      if (awaitsApproval(state.approval)) return 'members of its account have to approve it first';
      return releaseAt !== null && at < releaseAt ? 'its value date has not come' : null;
    case 'give_up':
      return dispatch?.state === 'sending' ? UNDER_WAY : null;
    default:
      return decision satisfies never;
  }
}

/** @returns the decisions that fit what is known of the payment */
export function allowedDecisions(state: PaymentState, at: Date): OperatorDecision[] {
  return OPERATOR_DECISIONS.filter((decision) => obstacleTo(decision, state, at) === null);
}

/** The end of a payment that no partner has: cancelled if its client asked for that, else failed. */
function givenUpEnd(state: PaymentState, at: Date): Pick<PaymentChange, 'plan' | 'cancellation'> {
  if (isCancellationOpen(state)) {
    return { plan: clientCancellationPlan(state, at), cancellation: { status: 'cancelled' } };
  }
  const reasonCode = OWN_REASONS.givenUp;
  const report = { reportId: null, status: 'failed' as const, effectiveAt: at, message: GIVEN_UP, reasonCode };
  return { plan: planTransition(state, report) };
}

/** The change that an operator's decision makes. */
function operatorChange({ decision, partnerReference, at }: OperatorRequest, state: PaymentState): PaymentChange {
  const dispatch = knownDispatch(state, at);
  switch (decision) {
    case 'delivered': {
      const effectiveAt = dispatch?.startedAt ?? at;
      const report = { reportId: null, status: 'submitted' as const, effectiveAt, message: DELIVERED };
      const plan = planPartnerReport(state, report);
      if (dispatch === null) return { plan, at, partnerReference };
      const update = dispatchUpdate(dispatch, { state: 'delivered', endedAt: at, deniedAt: null, refusal: null });
      return { plan, at, partnerReference, dispatch: update };
    }
    case 'never_received': {
      const rest = isCancellationOpen(state) ? givenUpEnd(state, at) : { plan: unchangedPlan(state) };
      return { ...rest, at, ...notDeliveredUpdate(dispatch) };
    }
    case 'try_now':
      return { plan: unchangedPlan(state), at };
    case 'give_up': {
      // Only the operator says that the partner does not have it: the partner is asked to stop, in case it does.
      const end = { ...givenUpEnd(state, at), at, ...notDeliveredUpdate(dispatch) };
      if (dispatch === null || !isInDoubt(dispatch)) return end;
      return { ...end, messages: [{ topic: 'stop' }], cases: [givenUpCase(state)] };
    }
    default:
      return decision satisfies never;
  }
}

/** The case of a payment that was given up; while it is open the payment is not instructed again. */
function givenUpCase({ status }: PaymentState): CaseToOpen {
  return { kind: 'given_up', reportId: null, detail: { current: status, decision: 'give_up', dispatch: 'unknown' } };
}

function notDeliveredUpdate(dispatch: Dispatch | null): Pick<PaymentChange, 'dispatch'> {
  if (dispatch === null || !isInDoubt(dispatch)) return {};
  const members = { state: 'not_delivered', fault: NEVER_RECEIVED, deniedAt: null, refusal: null } as const;
  return { dispatch: dispatchUpdate(dispatch, members) };
}

/** The change with a dispatch that is not on record put there, so that it can be updated. */
function restoreDispatch(change: PaymentChange, state: PaymentState): PaymentChange {
  const { dispatch } = change;
  if (liveDispatch(state) !== null || dispatch?.kind !== 'update') return change;
  const { attempt, destination, state: as, fault } = dispatch;
  return { ...change, dispatch: { kind: 'recover', attempt, destination, state: as, fault } };
}

/** Ends a contradiction: after any decision the payment goes on to its next wait, or has ended. */
function contradictionEnd(state: PaymentState, { decision, at }: OperatorRequest): Partial<PaymentChange> {
  if (state.contradiction === null || !isContradicted(state)) return {};
  const contradiction = { ...state.contradiction, state: 'decided' as const };
  const isAsked = decision === 'try_now' && isWithPartner(state);
  return { contradiction, waitingReason: isAsked ? 'partner_slow' : nextWait({ ...state, contradiction }, at) };
}

/**
 * Whether an operator repeats a kept decision in the same words, about the same call or a payment that has gone on
 * since. `try_now` is never a repeat.
 */
function isRepeat(state: PaymentState, request: OperatorRequest): boolean {
  const kept = state.operatorDecision;
  if (kept === null || request.decision === 'try_now' || isContradicted(state)) return false;
  const isSame =
    kept.decision === request.decision &&
    kept.reason === request.reason &&
    kept.partnerReference === request.partnerReference;
  return isSame && (state.status !== 'pending' || kept.sends === (state.dispatch?.sends ?? 0));
}

/**
 * Applies what an operator established about a payment, and signals its workflow. A repeat changes nothing and returns
 * the kept decision.
 * @throws DomainError INVALID_TRANSITION, naming the decisions that fit, when this one does not
 * Source: docs/GAPS.md#P10
 */
export function decideOperator(state: PaymentState, request: OperatorRequest): Decision<KeptDecision> {
  const { decision, reason, partnerReference, by, requestId, note, at } = request;
  if (state.operatorDecision !== null && isRepeat(state, request)) {
    return { result: state.operatorDecision, change: null };
  }
  const obstacle = obstacleTo(decision, state, at);
  if (obstacle !== null) {
    const extra = { current: state.status, allowed: allowedDecisions(state, at) };
    throw new DomainError('INVALID_TRANSITION', `This decision does not fit the payment: ${obstacle}.`, { extra });
  }
  const change = restoreDispatch(operatorChange(request, state), state);
  const { status } = change.plan;
  const kept = {
    decision,
    reason,
    partnerReference,
    by,
    at: at.toISOString(),
    status,
    sends: state.dispatch?.sends ?? 0,
  };
  const urge: Message = { topic: 'changed', disposition: 'operator', reportId: null, retry: true };
  const detail = { decision, reason, previousStatus: state.status, status };
  const whole: PaymentChange = {
    ...change,
    ...contradictionEnd(state, request),
    operatorDecision: kept,
    settledFlags: SETTLED_FLAGS[decision],
    messages: [...(change.messages ?? []), urge],
    audit: {
      actor: by,
      act: 'payment.decided',
      requestId,
      detail: note === undefined ? detail : { ...detail, by: note },
    },
  };
  return { result: kept, change: whole };
}
