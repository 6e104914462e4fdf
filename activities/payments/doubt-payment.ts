import type { Database } from '../../db/database';
import { recordDoubt } from '../../db/payments/dispatch/dispatch';
import { holdContradicted } from '../../db/payments/review/contradiction';
import type { OpenAtRestore } from '../../db/restoration/restorations';
import { isOutcome, isUnpaid, STATUS_RANK, type PaymentStatus } from '../../domain/payments/instruction/status';
import { readLastRun, readOutcome } from '../../workflows/client/payment-runs';
import { resumePayment, signalPayment, type PaymentSignal } from '../../workflows/client/payments';
import type { WorkflowClient } from '../../workflows/client/workflow-client';
import { workflowIds } from '../../workflows/contract';

export interface DoubtContext {
  database: Database;
  workflows: WorkflowClient;
}

/** Why a payment is put in doubt. */
export interface Restore {
  /** The moment to which Postgres was restored. */
  restoredTo: Date;
  /** Id of the lost payment that it repeats; null where it repeats none. */
  repeats: string | null;
}

/** Why a person has to decide about a payment after a restore; null where its partner's answer decides. */
function contradictionOf(
  { instructionId, partnerName }: OpenAtRestore,
  lastPartner: string,
  repeats: string | null,
): string | null {
  if (repeats !== null) return `It repeats the lost payment ${repeats}, which its partner may have.`;
  if (lastPartner === partnerName) return null;
  return `Postgres has it with ${partnerName}; its workflow ${workflowIds.payment(instructionId)} went over to ${lastPartner}.`;
}

/** Whether a workflow's word is that a partner took the payment; it shows `submitted` before that. */
function isTakenAs(status: PaymentStatus | null): boolean {
  return status !== null && STATUS_RANK[status] > STATUS_RANK.submitted && !isUnpaid(status);
}

/**
 * Marks a payment that was open at the moment of a restore as possibly sent; its partner is asked as soon as workers
 * run, and nothing is sent before the partner has denied it. No denial suffices if its workflow has ended as paid or
 * was at another partner, or if it repeats a lost payment. In the latter two cases, and if its workflow has ended as
 * not paid, it is held until a person decides (flag `workflow_ahead`), also after Temporal has deleted the run.
 * @returns whether it was not marked before
 * Source: docs/OPERATIONS.md, "When Postgres is restored to an earlier moment"; docs/GAPS.md#P21
 */
export async function doubtPayment(
  { database, workflows }: DoubtContext,
  payment: OpenAtRestore,
  { restoredTo, repeats }: Restore,
): Promise<boolean> {
  const { instructionId, partnerName, status, isHeld } = payment;
  const run = await readLastRun(workflows, instructionId);
  const isOver = run?.state === 'COMPLETED';
  const outcome = isOver ? await readOutcome(workflows, instructionId, run.runId) : null;
  const isTaken = isTakenAs(outcome ?? run?.shownStatus ?? null);
  const says = contradictionOf(payment, run?.partnerName ?? partnerName, repeats);
  const fault = `Postgres was restored to ${restoredTo.toISOString()}: a call since then may have reached the partner`;
  const ended = isOver && !isTaken ? `Its workflow ended by itself${outcome === null ? '' : ` as ${outcome}`}.` : null;
  const contradiction = says ?? ended;
  if (contradiction !== null) {
    const found = { run: isOver ? run.runId : null, status: outcome ?? run?.shownStatus ?? null };
    await holdContradicted(database, instructionId, { ...found, says: contradiction });
  }
  const isNew =
    status === 'pending' && (await recordDoubt(database, instructionId, { isTaken: isTaken || says !== null, fault }));
  if (says !== null) return isNew;
  const notices = [{ reportId: null, status, disposition: 'reconciled', version: 0, retry: true }];
  const word: PaymentSignal = { signal: 'reports', notices };
  // Before its value date the signal would have it sent.
  if (run?.state === 'RUNNING' && !isHeld) await signalPayment(workflows, instructionId, word);
  if (isOver && isTaken && outcome !== null && isOutcome(outcome)) {
    await resumePayment(workflows, payment, { isDecided: true, word });
  }
  return isNew;
}
