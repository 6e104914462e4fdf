import type { Logger } from 'pino';
import { clearFlagsOf } from '../../db/operator-flags';
import type { OpenPayment, PaymentToResume } from '../../db/repairs/open-payments';
import { forgetRepairs } from '../../db/repairs/record';
import { readKnownStatuses } from '../../db/repairs/stopped';
import { isOutcome, STATUS_RANK, type PaymentStatus } from '../../domain/payments/instruction/status';
import { readEvidence } from '../../workflows/client/payment-runs';
import { signalPayment } from '../../workflows/client/payments';
import { each } from '../each';
import { resumePayments, recordContradiction, type Knowledge, type ResumptionContext } from './resume-payment';

export interface ComparisonContext extends ResumptionContext {
  log: Logger;
}

/** Running payments by id, with the status that the workflow of each shows; null where it shows none. */
export type Shown = ReadonlyMap<string, PaymentStatus | null>;

const RUNS = { run: 'runs, and has it', runId: null, isOver: false, endedAt: null, partnerName: null };

const idOf = ({ id }: { id: string }): string => id;

/** Whether a workflow shows more than Postgres has; one that begins shows `submitted` before that is recorded. */
function isAhead(shown: PaymentStatus, status: PaymentStatus): boolean {
  if (status === 'pending' && shown === 'submitted') return false;
  return STATUS_RANK[shown] > STATUS_RANK[status];
}

/** Whether Postgres has no call on record that may have arrived. */
function isUnsent(dispatchState: OpenPayment['dispatchState']): boolean {
  return dispatchState === null || dispatchState === 'not_delivered';
}

/** Whether Postgres was told that it is behind, and has not caught up: its partner has not answered, or a person has to. */
function isStillBehind({ status, dispatchState, isContradicted }: OpenPayment): boolean {
  return status === 'pending' && (isContradicted || dispatchState === 'delivered');
}

/** Whether a running workflow may know more although it shows no more: every payment is begun as `submitted`. */
function isDoubtful({ status, hasRested }: OpenPayment, shown: PaymentStatus): boolean {
  return status === 'pending' && shown === 'submitted' && hasRested;
}

interface Comparison {
  /** Payments whose workflow knows more than Postgres, with what it knows. */
  ahead: Map<OpenPayment, Knowledge>;
  /** Those of which nothing can be said, since Temporal did not answer: they keep the flags that they have. */
  unknown: ReadonlySet<OpenPayment>;
}

/**
 * Compares running payments with what their workflows show, and reads the history of each that may know more than
 * Postgres.
 */
async function findAheadWorkflows(
  { workflows, log }: ComparisonContext,
  payments: readonly OpenPayment[],
  running: Shown,
): Promise<Comparison> {
  const ahead = new Map<OpenPayment, Knowledge>();
  const shownBy = ({ id }: OpenPayment): PaymentStatus => running.get(id) ?? 'pending';
  const suspects = payments.filter((payment) => {
    const shown = shownBy(payment);
    return isAhead(shown, payment.status) || isDoubtful(payment, shown);
  });
  const unknown = new Set(suspects);
  await each(log, suspects, idOf, async (payment) => {
    const { id, status, dispatchState } = payment;
    const shown = shownBy(payment);
    const isUnproven = status === 'pending' && isUnsent(dispatchState);
    const evidence = isUnproven ? await readEvidence(workflows, id) : null;
    // What is pending and was delivered was put on record by a proof: Postgres is behind until the partner has answered.
    const knowsMore = isAhead(shown, status) || dispatchState === 'delivered' || evidence?.claim === 'taken';
    if (knowsMore) ahead.set(payment, { ...RUNS, status: shown, proofs: evidence?.proofs ?? null });
    unknown.delete(payment);
  });
  return { ahead, unknown };
}

/**
 * Records as contradictions what workflows know more, for people to decide. A workflow whose dispatch was recorded is
 * signalled to ask the partner, whose reply Postgres stores. Payments that have caught up are removed from the map.
 */
async function recordAheadWorkflows(context: ComparisonContext, ahead: Map<OpenPayment, Knowledge>): Promise<void> {
  const { workflows, log } = context;
  await each(log, [...ahead.keys()], idOf, async (payment) => {
    const known = ahead.get(payment);
    if (known === undefined) return;
    const { id, status } = payment;
    const { standing, isRecorded } = await recordContradiction(context, id, known);
    if (standing !== 'open') ahead.delete(payment);
    if (!isRecorded) return;
    const notice = { reportId: null, status, disposition: 'reconciled', version: 0, retry: true };
    await signalPayment(workflows, id, { signal: 'reports', notices: [notice] });
  });
}

/**
 * Compares open payments with the running workflows; only those without one are examined.
 * @returns how many workflows were started again
 */
export async function comparePayments(
  context: ComparisonContext,
  payments: readonly OpenPayment[],
  running: Shown,
): Promise<number> {
  const { database, log } = context;
  const missing = payments.map(idOf).filter((id) => !running.has(id));
  const eachOf = (items: readonly PaymentToResume[], work: (item: PaymentToResume) => Promise<void>): Promise<void> =>
    each(log, items, ({ instructionId }) => instructionId, work);
  const outcomes = await resumePayments(context, missing, eachOf);
  const following = payments.filter(({ id }) => running.has(id));
  const { ahead, unknown } = await findAheadWorkflows(context, following, running);
  await recordAheadWorkflows(context, ahead);
  const there = [...following.map(idOf), ...missing.filter((id) => outcomes.get(id) === 'running')];
  await forgetRepairs(database, 'payment', there);
  await clearFlagsOf(
    database,
    'workflow_ahead',
    following.filter((payment) => !ahead.has(payment) && !unknown.has(payment) && !isStillBehind(payment)).map(idOf),
  );
  const behind = ahead.size + [...outcomes.values()].filter((outcome) => outcome === 'ahead').length;
  if (behind > 0) log.warn({ payments: behind }, 'workflows know more about payments than Postgres');
  return [...outcomes.values()].filter((outcome) => outcome === 'begun').length;
}

/**
 * Signals the stored status to running workflows that lag behind it. Left out are `pending`, a status younger than a
 * minute, and one that the workflow is past, unless it is an outcome.
 * @param payments open payments; of any other payment in `running` the status is read
 * @returns how many lag behind; a signal that fails is logged, and counted all the same
 */
export async function informPayments(
  { database, workflows, log }: ComparisonContext,
  payments: readonly OpenPayment[],
  running: Shown,
): Promise<number> {
  const open = new Set(payments.map(idOf));
  const others = [...running.keys()].filter((id) => !open.has(id));
  const known = [...payments, ...(others.length === 0 ? [] : await readKnownStatuses(database, others))];
  const unaware = known.filter(({ id, status, hasRested }) => {
    const shownStatus = running.get(id) ?? 'pending';
    // A payment that is being sent shows `submitted` already, and no signal says `pending`.
    if (!running.has(id) || !hasRested || status === 'pending' || status === shownStatus) return false;
    return isOutcome(status) || !isAhead(shownStatus, status);
  });
  await each(log, unaware, idOf, async ({ id, status, version }) => {
    const notices = [{ reportId: null, status, disposition: 'reconciled', version }];
    await signalPayment(workflows, id, { signal: 'reports', notices });
  });
  if (unaware.length > 0) log.warn({ repaired: unaware.length }, 'payments learn again where they stand');
  return unaware.length;
}
