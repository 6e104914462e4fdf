import type { output } from 'zod';
import { clientValues } from '../../../db/payments/instruction/instruction-columns';
import { openInformation } from '../../../db/payments/review/information';
import type { InstructionSummary } from '../../../db/payments/instruction/list-instructions';
import type { AttemptRow, StoredInstruction } from '../../../db/payments/instruction/read-instruction';
import { openPrivateData, payeeOf } from '../../../db/payments/instruction/private-data';
import type { Vault } from '../../../lib/vault';
import type { ListedInstruction, RetrievedInstruction } from '../../../domain/payments/instruction/answer-schema';
import { conditionViews } from '../../../domain/payments/review/condition-schema';
import { informationStatus } from '../../../domain/payments/review/information';
import { statedReason } from '../../../domain/payments/reports/reasons';
import { returnedView } from '../../../domain/payments/settlement/returns';
import { approvalView } from '../review/approval-view';
import { payeeCheckView } from '../review/payee-check';
import { pageOf } from '../../../domain/schema-tools';
import { isUnpaid } from '../../../domain/payments/instruction/status';
import { maskBeneficiary } from '../../../domain/payments/instruction/bank-account';

/** Members that a list and a single instruction both have. */
function summaryView(row: InstructionSummary) {
  return {
    instructionId: row.id,
    status: row.status,
    clientReference: row.clientReference,
    amount: Number(row.amount),
    currency: row.currency,
    submittedAt: row.submittedAt.toISOString(),
    lastUpdatedAt: row.lastUpdatedAt.toISOString(),
  };
}

/** A confirmation is shown as it was stored: the answer's schema decides which of its members can be seen. */
type InstructionView = Omit<output<typeof RetrievedInstruction>, 'settlement'> & {
  settlement: Record<string, unknown> | null;
};

/** Members that name people or accounts; of erased data only the code of the purpose. Source: docs/GAPS.md#erasure */
function privateView(
  row: StoredInstruction,
  vault: Vault,
): Pick<InstructionView, 'beneficiary' | 'debtor' | 'purpose' | 'remittance' | 'metadata'> {
  if (row.privateSealed === null) {
    return { beneficiary: null, debtor: null, purpose: { code: row.purposeCode }, remittance: null, metadata: null };
  }
  const opened = openPrivateData(vault, row.id, row.privateSealed);
  const { beneficiary, debtor = null, purpose, remittance = null, metadata = {} } = opened;
  return { beneficiary: maskBeneficiary(beneficiary), debtor, purpose, remittance, metadata };
}

/** Questions and answers of a review. Leaves out who asked: clients need not know. Source: docs/GAPS.md#information */
function informationRequestsView(row: StoredInstruction, vault: Vault): InstructionView['informationRequests'] {
  return openInformation(vault, row.information).map((one) => ({
    informationRequestId: one.id,
    status: informationStatus(one, row),
    question: one.question,
    askedAt: one.askedAt,
    answer: one.answer,
    answeredAt: one.answeredAt,
  }));
}

const OUTCOMES = {
  sending: 'sending',
  unknown: 'unconfirmed',
  delivered: 'delivered',
  not_delivered: 'not_delivered',
  rejected: 'rejected',
} as const;

/**
 * An attempt as clients see it. Technical faults are for operators only; a partner's message is shown for a rejection.
 */
function attemptView(row: AttemptRow, currency: string): InstructionView['attempts'][number] {
  return {
    attempt: row.attempt,
    outcome: OUTCOMES[row.state],
    message: row.state === 'rejected' ? row.fault : null,
    route: {
      routeId: row.routeId,
      partnerName: row.partnerName,
      channel: row.channel,
      reasons: row.routeReasons,
    },
    settlementTimeline: row.timeline,
    expectedSettlementDate: row.expectedDate,
    fees: { estimated: Number(row.feeEstimated), currency },
    startedAt: new Date(row.startedAt).toISOString(),
    endedAt: row.endedAt === null ? null : new Date(row.endedAt).toISOString(),
  };
}

/** Why a payment failed or came back; null if that is not its status. */
function reasonView({ status, history }: StoredInstruction, asked: 'failed' | 'returned'): InstructionView['failure'] {
  if (status !== asked) return null;
  const entry = history.findLast((candidate) => candidate.status === asked);
  return { ...statedReason(entry?.reasonCode ?? null), message: entry?.message ?? null };
}

