import { paymentNotFound } from '../../errors';
import { Exact } from '../../money';
import {
  dispatchUpdate,
  unchangedPlan,
  type CaseToOpen,
  type Decision,
  type PaymentChange,
  type Report,
} from '../instruction/change';
import { planPartnerReport, type TransitionPlan } from '../instruction/plan';
import { buildMismatchRecord, reconcile, type Reconciliation } from '../settlement/reconciliation';
import type { ConfirmedSettlement, ReadConfirmation, SettlementConfirmationBody } from '../reports/report-schema';
import { planWithBookedReturn, returnCases } from '../settlement/returns';
import { isEarlierPartner, type PaymentState } from '../instruction/state';
import { repeatVerdict, verdictOf, type Verdict } from './report';

/** The answer to a settlement confirmation. Source: docs/GAPS.md#P5 */
export interface SettlementVerdict {
  verdict: Verdict;
  /** The confirmation as it is stored. */
  settlement: ConfirmedSettlement;
  reconciliation: Reconciliation;
}

/** The confirmation with its time: without one, that of its receipt; for a repeat, that of the first. */
function withConfirmationTime(
  { settlementHash, settlementConfirmedAt }: PaymentState,
  report: Report,
  body: SettlementConfirmationBody,
) {
  const isRepeat = settlementHash === report.bodyHash && settlementConfirmedAt !== null;
  const confirmedAt = body.confirmedAt ?? (isRepeat ? settlementConfirmedAt : report.effectiveAt).toISOString();
  return { ...body, confirmedAt, settlementReference: body.settlementReference ?? null };
}

function isMoneyOf(booked: PaymentState['bookedSettlement'], amount: number, currency: string): boolean {
  return booked?.currency === currency && new Exact(booked.amount).eq(amount);
}

/**
 * The plan of a settlement confirmation: a repeated one is a duplicate, one that agrees with the booking is applied,
 * one that contradicts it is conflicting.
 */
function planOf(
  state: PaymentState,
  report: Report,
  { settlement, reconciliation }: Pick<SettlementVerdict, 'settlement' | 'reconciliation'>,
): TransitionPlan {
  if (isEarlierPartner(state, report.partnerId)) return unchangedPlan(state, 'conflicting');
  if (state.settlementHash !== null) {
    const witness = state.bookedSettlement?.witness ?? null;
    if ([state.settlementHash, witness].includes(report.bodyHash)) return unchangedPlan(state, 'duplicate');
    // The partner confirms what its bank has booked: it is a second witness, once.
    const agrees =
      witness === null && isMoneyOf(state.bookedSettlement, settlement.actualAmount, settlement.actualCurrency);
    return unchangedPlan(state, agrees && state.status === 'settled' ? 'applied' : 'conflicting');
  }
  // The settlement was reported without figures: these are they. After its return they must agree with it.
  const attaches =
    state.status === 'settled' || (state.status === 'returned' && reconciliation.status !== 'mismatched');
  if (attaches) return unchangedPlan(state);
  const { id: reportId, effectiveAt } = report;
  const planned = planPartnerReport(state, { reportId, status: 'settled', effectiveAt, message: null });
  const plan = planWithBookedReturn(state, planned);
  return plan.disposition === 'applied' ? plan : unchangedPlan(state, 'conflicting');
}

/** The cases that a confirmation opens: a conflict, a mismatch, or a word of an earlier partner. */
function casesOf(
  state: PaymentState,
  report: Report,
  plan: TransitionPlan,
  confirmed: { settlement: ConfirmedSettlement; mismatch: ReturnType<typeof buildMismatchRecord> },
): CaseToOpen[] {
  const { settlement, mismatch } = confirmed;
  if (plan.disposition === 'conflicting') {
    const { id: reportId, partnerId } = report;
    const detail = { current: state.status, confirmation: settlement };
    if (!isEarlierPartner(state, partnerId)) return [{ kind: 'conflicting_settlement', reportId, detail }];
    return [{ kind: 'earlier_partner', reportId, detail: { ...detail, partnerId } }];
  }
  const cases = returnCases(state, plan, report.id);
  return mismatch === null ? cases : [{ ...mismatch.reconciliationCase, reportId: report.id }, ...cases];
}

/**
 * Decides a settlement confirmation. A mismatch is recorded but never blocks it, because the money has moved. If a
 * booking has settled the payment already, the booking stays the settlement and the partner confirms it.
 * @param when `at` is when it is recorded; `isBooked` whether it comes from the bank's books
 * @throws DomainError NOT_FOUND when the instruction was never dispatched to this partner
 * Source: specification, "Settlement confirmation (request body)"; docs/GAPS.md#P5, docs/GAPS.md#P25
 */
export function decideSettlement(
  state: PaymentState,
  report: Report,
  body: ReadConfirmation,
  { at, isBooked = false }: { at: Date; isBooked?: boolean },
): Decision<SettlementVerdict> {
  if (!state.knownToPartner) throw paymentNotFound();
  const { unreadable, ...read } = body;
  const confirmed = withConfirmationTime(state, report, read);
  const reconciliation = reconcile(
    { ...confirmed, unreadable },
    {
      amount: Number(state.amount),
      currency: state.currency,
      estimatedFee: Number(state.feeEstimated),
      expectedDate: state.expectedDate,
      zone: state.cutOffZone,
      dispatchedAt: state.dispatchedAt,
    },
  );
  if (state.repeat !== null) {
    const verdict = repeatVerdict(state, state.repeat, report.bodyHash);
    return { result: { verdict, settlement: confirmed, reconciliation }, change: null };
  }
  const plan = planOf(state, report, { settlement: confirmed, reconciliation });
  const { disposition, status, previousStatus } = plan;
  const isTaken = disposition === 'applied';
  const confirmedAt = report.effectiveAt;
  const settlement = { bodyHash: report.bodyHash, confirmedAt, confirmation: confirmed, reconciliation, isBooked };
  const { dispatch } = state;
  const isFirst = state.settlementHash === null;
  // Where the booking has another amount than was instructed, its mismatch is recorded already.
  const isNews = isFirst || isMoneyOf(state.bookedSettlement, Number(state.amount), state.currency);
  const mismatch = isTaken && isNews ? buildMismatchRecord(state, reconciliation) : null;
  const change: PaymentChange = {
    plan,
    at,
    report,
    cases: casesOf(state, report, plan, { settlement: confirmed, mismatch }),
    notices: mismatch === null ? [] : [mismatch.event],
    // A second witness leaves the reference of the booking, by which its reversal is found.
    bankReference: disposition === 'conflicting' || !isFirst ? null : report.bankReference,
    ...(isTaken && isFirst ? { settlement } : {}),
    ...(isTaken && dispatch !== null && dispatch.state !== 'delivered'
      ? { dispatch: dispatchUpdate(dispatch, { state: 'delivered', endedAt: at, deniedAt: null }) }
      : {}),
  };
  const verdict = verdictOf(
    state,
    { id: report.id, recordedAt: at },
    { disposition, status, previousStatus, reported: 'settled' },
  );
  return { result: { verdict, settlement: confirmed, reconciliation }, change };
}
