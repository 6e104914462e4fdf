import { createHash } from 'node:crypto';
import type { ReportKey, ReportKind } from '../../../domain/payments/reports/report-key';
import { decideStatusReport, type ReportAnswer, type Verdict } from '../../../domain/payments/decisions/report';
import { decideSettlement, type SettlementVerdict } from '../../../domain/payments/decisions/settlement';
import type { Reconciliation } from '../../../domain/payments/settlement/reconciliation';
import type { SettlementConfirmationBody, StatusReportBody } from '../../../domain/payments/reports/report-schema';
import type { ReturnedMoney } from '../../../domain/payments/settlement/returned-money';
import type { Decision } from '../../../domain/payments/instruction/change';
import type { PaymentState } from '../../../domain/payments/instruction/state';
import { DomainError } from '../../../domain/errors';
import { Exact } from '../../../domain/money';
import { canonicalJson } from '../../../domain/canonical-json';
import type { Queryable } from '../../database';
import { changePayment } from '../instruction/change-payment';
import { keepUnmatchedReport } from './unmatched-reports';

/** Who reports, about what, under which key. */
export interface ReportContext {
  instructionId: string;
  partnerId: string;
  idempotencyKey: string | null;
  requestId: string;
  receivedAt: Date;
  /** Id that the report gets if it is a new one. */
  reportId: string;
  /** Exact bytes and signature headers, sealed for that id. */
  evidence: Buffer;
}

export interface SettlementAnswer extends ReportAnswer {
  settlement: SettlementConfirmationBody;
  reconciliation: Reconciliation;
}

function hashOf(body: object): string {
  return createHash('sha256').update(canonicalJson(body)).digest('hex');
}

function keyOf<Kind extends ReportKind>(
  context: ReportContext,
  kind: Kind,
  bodyHash: string,
): ReportKey & { kind: Kind } {
  const dedupeKey = context.idempotencyKey === null ? `body:${bodyHash}` : `key:${context.idempotencyKey}`;
  return { partnerId: context.partnerId, kind, dedupeKey };
}

/** Money of a return alone is kept: with any other status it says nothing. */
function returnedOf({ status, details }: StatusReportBody): ReturnedMoney | null {
  if (status !== 'returned' || details?.returned === undefined) return null;
  const { amount, currency } = details.returned;
  return { amount: new Exact(amount).toFixed(), currency };
}

/** A refusal is thrown once what led to it is kept. */
function answerOf(verdict: Verdict): ReportAnswer {
  if ('refusal' in verdict) throw verdict.refusal;
  return verdict.answer;
}

/**
 * What a partner says of an instruction that is unknown here is kept before it is refused: it may be all that is left of
 * a payment after a fail-over that lost commits.
 */
async function keepingUnmatched<Result>(
  database: Queryable,
  { reportId: id, partnerId, instructionId, evidence }: ReportContext,
  report: { kind: 'status' | 'settlement'; bodyHash: string },
  record: () => Promise<Result>,
): Promise<Result> {
  try {
    return await record();
  } catch (fault) {
    if (fault instanceof DomainError && fault.code === 'NOT_FOUND') {
      await keepUnmatchedReport(database, { id, partnerId, instructionId, evidence, ...report });
    }
    throw fault;
  }
}

/**
 * Takes a partner's status report: verdict, history, status, event and messages in one statement.
 * @throws DomainError NOT_FOUND, INVALID_TRANSITION, CONFLICTING_REPORT, DUPLICATE
 * Source: specification, "States and transitions"; docs/GAPS.md#P4
 */
export async function recordStatusReport(
  database: Queryable,
  context: ReportContext,
  body: StatusReportBody,
): Promise<ReportAnswer> {
  const { instructionId, requestId, evidence, receivedAt } = context;
  const bodyHash = hashOf(body);
  const key = keyOf(context, 'status', bodyHash);
  const report = {
    ...key,
    id: context.reportId,
    bodyHash,
    status: body.status,
    effectiveAt: body.timestamp === undefined ? receivedAt : new Date(body.timestamp),
    message: body.details?.message ?? null,
    partnerReference: body.partnerReference ?? null,
    bankReference: body.details?.bankReference ?? null,
    reasonCode: body.details?.reasonCode ?? null,
    returned: returnedOf(body),
    requestId,
    evidence,
  };
  const { result } = await keepingUnmatched(database, context, { kind: 'status', bodyHash }, () =>
    changePayment(database, { instructionId, report: key }, (state, at) => decideStatusReport(state, report, at)),
  );
  return answerOf(result);
}

type SettlementReport = ReturnType<typeof settlementReport>;

function settlementReport(context: ReportContext, body: SettlementConfirmationBody) {
  const { requestId, evidence } = context;
  const bodyHash = hashOf(body);
  return {
    ...keyOf(context, 'settlement', bodyHash),
    id: context.reportId,
    bodyHash,
    status: 'settled' as const,
    effectiveAt: new Date(body.confirmedAt),
    message: null,
    partnerReference: null,
    bankReference: body.settlementReference,
    reasonCode: null,
    requestId,
    evidence,
  };
}

/** Decides on a confirmation of a settlement in the state that its payment has then. */
async function recordConfirmation<Result>(
  database: Queryable,
  context: ReportContext,
  body: SettlementConfirmationBody,
  decide: (state: PaymentState, report: SettlementReport, at: Date) => Decision<Result>,
): Promise<Result> {
  const { instructionId } = context;
  const report = settlementReport(context, body);
  const { result } = await keepingUnmatched(database, context, { kind: 'settlement', bodyHash: report.bodyHash }, () =>
    changePayment(database, { instructionId, report }, (state, at) => decide(state, report, at)),
  );
  return result;
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
  const result = await recordConfirmation(database, context, body, (state, report, at) =>
    decideSettlement(state, report, body, at),
  );
  return { ...answerOf(result.verdict), settlement: body, reconciliation: result.reconciliation };
}

/**
 * Takes a booking as the confirmation of a settlement that has none. A settlement that is already confirmed stays as it is: a
 * statement and a notification report the same booking, and may be read at the same moment.
 * @throws DomainError NOT_FOUND, CONFLICTING_REPORT
 * Source: docs/GAPS.md#P19
 */
export async function recordBooking(
  database: Queryable,
  context: ReportContext,
  body: SettlementConfirmationBody,
): Promise<void> {
  const result = await recordConfirmation<SettlementVerdict | null>(database, context, body, (state, report, at) =>
    state.settlementHash === null ? decideSettlement(state, report, body, at) : { result: null, change: null },
  );
  if (result !== null) answerOf(result.verdict);
}
