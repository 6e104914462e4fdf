import { createHash } from 'node:crypto';
import { DomainError } from '../../domain/errors';
import { planTransition, type TransitionPlan } from '../../domain/payments/plan';
import { reconcile, type Reconciliation } from '../../domain/payments/reconciliation';
import type { SettlementConfirmationBody, StatusReportBody } from '../../domain/payments/report-schema';
import type { PaymentStatus } from '../../domain/payments/status';
import { allowedFrom, type Disposition } from '../../domain/payments/transitions';
import { canonicalJson } from '../../domain/webhooks/payload';
import type { Queryable } from '../database';
import { UniqueViolation } from '../faults';
import { newId } from '../ids';
import { recordTransition, untilWritten, type ReportRow } from './record-transition';
import { readTransitionState, type EarlierReport, type TransitionState } from './transition-state';

/** Who reports, about what, under which key. */
export interface ReportContext {
  instructionId: string;
  partnerId: string;
  idempotencyKey: string | null;
  requestId: string;
  receivedAt: Date;
  /** Resolves once the report may be written; what is known of the instruction is read meanwhile. */
  granted: Promise<void>;
}

/** Answer to a report. Source: docs/GAPS.md#P4 */
export interface ReportAnswer {
  instructionId: string;
  status: PaymentStatus;
  previousStatus: PaymentStatus;
  disposition: 'applied' | 'duplicate' | 'stale' | 'waiting';
  reportId: string;
  recordedAt: Date;
}

export interface SettlementAnswer extends ReportAnswer {
  settlement: SettlementConfirmationBody;
  reconciliation: Reconciliation;
}

function hashOf(body: object): string {
  return createHash('sha256').update(canonicalJson(body)).digest('hex');
}

function refusal(current: PaymentStatus, disposition: 'refused' | 'conflicting', reported: PaymentStatus): DomainError {
  const extra = { current, allowed: allowedFrom(current) };
  if (disposition === 'refused') {
    return new DomainError('INVALID_TRANSITION', `An instruction that is ${current} cannot become ${reported}.`, {
      extra,
    });
  }
  const message = `The report of ${reported} contradicts the status ${current}; it is kept and a reconciliation case is open.`;
  return new DomainError('CONFLICTING_REPORT', message, { extra });
}

function answerOf(
  state: TransitionState,
  report: { id: string; recordedAt: Date },
  verdict: {
    disposition: Disposition;
    status: PaymentStatus;
    previousStatus: PaymentStatus;
    reported: PaymentStatus;
  },
): ReportAnswer {
  const { disposition, status, previousStatus } = verdict;
  if (disposition === 'refused' || disposition === 'conflicting') throw refusal(status, disposition, verdict.reported);
  return {
    instructionId: state.id,
    status,
    previousStatus,
    disposition,
    reportId: report.id,
    recordedAt: report.recordedAt,
  };
}

/** The answer to a report that was received before; it opens no new case and changes nothing. */
function answerRepeat(state: TransitionState, earlier: EarlierReport, bodyHash: string): ReportAnswer {
  if (earlier.bodyHash !== bodyHash) {
    throw new DomainError('DUPLICATE', 'This Idempotency-Key was used for another report.', {
      details: [{ field: 'Idempotency-Key', code: 'reused', message: 'belongs to a report with another body' }],
    });
  }
  const settledFirst = earlier.disposition === 'applied' || earlier.disposition === 'stale';
  return answerOf(state, earlier, {
    disposition: settledFirst ? 'duplicate' : earlier.disposition,
    status: state.status,
    previousStatus: state.status,
    reported: earlier.status,
  });
}

/** @throws DomainError NOT_FOUND for an instruction that this partner was never given */
async function stateFor(
  database: Queryable,
  context: ReportContext,
  kind: ReportRow['kind'],
  dedupeKey: string,
): Promise<TransitionState> {
  const key = { partnerId: context.partnerId, kind, dedupeKey };
  const state = await readTransitionState(database, context.instructionId, key);
  await context.granted;
  if (state === null || !state.knownToPartner) {
    throw new DomainError('NOT_FOUND', 'There is no such payment instruction.');
  }
  return state;
}

/** Two equal reports at once: the second one finds the first one's row and becomes its repeat. */
async function orRepeat<Result>(write: () => Promise<Result | null>): Promise<Result | null> {
  try {
    return await write();
  } catch (fault) {
    if (fault instanceof UniqueViolation) return null;
    throw fault;
  }
}

function reportRow(context: ReportContext, row: Omit<ReportRow, 'id' | 'partnerId' | 'requestId'>): ReportRow {
  return { ...row, id: newId('report'), partnerId: context.partnerId, requestId: context.requestId };
}

