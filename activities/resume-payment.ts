import type { Database } from '../db/database';
import { raiseFlag } from '../db/operator-flags';
import { recordLostDispatch } from '../db/payments/dispatch';
import { readPaymentsToResume, type PaymentToResume } from '../db/repairs/open-payments';
import { recordLook, recordRepair, reopenCancellation } from '../db/repairs/record';
import type { PaymentStatus } from '../domain/payments/status';
import { readLastRun, readOutcome, readProof, type PaymentRun } from '../workflows/client/payment-runs';
import type { PaymentWord, WorkflowClient } from '../workflows/client/workflow-client';
import { workflowIds } from '../workflows/contract';

export interface ResumptionContext {
  database: Database;
  workflows: WorkflowClient;
}

/** What the last run of a workflow, or one that runs, proves about a payment. */
export interface Knowledge {
  /** As the workflow has the payment; null where that is not known. */
  status: PaymentStatus | null;
  isTaken: boolean;
  /** Where the workflow stands, as the end of a sentence. */
  run: string;
  /** Partner that the workflow shows. */
  partnerName: string | null;
}

/**
 * Keeps that a workflow knows more about a payment than Postgres: the database is older than the world. What it lacks of
 * the dispatch is put on record, so that nothing is sent blindly, and a person is shown both.
 * @param isNew false where a person has decided about it since
 * Source: docs/OPERATIONS.md, "Backups and restore"
 */
export async function recordContradiction(
  database: Database,
  { instructionId, status }: Pick<PaymentToResume, 'instructionId' | 'status'>,
  known: Knowledge,
  isNew = true,
): Promise<void> {
  const workflowId = workflowIds.payment(instructionId);
  const as = known.status === null ? '' : ` as ${known.status}`;
  const at = known.partnerName === null ? '' : `, with the partner ${known.partnerName}`;
  const says = `Postgres has it as ${status}; its workflow ${workflowId} ${known.run}${as}${at}.`;
  const fault = `its workflow knows of it, and no dispatch was on record`;
  await recordLostDispatch(database, instructionId, { isTaken: known.isTaken, isOfThisPartner: true, fault });
  if (isNew) await raiseFlag(database, instructionId, 'workflow_ahead', { says });
}

function isOfPartner(status: PaymentStatus | null): boolean {
  return status === 'settled' || status === 'returned';
}

/** @returns what a run that has ended proves beyond what Postgres has; null where it proves nothing more */
async function knowledgeOf(
  { workflows }: ResumptionContext,
  payment: PaymentToResume,
  run: PaymentRun,
): Promise<Knowledge | null> {
  const { client } = workflows;
  const { instructionId, isUnsent } = payment;
  const { runId, state, partnerName } = run;
  const ended = `(run ${runId}) ended ${run.endedAt?.toISOString() ?? ''}`;
  if (state === 'COMPLETED') {
    const status = await readOutcome(client, instructionId, runId);
    return { status, isTaken: isOfPartner(status), run: `${ended} by itself`, partnerName };
  }
  // What is on record is asked about in any case.
  const proof = isUnsent ? await readProof(client, instructionId, runId) : null;
  if (proof === null) return null;
  return { status: null, isTaken: proof === 'taken', run: `${ended}, ${state}, after it was sent`, partnerName };
}

/** What became of a payment whose workflow was not found to run. */
export type Resumed = 'begun' | 'running' | 'to_start' | 'ahead';

/**
 * Begins the workflow of an open payment again where that is safe. The end of its last run is looked at first: one that
 * came to its end by itself had an outcome that Postgres does not know, so nothing begins until a person has decided.
 * After any other end it begins, and what that run may have sent is asked about, never sent again blindly.
 * @param word signal for its workflow, or null
 */
async function resume(
  context: ResumptionContext,
  payment: PaymentToResume,
  word: PaymentWord | null,
): Promise<Resumed> {
  const { database, workflows } = context;
  const { instructionId, decidedAt } = payment;
  const run = await readLastRun(workflows.client, instructionId);
  if (run === null && payment.isToStart && word === null) return 'to_start';
  if (run?.state === 'RUNNING' && word === null) return 'running';
  const known = run === null || run.state === 'RUNNING' ? null : await knowledgeOf(context, payment, run);
  const isOver = run?.state === 'COMPLETED';
  const isDecided = isOver && decidedAt !== null && run.endedAt !== null && decidedAt > run.endedAt;
  if (known !== null) await recordContradiction(database, payment, known, !isDecided);
  if (isOver && !isDecided) {
    await recordLook(database, 'payment', instructionId);
    return 'ahead';
  }
  if (run?.state !== 'RUNNING' && !payment.isToStart) await recordRepair(database, 'payment', instructionId);
  await workflows.resumePayment(payment, { isDecided, word });
  if (word === null) await reopenCancellation(database, instructionId);
  return 'begun';
}

/** The same for several payments, each by itself; those that have an outcome by now are left alone. */
export async function readAndResume(
  context: ResumptionContext,
  ids: readonly string[],
  eachOf: (payments: readonly PaymentToResume[], work: (payment: PaymentToResume) => Promise<void>) => Promise<void>,
): Promise<Map<string, Resumed>> {
  const outcomes = new Map<string, Resumed>();
  const payments = ids.length === 0 ? [] : await readPaymentsToResume(context.database, ids);
  await eachOf(payments, async (payment) => {
    outcomes.set(payment.instructionId, await resume(context, payment, null));
  });
  return outcomes;
}

/** Tells an open payment's workflow something; one that was terminated or failed begins again with it. */
export async function tellOrResume(
  context: ResumptionContext,
  instructionId: string,
  word: PaymentWord,
): Promise<boolean> {
  const { workflows, database } = context;
  const isTold =
    word.signal === 'reports'
      ? await workflows.signalReports(instructionId, word.notices)
      : await workflows.signalCancellation(instructionId, word.notice);
  if (isTold) return true;
  const [payment] = await readPaymentsToResume(database, [instructionId]);
  return payment !== undefined && (await resume(context, payment, word)) === 'begun';
}