/** Why it came back, and how much of it. */
function returnView(row: StoredInstruction): InstructionView['return'] {
  const reason = reasonView(row, 'returned');
  if (reason === null) return null;
  return { ...reason, returned: row.returned === null ? null : returnedView(row, row.returned) };
}

/** The proof by a booking; `waiting` while one that is with a partner has none, else null. Source: docs/GAPS.md#P25 */
function proofView({ proof, status, attempts }: StoredInstruction): InstructionView['proof'] {
  const isSent = !isUnpaid(status) && attempts.some(({ state }) => state === 'delivered');
  if (proof === null) return isSent ? { state: 'waiting', booking: null, at: null } : null;
  const { booking } = proof;
  return { ...proof, booking: booking === null ? null : { ...booking, amount: Number(booking.amount) } };
}

/** One instruction as its owner sees it. Source: specification, "Payment instruction (as returned)" */
export function retrievedView(row: StoredInstruction, vault: Vault): InstructionView {
  return {
    ...summaryView(row),
    settlementDetails: {
      expectedSettlementDate: row.expectedDate,
      settlementTimeline: row.timeline,
      partnerReference: row.partnerReference,
      bankReference: row.bankReference,
      ...(row.settledAt === null ? {} : { settledAt: row.settledAt.toISOString() }),
      dateExplanation: row.dateExplanation,
      dateHistory: row.dateHistory,
    },
    statusHistory: row.history.map(({ status, at, message }) => ({
      status,
      timestamp: new Date(at).toISOString(),
      ...(message === null ? {} : { message }),
    })),
    ...clientValues(row),
    uetr: row.uetr,
    ...privateView(row, vault),
    chargeBearer: row.chargeBearer,
    fees: { estimated: Number(row.feeEstimated), currency: row.currency, breakdown: row.feeBreakdown },
    route: {
      routeId: row.routeId,
      partnerName: row.partnerName,
      channel: row.channel,
      reasons: row.routeReasons,
    },
    attempts: row.attempts.map((attempt) => attemptView(attempt, row.currency)),
    failure: reasonView(row, 'failed'),
    return: returnView(row),
    resubmissionOf: row.resubmissionOf,
    resubmittedAs: row.resubmittedAs,
    waitingReason: row.status === 'pending' ? row.waitingReason : null,
    approval: row.approval === null ? null : approvalView(row.approval, row.approvers ?? {}),
    informationRequests: informationRequestsView(row, vault),
    conditions: conditionViews(row.conditions),
    conditionsExpireAt: row.conditions?.expiresAt ?? null,
    payeeCheck: row.payeeCheck === null ? null : payeeCheckView(row.payeeCheck, vault, row.suggestedName),
    cancellation: row.cancellation,
    recall: row.recall,
    settlement: row.confirmation,
    proof: proofView(row),
    reconciliation: row.reconciliation,
    erasedAt: row.erasedAt?.toISOString() ?? null,
  };
}

/** An instruction in a list: `settledAt` for settled ones, the expected date for the others. */
function listedView(row: InstructionSummary, vault: Vault): output<typeof ListedInstruction> {
  const settled = row.settledAt === null ? {} : { settledAt: row.settledAt.toISOString() };
  // One that came back had been settled, and is not.
  const when = row.status === 'settled' ? settled : { expectedSettlementDate: row.expectedDate, ...settled };
  const { others, privateSealed } = row;
  return {
    ...summaryView(row),
    beneficiaryName: payeeOf(vault, row.id, privateSealed)?.name ?? null,
    ...(others === undefined ? {} : { others }),
    settlementDetails: {
      ...when,
      settlementTimeline: row.timeline,
      partnerName: row.partnerName,
      channel: row.channel,
      partnerReference: row.partnerReference,
    },
  };
}

/** One page of a list. Its cursor is the id of the last payment, or its place in the order of changes. */
export function listedPage(rows: readonly InstructionSummary[], limit: number, vault: Vault) {
  const { items, nextCursor } = pageOf(
    rows.map((row) => ({ id: row.place ?? row.id, row })),
    limit,
  );
  return { items: items.map(({ row }) => listedView(row, vault)), nextCursor };
}
