import type { Database } from '../../db/database';
import { raiseFlag } from '../../db/operator-flags';
import { recordLostDispatch } from '../../db/payments/dispatch/dispatch';
import { holdContradicted } from '../../db/payments/review/contradiction';
import { readPaymentsToResume, type PaymentToResume } from '../../db/repairs/open-payments';
import { recordLook, recordRepair, reopenCancellation } from '../../db/repairs/record';
import { readKnownStatuses } from '../../db/repairs/stopped';
import type { DispatchProof } from '../../domain/payments/decisions/dispatch';
import type { Contradiction } from '../../domain/payments/review/contradiction';
import { isOutcome, STATUS_RANK, type PaymentStatus } from '../../domain/payments/instruction/status';
import type { Vault } from '../../lib/vault';
import { readEvidence, readLastRun, readOutcome, type PaymentRun } from '../../workflows/client/payment-runs';
import { resumePayment, signalPayment, type PaymentSignal } from '../../workflows/client/payments';
import type { WorkflowClient } from '../../workflows/client/workflow-client';
import { workflowIds } from '../../workflows/contract';
import { isProven } from './dispatch-proof';

export interface ResumptionContext {
  database: Database;
  workflows: WorkflowClient;
  vault: Vault;
}

/** What a workflow's last or running run knows about a payment. */
export interface Knowledge {
  /** As the workflow has the payment; null where that is not known. */
  status: PaymentStatus | null;
  /** Proofs of calls in its history; null where Postgres has a call on record, so that none is needed. */
  proofs: readonly DispatchProof[] | null;
  /** Id of the run where it has come to its end; null while it runs. */
  runId: string | null;
  /** State of the workflow, as the end of a sentence. */
  run: string;
  /** Whether it came to its end by itself: it had an outcome. */
  isOver: boolean;
  /** Null while it runs. */
  endedAt: Date | null;
  /** Partner that the workflow shows. */
  partnerName: string | null;
}

/** @returns the strongest of the true proofs: that the partner took the payment, else the last call */
function strongestProof(proofs: readonly DispatchProof[]): DispatchProof | null {
  return proofs.find(({ isTaken }) => isTaken) ?? proofs.at(-1) ?? null;
}

const UNPROVEN = 'Nothing that Corridor made proves that it was sent, so no dispatch is on record.';

/**
 * Records that a workflow knows more about a payment than Postgres, which was restored to an earlier moment, and flags
 * it to operators. A lost dispatch is recorded if the history has a proof that only Corridor can make, so that its
 * partner is asked; anyone who reaches Temporal can write everything else in a history. Without such a proof, and
 * after a run with an outcome, the payment is held until a person decides.
 * @returns `standing`: the state of the contradiction by a new read of the row, null where there is none;
 * `isRecorded`: whether a dispatch was recorded
 * Source: docs/OPERATIONS.md, "Backups and restore"; docs/GAPS.md#P21
 */
export async function recordContradiction(
  { database, vault }: Pick<ResumptionContext, 'database' | 'vault'>,
  instructionId: string,
  known: Knowledge,
): Promise<{ standing: Contradiction['state'] | null; isRecorded: boolean }> {
  const workflowId = workflowIds.payment(instructionId);
  const call = strongestProof((known.proofs ?? []).filter((proof) => isProven(vault, instructionId, proof)));
  const fault = `its workflow knows of it, and no dispatch was on record`;
  const { endedAt, status, runId, isOver } = known;
  const lost = call === null ? null : { call, isTaken: call.isTaken, isOfThisPartner: true, endedAt, fault };
  const isRecorded = lost !== null && (await recordLostDispatch(database, instructionId, lost));
  const [row] = await readKnownStatuses(database, [instructionId]);
  const isAhead = row !== undefined && isBehind(row.status, known, isRecorded || call === null);
  if (!isAhead) return { standing: null, isRecorded };
  const as = status === null ? '' : ` as ${status}`;
  const at = known.partnerName === null ? '' : `, with the partner ${known.partnerName}`;
  const fact = `Postgres has it as ${row.status}; its workflow ${workflowId} ${known.run}${as}${at}.`;
  const says = known.proofs !== null && call === null ? `${fact} ${UNPROVEN}` : fact;
  if (isOver || !isRecorded) {
    const standing = await holdContradicted(database, instructionId, { run: runId, status, says });
    return { standing: standing ?? 'open', isRecorded };
  }
  await raiseFlag(database, instructionId, 'workflow_ahead', { says });
  return { standing: 'open', isRecorded };
}

