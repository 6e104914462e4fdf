import type { output } from 'zod';
import type { AttemptRow, InstructionSummary, StoredInstruction } from '../../db/payments/read-instruction';
import { openPrivateData } from '../../db/payments/private-data';
import type { Vault } from '../../lib/vault';
import type { ListedInstruction, RetrievedInstruction } from '../../domain/payments/answer-schema';
import { statedReason } from '../../domain/payments/reasons';
import { returnedView } from '../../domain/payments/returns';
import { maskAccountNumber } from '../../domain/payments/bank-account';

/** What a list and a single instruction both show. */
function summaryView(row: InstructionSummary) {
  return {
    instructionId: row.id,
    status: row.status,
    clientReference: row.client_reference,
    amount: Number(row.amount),
    currency: row.currency,
    submittedAt: row.submitted_at.toISOString(),
    lastUpdatedAt: row.last_updated_at.toISOString(),
  };
}

/** A confirmation is shown as it was stored: the answer's schema decides which of its members can be seen. */
type InstructionView = Omit<output<typeof RetrievedInstruction>, 'settlement'> & {
  settlement: Record<string, unknown> | null;
};

/** What names people or accounts; of an erased payment the code of its purpose alone. Source: docs/GAPS.md#erasure */
function privateView(
  row: StoredInstruction,
  vault: Vault,
): Pick<InstructionView, 'beneficiary' | 'debtor' | 'purpose' | 'metadata'> {
  if (row.private_sealed === null) {
    return { beneficiary: null, debtor: null, purpose: { code: row.purpose_code }, metadata: null };
  }
  const { beneficiary, debtor = null, purpose, metadata = {} } = openPrivateData(vault, row.id, row.private_sealed);
  const { bankAccount } = beneficiary;
  const accountNumber = maskAccountNumber(bankAccount.accountNumber);
  return { beneficiary: { ...beneficiary, bankAccount: { ...bankAccount, accountNumber } }, debtor, purpose, metadata };
}

const OUTCOMES = {
  sending: 'sending',
  unknown: 'unconfirmed',
  delivered: 'delivered',
  not_delivered: 'not_delivered',
  rejected: 'rejected',
} as const;

/** Faults of the way to a partner are for operators: of a rejection alone the words are shown. */
function attemptView(row: AttemptRow, currency: string): InstructionView['attempts'][number] {
  return {
    attempt: row.attempt,
    outcome: OUTCOMES[row.state],
    message: row.state === 'rejected' ? row.fault : null,
    route: {
      routeId: row.route_id,
      partnerName: row.partner_name,
      channel: row.channel,
      reasons: row.route_reasons,
    },
    settlementTimeline: row.timeline,
    expectedSettlementDate: row.expected_date,
    fees: { estimated: Number(row.fee_estimated), currency },
    startedAt: new Date(row.started_at).toISOString(),
    endedAt: row.ended_at === null ? null : new Date(row.ended_at).toISOString(),
  };
}

/** Why it came to its present status, where that is the one that is asked about. */
function reasonView({ status, history }: StoredInstruction, asked: 'failed' | 'returned'): InstructionView['failure'] {
  if (status !== asked) return null;
  const entry = history.findLast((candidate) => candidate.status === asked);
  return { ...statedReason(entry?.reason_code ?? null), message: entry?.message ?? null };
}

/** Why it came back, and how much of it. */
function returnView(row: StoredInstruction): InstructionView['return'] {
  const reason = reasonView(row, 'returned');
  if (reason === null) return null;
  return { ...reason, returned: row.returned === null ? null : returnedView(row, row.returned) };
}

/** One instruction as its owner sees it. Source: specification, "Payment instruction (as returned)" */
export function retrievedView(row: StoredInstruction, vault: Vault): InstructionView {
  return {
    ...summaryView(row),
    settlementDetails: {
      expectedSettlementDate: row.expected_date,
      settlementTimeline: row.timeline,
      partnerReference: row.partner_reference,
      bankReference: row.bank_reference,
      ...(row.settled_at === null ? {} : { settledAt: row.settled_at.toISOString() }),
      dateExplanation: row.date_explanation,
      dateHistory: row.date_history,
    },
    statusHistory: row.history.map(({ status, at, message }) => ({
      status,
      timestamp: new Date(at).toISOString(),
      ...(message === null ? {} : { message }),
    })),
    uetr: row.uetr,
    ...privateView(row, vault),
    valueDate: row.value_date,
    fees: { estimated: Number(row.fee_estimated), currency: row.currency, breakdown: row.fee_breakdown },
    route: {
      routeId: row.route_id,
      partnerName: row.partner_name,
      channel: row.channel,
      reasons: row.route_reasons,
    },
    attempts: row.attempts.map((attempt) => attemptView(attempt, row.currency)),
    failure: reasonView(row, 'failed'),
    return: returnView(row),
    resubmissionOf: row.resubmission_of,
    resubmittedAs: row.resubmitted_as,
    waitingReason: row.status === 'pending' ? row.waiting_reason : null,
    cancellation: row.cancellation,
    recall: row.recall,
    settlement: row.confirmation,
    reconciliation: row.reconciliation,
    erasedAt: row.erased_at?.toISOString() ?? null,
  };
}

/** An instruction in a list: `settledAt` for settled ones, the expected date for the others. */
export function listedView(row: InstructionSummary): output<typeof ListedInstruction> {
  const when =
    row.settled_at === null
      ? { expectedSettlementDate: row.expected_date }
      : { settledAt: row.settled_at.toISOString() };
  return {
    ...summaryView(row),
    settlementDetails: {
      ...when,
      settlementTimeline: row.timeline,
      partnerName: row.partner_name,
      channel: row.channel,
      partnerReference: row.partner_reference,
    },
  };
}
