import { createHash } from 'node:crypto';
import type { ReportKey, ReportKind } from '../../../domain/payments/reports/report-key';
import { decideStatusReport, type ReportAnswer, type Verdict } from '../../../domain/payments/decisions/report';
import { decideDebit, decideReturn, type BookedEntry } from '../../../domain/payments/decisions/booking';
import { decideSettlement } from '../../../domain/payments/decisions/settlement';
import type { Reconciliation } from '../../../domain/payments/settlement/reconciliation';
import type {
  ConfirmedSettlement,
  ReadConfirmation,
  StatusReportBody,
} from '../../../domain/payments/reports/report-schema';
import type { ReturnedMoney } from '../../../domain/payments/settlement/returned-money';
import type { Decision } from '../../../domain/payments/instruction/change';
import type { PaymentState } from '../../../domain/payments/instruction/state';
import { DomainError } from '../../../domain/errors';
import { Exact } from '../../../domain/money';
import { canonicalJson } from '../../../domain/canonical-json';
import type { Queryable } from '../../database';
import { changePayment } from '../instruction/change-payment';
import { cacheReportedState, reportedState } from './reported-states';
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
  settlement: ConfirmedSettlement;
  reconciliation: Reconciliation;
}

function hashOf(body: object): string {
  return createHash('sha256').update(canonicalJson(body)).digest('hex');
}

function reportKeyOf<Kind extends ReportKind>(
  context: Pick<ReportContext, 'partnerId' | 'idempotencyKey'>,
  kind: Kind,
  bodyHash: string,
): ReportKey & { kind: Kind } {
  const dedupeKey = context.idempotencyKey === null ? `body:${bodyHash}` : `key:${context.idempotencyKey}`;
  return { partnerId: context.partnerId, kind, dedupeKey };
}

/** The money of a reported return; null for any other status, and where the report states none. */
function returnedOf({ status, details }: StatusReportBody): ReturnedMoney | null {
  if (status !== 'returned' || details?.returned === undefined) return null;
  const { amount, currency } = details.returned;
  return { amount: new Exact(amount).toFixed(), currency };
}

/** The answer to a report. @throws DomainError its refusal, after what led to it is stored */
function answerOf(verdict: Verdict): ReportAnswer {
  if ('refusal' in verdict) throw verdict.refusal;
  return verdict.answer;
}

/**
 * Records a report. If its instruction is unknown here, the report is stored before it is refused: after a fail-over
 * that lost commits, it may be the only trace of a payment.
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

/** A status report as it is stored. */
function toStatusReport(context: ReportContext, body: StatusReportBody) {
  const { requestId, evidence, receivedAt } = context;
  const bodyHash = hashOf(body);
  return {
    ...reportKeyOf(context, 'status', bodyHash),
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
}

/** Records a status report by a decision on the current state of its payment. */
async function recordStatus<Result>(
  database: Queryable,
  context: ReportContext,
  body: StatusReportBody,
  decide: (state: PaymentState, report: ReturnType<typeof toStatusReport>, at: Date) => Decision<Result>,
): Promise<Result> {
  const { instructionId } = context;
  const report = toStatusReport(context, body);
  const { kind, bodyHash } = report;
  const known = reportedState(database, { instructionId, ...report });
  const changed = await keepingUnmatched(database, context, { kind, bodyHash }, () =>
    changePayment(database, { instructionId, report, known }, (state, at) => decide(state, report, at)),
  );
  cacheReportedState(database, { instructionId, ...report }, changed);
  return changed.result;
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
  return answerOf(await recordStatus(database, context, body, decideStatusReport));
}

/**
 * Takes a booking of money that came back, or that a bank takes back; each one once, however many files have it.
 * @throws DomainError NOT_FOUND
 * Source: docs/GAPS.md#P22
 */
export async function recordReturn(
  database: Queryable,
  context: ReportContext,
  body: StatusReportBody,
  booked: BookedEntry,
): Promise<void> {
  await recordStatus(database, context, body, (state, report, at) => decideReturn(state, booked, report, at));
}

type SettlementReport = ReturnType<typeof toSettlementReport>;

/** A confirmation as it is stored; `evidence` is null where its bytes are stored elsewhere. */
export function toSettlementReport(
  context: Omit<ReportContext, 'instructionId' | 'evidence'> & { evidence: Buffer | null },
  { unreadable: _parts, ...body }: ReadConfirmation,
) {
  const { requestId, evidence, receivedAt } = context;
  // Of what the partner said alone: a repeat without a time is received at another one.
  const bodyHash = hashOf(body);
  return {
    ...reportKeyOf(context, 'settlement', bodyHash),
    id: context.reportId,
    bodyHash,
    status: 'settled' as const,
    effectiveAt: body.confirmedAt === undefined ? receivedAt : new Date(body.confirmedAt),
    message: null,
    partnerReference: null,
    bankReference: body.settlementReference ?? null,
    reasonCode: null,
    requestId,
    evidence,
  };
}

/** Decides about a confirmation by the payment's present state and records both; an unknown one is stored, too. */
async function recordConfirmation<Result>(
  database: Queryable,
  context: ReportContext,
  body: ReadConfirmation,
  decide: (state: PaymentState, report: SettlementReport, at: Date) => Decision<Result>,
): Promise<Result> {
  const { instructionId } = context;
  const report = toSettlementReport(context, body);
  const { result } = await keepingUnmatched(database, context, { kind: 'settlement', bodyHash: report.bodyHash }, () =>
    changePayment(database, { instructionId, report }, (state, at) => decide(state, report, at)),
  );
  return result;
}

/**
 * Records a settlement confirmation. A mismatch opens a case and never blocks it, since the money has moved.
 * @throws DomainError NOT_FOUND, CONFLICTING_REPORT, DUPLICATE
 * Source: specification, "Settlement confirmation (request body)"; docs/GAPS.md#P5
 */
export async function recordSettlement(
  database: Queryable,
  context: ReportContext,
  body: ReadConfirmation,
): Promise<SettlementAnswer> {
  const result = await recordConfirmation(database, context, body, (state, report, at) =>
    decideSettlement(state, report, body, { at }),
  );
  const { settlement, reconciliation } = result;
  return { ...answerOf(result.verdict), settlement, reconciliation };
}

/**
 * Takes a booked debit; a settlement that is already confirmed stays as it is.
 * @throws DomainError NOT_FOUND, CONFLICTING_REPORT
 * Source: docs/GAPS.md#P19, docs/GAPS.md#P22
 */
export async function recordDebit(
  database: Queryable,
  context: ReportContext,
  body: ReadConfirmation,
  booked: BookedEntry,
): Promise<void> {
  const result = await recordConfirmation(database, context, body, (state, report, at) =>
    decideDebit(state, booked, report, { body, at }),
  );
  if (result !== null) answerOf(result.verdict);
}