/** Whether a row is behind its workflow. @param isUnknown whether it lacks the call of a run without a status */
function isBehind(status: PaymentStatus, { status: known, isOver }: Knowledge, isUnknown: boolean): boolean {
  if (isOver && !isOutcome(status)) return true;
  if (known === null) return status === 'pending' && isUnknown;
  return !isOutcome(status) && STATUS_RANK[known] > STATUS_RANK[status];
}

/** What an ended run knows beyond Postgres; null where that is nothing. */
async function readKnowledge(
  { workflows }: ResumptionContext,
  { instructionId, isUnsent }: PaymentToResume,
  { runId, state, partnerName, endedAt }: PaymentRun,
): Promise<Knowledge | null> {
  // What is on record is asked about in any case.
  const evidence = isUnsent ? await readEvidence(workflows, instructionId, runId) : null;
  const isOver = state === 'COMPLETED';
  const known = { proofs: evidence?.proofs ?? null, endedAt, partnerName, runId, isOver };
  const ended = `(run ${runId}) ended ${endedAt?.toISOString() ?? ''}`;
  if (isOver) {
    return { ...known, status: await readOutcome(workflows, instructionId, runId), run: `${ended} by itself` };
  }
  if (evidence === null || evidence.claim === null) return null;
  return { ...known, status: null, run: `${ended}, ${state}, after it was sent` };
}

/** What became of a payment whose workflow was not found to run. */
export type Resumed = 'begun' | 'running' | 'to_start' | 'ahead';

/**
 * Starts the workflow of an open payment again where that is safe. A last run that ended by itself had an outcome that
 * Postgres does not know, so nothing starts until a person has decided; likewise if its history tells of a call
 * without proof. After any other end it starts, and asks the partner about what that run may have sent. It also starts
 * where Temporal has no run: the row has what holds the payment.
 * @param signal for its workflow, or null
 */
async function resumeIfSafe(
  context: ResumptionContext,
  payment: PaymentToResume,
  signal: PaymentSignal | null,
): Promise<Resumed> {
  const { database, workflows } = context;
  const { instructionId } = payment;
  const run = await readLastRun(workflows, instructionId);
  if (run === null && payment.isToStart && signal === null) return 'to_start';
  if (run?.state === 'RUNNING' && signal === null) return 'running';
  const known = run === null || run.state === 'RUNNING' ? null : await readKnowledge(context, payment, run);
  const found = known === null ? null : await recordContradiction(context, instructionId, known);
  const isDecided = found?.standing === 'decided';
  const isOver = known?.isOver === true;
  if (!isDecided && (isOver || (found?.standing === 'open' && !found.isRecorded))) {
    await recordLook(database, 'payment', instructionId);
    return 'ahead';
  }
  if (run?.state !== 'RUNNING' && !payment.isToStart) await recordRepair(database, 'payment', instructionId);
  await resumePayment(workflows, payment, { isDecided: isOver && isDecided, word: signal });
  if (signal === null) await reopenCancellation(database, instructionId);
  return 'begun';
}

/** Resumes several payments, each by itself; those that have an outcome meanwhile are left out. */
export async function resumePayments(
  context: ResumptionContext,
  ids: readonly string[],
  eachOf: (payments: readonly PaymentToResume[], work: (payment: PaymentToResume) => Promise<void>) => Promise<void>,
): Promise<Map<string, Resumed>> {
  const outcomes = new Map<string, Resumed>();
  const payments = ids.length === 0 ? [] : await readPaymentsToResume(context.database, ids);
  await eachOf(payments, async (payment) => {
    outcomes.set(payment.instructionId, await resumeIfSafe(context, payment, null));
  });
  return outcomes;
}

/** Tells an open payment's workflow something; one that was terminated or failed begins again with it. */
export async function signalOrResume(
  context: ResumptionContext,
  instructionId: string,
  word: PaymentSignal,
): Promise<boolean> {
  const { workflows, database } = context;
  if (await signalPayment(workflows, instructionId, word)) return true;
  const [payment] = await readPaymentsToResume(database, [instructionId]);
  return payment !== undefined && (await resumeIfSafe(context, payment, word)) === 'begun';
}