/**
 * Takes a partner's status report: verdict, history, status, event and outbox in one statement.
 * @throws DomainError NOT_FOUND, INVALID_TRANSITION, CONFLICTING_REPORT, DUPLICATE
 * Source: specification, "States and transitions"; docs/GAPS.md#P4
 */
export async function recordStatusReport(
  database: Queryable,
  context: ReportContext,
  body: StatusReportBody,
): Promise<ReportAnswer> {
  const bodyHash = hashOf(body);
  const dedupeKey = context.idempotencyKey === null ? `body:${bodyHash}` : `key:${context.idempotencyKey}`;
  const effectiveAt = body.timestamp === undefined ? context.receivedAt : new Date(body.timestamp);
  return untilWritten(async () => {
    const state = await stateFor(database, context, 'status', dedupeKey);
    if (state.repeat !== null) return answerRepeat(state, state.repeat, bodyHash);
    const message = body.details?.message ?? null;
    const id = newId('report');
    const plan = planTransition(state, { reportId: id, status: body.status, effectiveAt, message });
    const report = {
      ...reportRow(context, {
        kind: 'status',
        dedupeKey,
        bodyHash,
        status: body.status,
        effectiveAt,
        message,
        partnerReference: body.partnerReference ?? null,
        bankReference: body.details?.bankReference ?? null,
        disposition: plan.disposition,
      }),
      id,
    };
    const conflict = { kind: 'conflicting_report', detail: { current: state.status, reported: body.status } };
    const at = new Date();
    const extras = {
      at,
      report,
      signal: true,
      ...(plan.disposition === 'conflicting' ? { reconciliationCase: conflict } : {}),
    };
    const written = await orRepeat(() => recordTransition(database, state, plan, extras));
    if (written === null) return null;
    return answerOf(state, { id, recordedAt: at }, { ...plan, reported: body.status });
  });
}

function settlementPlan(state: TransitionState, bodyHash: string, reportId: string, confirmedAt: Date): TransitionPlan {
  const still: TransitionPlan = {
    disposition: 'applied',
    previousStatus: state.status,
    status: state.status,
    history: [],
    events: [],
    resolved: [],
  };
  if (state.settlementHash !== null) {
    return { ...still, disposition: state.settlementHash === bodyHash ? 'duplicate' : 'conflicting' };
  }
  if (state.status === 'settled') return still;
  const plan = planTransition(state, { reportId, status: 'settled', effectiveAt: confirmedAt, message: null });
  return plan.disposition === 'applied' ? plan : { ...still, disposition: 'conflicting' };
}

/**
 * Takes a settlement confirmation; a mismatch is noted and never blocks it, since the money has moved.
 * @throws DomainError NOT_FOUND, CONFLICTING_REPORT, DUPLICATE
 * Source: specification, "Settlement confirmation (request body)"; docs/GAPS.md#P5
 */
export async function recordSettlement(
  database: Queryable,
  context: ReportContext,
  body: SettlementConfirmationBody,
): Promise<SettlementAnswer> {
  const bodyHash = hashOf(body);
  const dedupeKey = context.idempotencyKey === null ? `body:${bodyHash}` : `key:${context.idempotencyKey}`;
  const confirmedAt = new Date(body.confirmedAt);
  return untilWritten(async () => {
    const state = await stateFor(database, context, 'settlement', dedupeKey);
    const expected = {
      amount: Number(state.amount),
      currency: state.currency,
      estimatedFee: Number(state.feeEstimated),
      expectedDate: state.expectedDate,
      dispatchedAt: state.dispatchedAt,
    };
    const reconciliation = reconcile(body, expected);
    if (state.repeat !== null) {
      return { ...answerRepeat(state, state.repeat, bodyHash), settlement: body, reconciliation };
    }
    const id = newId('report');
    const plan = settlementPlan(state, bodyHash, id, confirmedAt);
    const report = {
      ...reportRow(context, {
        kind: 'settlement',
        dedupeKey,
        bodyHash,
        status: 'settled',
        effectiveAt: confirmedAt,
        message: null,
        partnerReference: null,
        bankReference: body.settlementReference,
        disposition: plan.disposition,
      }),
      id,
    };
    const at = new Date();
    const settlement = { bodyHash, confirmedAt, confirmation: body, reconciliation };
    const conflict = { kind: 'conflicting_settlement', detail: { current: state.status, confirmation: body } };
    const written = await orRepeat(() =>
      recordTransition(database, state, plan, {
        at,
        report,
        signal: true,
        ...(plan.disposition === 'applied' ? { settlement } : {}),
        ...(plan.disposition === 'conflicting' ? { reconciliationCase: conflict } : {}),
      }),
    );
    if (written === null) return null;
    const answer = answerOf(state, { id, recordedAt: at }, { ...plan, reported: 'settled' });
    return { ...answer, settlement: body, reconciliation };
  });
}
