import type { Logger } from 'pino';
import { lowerFlags } from '../db/operator-flags';
import type { OpenPayment } from '../db/repairs/open-payments';
import { forgetRepairs } from '../db/repairs/record';
import { readKnownStatuses } from '../db/repairs/stopped';
import { isOutcome, STATUS_RANK, type PaymentStatus } from '../domain/payments/status';
import { findRunning, listRunningPayments, queryStatus } from '../workflows/client/payment-runs';
import { workflowIds } from '../workflows/contract';
import { each } from './each';
import { readAndResume, recordContradiction, type ResumptionContext } from './resume-payment';

export interface ComparisonContext extends ResumptionContext {
  log: Logger;
}

/** Whether a workflow shows more than Postgres has. One that is sent shows `submitted` before it is. */
function isAhead(shown: PaymentStatus, status: PaymentStatus): boolean {
  if (status === 'pending' && shown === 'submitted') return false;
  return STATUS_RANK[shown] > STATUS_RANK[status];
}

/** Whether Postgres has no call on record that may have arrived. */
function isUnsent(dispatchState: OpenPayment['dispatchState']): boolean {
  return dispatchState === null || dispatchState === 'not_delivered';
}

/** Whether a running workflow has to be asked: nothing is on record of what it shows. */
function isDoubtful({ status, dispatchState, hasRested }: OpenPayment, shown: PaymentStatus): boolean {
  const isUnproven = isUnsent(dispatchState) || dispatchState === 'delivered';
  return status === 'pending' && isUnproven && shown === 'submitted' && hasRested;
}

/** @returns those of the running payments whose workflow knows more than Postgres, with what it knows */
async function findAhead(
  { workflows, log }: ComparisonContext,
  payments: readonly OpenPayment[],
  running: ReadonlyMap<string, PaymentStatus | null>,
): Promise<Map<OpenPayment, PaymentStatus>> {
  const ahead = new Map<OpenPayment, PaymentStatus>();
  const doubtful: OpenPayment[] = [];
  for (const payment of payments) {
    const shown = running.get(workflowIds.payment(payment.id)) ?? 'pending';
    if (isAhead(shown, payment.status)) ahead.set(payment, shown);
    else if (isDoubtful(payment, shown)) doubtful.push(payment);
  }
  let isAnswered = true;
  await each(log, doubtful, async (payment) => {
    // Workers that are away or behind would be waited for by each.
    const status = isAnswered ? await queryStatus(workflows.client, payment.id) : null;
    isAnswered &&= status !== null;
    if (status !== null && STATUS_RANK[status] > STATUS_RANK[payment.status]) ahead.set(payment, status);
  });
  return ahead;
}

/** Signals a workflow whose payment is pending in Postgres to ask the partner; Postgres keeps the answer. */
async function showAhead(context: ComparisonContext, ahead: ReadonlyMap<OpenPayment, PaymentStatus>): Promise<void> {
  const { database, workflows, log } = context;
  await each(log, [...ahead], async ([{ id: instructionId, status, dispatchState }, known]) => {
    const isTaken = known !== 'failed' && known !== 'cancelled';
    const knowledge = { status: known, isTaken, run: 'runs, and has it', partnerName: null };
    await recordContradiction(database, { instructionId, status }, knowledge);
    if (status !== 'pending' || !isUnsent(dispatchState)) return;
    const notice = { reportId: null, status, disposition: 'reconciled', version: 0, retry: true };
    await workflows.signalReports(instructionId, [notice]);
  });
}

/**
 * Compares a page of open payments with the workflows that run, in one call to Temporal; only what lacks one is described.
 * @returns how many were begun again, and how many more know more than Postgres
 */
export async function comparePayments(context: ComparisonContext, payments: readonly OpenPayment[]): Promise<number> {
  const { database, workflows, log } = context;
  const ids = payments.map(({ id }) => id);
  const running = await findRunning(workflows.client, ids.map(workflowIds.payment));
  const isRunning = (id: string): boolean => running.has(workflowIds.payment(id));
  const missing = ids.filter((id) => !isRunning(id));
  const outcomes = await readAndResume(context, missing, (items, work) => each(log, items, work));
  const following = payments.filter(({ id }) => isRunning(id));
  const ahead = await findAhead(context, following, running);
  await showAhead(context, ahead);
  const there = [...following.map(({ id }) => id), ...missing.filter((id) => outcomes.get(id) === 'running')];
  await forgetRepairs(database, 'payment', there);
  await lowerFlags(
    database,
    'workflow_ahead',
    following.filter((payment) => !ahead.has(payment)).map(({ id }) => id),
  );
  const behind = ahead.size + [...outcomes.values()].filter((outcome) => outcome === 'ahead').length;
  if (behind > 0) log.warn({ payments: behind }, 'workflows know more about payments than Postgres');
  return [...outcomes.values()].filter((outcome) => outcome === 'begun').length;
}

/** Tells a page of running payments again where they stand, those that show something else. */
export async function informPayments(
  { database, workflows, log }: ComparisonContext,
  token: string | null,
  pageSize: number,
): Promise<{ next: string | null; repaired: number }> {
  const { payments, next } = await listRunningPayments(workflows.client, token, pageSize);
  const shown = new Map(payments.map(({ instructionId, shownStatus }) => [instructionId, shownStatus ?? 'pending']));
  const known = await readKnownStatuses(database, [...shown.keys()]);
  const unaware = known.filter(({ id, status, hasRested }) => {
    const shownStatus = shown.get(id) ?? 'pending';
    // A payment that is sent shows `submitted` before it is: nobody can tell it that it is `pending`.
    if (!hasRested || status === 'pending' || status === shownStatus) return false;
    return isOutcome(status) || !isAhead(shownStatus, status);
  });
  await each(log, unaware, async ({ id, status, version }) => {
    await workflows.signalReports(id, [{ reportId: null, status, disposition: 'reconciled', version }]);
  });
  if (unaware.length > 0) log.warn({ repaired: unaware.length }, 'payments learn again where they stand');
  return { next, repaired: unaware.length };
}
