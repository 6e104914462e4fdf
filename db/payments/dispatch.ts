import { planTransition, planWaiting } from '../../domain/payments/plan';
import type { PaymentStatus } from '../../domain/payments/status';
import type { Queryable } from '../database';
import { TOPICS } from '../outbox';
import { recordTransition, untilWritten } from './record-transition';
import { readTransitionState, type TransitionState } from './transition-state';

/** What the adapter needs to send an instruction to its partner. */
export interface DispatchOrder {
  instructionId: string;
  attempt: number;
  partnerId: string;
  amount: string;
  currency: string;
  timeline: string;
  valueDate: string | null;
  privateSealed: Buffer;
  startedAt: Date;
  /** Whether no earlier send of this attempt may have reached the partner. Source: docs/GAPS.md#P14 */
  isFirstSend: boolean;
}

/** What is to be done with an instruction whose dispatch is due. */
export type DispatchTurn =
  | { kind: 'send'; order: DispatchOrder }
  /** An earlier call may or may not have reached the partner: ask, never send blindly. */
  | { kind: 'ambiguous'; order: DispatchOrder }
  /** Its client wants it back, and no partner has it. */
  | { kind: 'withdrawn' }
  /** It is no longer pending: a report overtook us, or it was cancelled. */
  | { kind: 'moved'; moved: Moved };

/** Where an instruction stands; the version tells which of two is the newer. */
export interface Moved {
  status: PaymentStatus;
  version: number;
}

interface Row {
  status: PaymentStatus;
  version: number;
  partner_id: string;
  amount: string;
  currency: string;
  timeline: string;
  value_date: string | null;
  private_sealed: Buffer;
  attempt: number | null;
  state: string | null;
  started_at: Date | null;
  sends: number;
  begun: boolean;
  withdrawn: boolean;
}

const BEGIN_SQL = `
  with instruction as (
    select *, coalesce(cancellation ->> 'status' = 'requested', false) as withdrawn
    from payment_instructions where id = $1 for update
  ),
  last as (select * from dispatches where instruction_id = $1 order by attempt desc limit 1),
  first as (
    insert into dispatches (instruction_id, attempt, partner_id, route_id, state, started_at)
    select id, 1, partner_id, route_id, 'sending', $2 from instruction
    where status = 'pending' and not withdrawn and not exists (select from last)
    on conflict do nothing
    returning attempt, state, started_at, sends
  ),
  again as (
    update dispatches d set state = 'sending', sends = d.sends + 1
    from instruction, last
    where d.instruction_id = instruction.id and d.attempt = last.attempt and last.state = 'not_delivered'
      and d.state = 'not_delivered' and instruction.status = 'pending' and not instruction.withdrawn
    returning d.attempt, d.state, d.started_at, d.sends
  ),
  started as (
    delete from outbox where topic = '${TOPICS.startPayment}' and subject = $1
  ),
  turn as (select *, true as begun from first union all select *, true from again)
  select i.status, i.version, i.partner_id, i.amount, i.currency, i.timeline, i.value_date, i.private_sealed,
    coalesce(turn.attempt, last.attempt) as attempt, coalesce(turn.state, last.state) as state,
    coalesce(turn.started_at, last.started_at) as started_at, coalesce(turn.sends, 1) as sends,
    coalesce(turn.begun, false) as begun, i.withdrawn
  from instruction i left join last on true left join turn on true`;

/**
 * Takes the right to send an instruction to its partner: the dispatch is on record before the call is made, so that a
 * crash in between is seen as ambiguous by whoever comes next.
 * Source: docs/GAPS.md#P10
 */
export async function beginDispatch(database: Queryable, instructionId: string, now: Date): Promise<DispatchTurn> {
  const [row] = await database.query<Row>(BEGIN_SQL, [instructionId, now]);
  if (row === undefined) throw new Error(`instruction ${instructionId} is not in the database`);
  const undelivered = row.state === null || row.state === 'not_delivered';
  if (row.status === 'pending' && row.withdrawn && undelivered) return { kind: 'withdrawn' };
  if (row.status !== 'pending') return { kind: 'moved', moved: { status: row.status, version: row.version } };
  const order = {
    instructionId,
    attempt: row.attempt ?? 1,
    partnerId: row.partner_id,
    amount: row.amount,
    currency: row.currency,
    timeline: row.timeline,
    valueDate: row.value_date,
    privateSealed: row.private_sealed,
    startedAt: row.started_at ?? now,
    isFirstSend: row.sends === 1,
  };
  return row.begun ? { kind: 'send', order } : { kind: 'ambiguous', order };
}

/**
 * Notes that a dispatch provably never arrived (`not_delivered`) or may have (`unknown`).
 * @param wasSent false when nothing of the request left us: then it does not count as a send of its attempt
 */
export async function noteDispatch(
  database: Queryable,
  order: { instructionId: string; attempt: number },
  state: 'not_delivered' | 'unknown',
  fault: string,
  wasSent = true,
): Promise<void> {
  await database.query(
    `update dispatches set state = $3, fault = $4, finished_at = now(), sends = sends - case when $5 then 0 else 1 end
     where instruction_id = $1 and attempt = $2 and state in ('sending', 'unknown')`,
    [order.instructionId, order.attempt, state, fault, wasSent],
  );
}

export interface Delivered {
  instructionId: string;
  attempt: number;
  partnerReference: string | null;
  /** What the partner said at once; `submitted` when it said nothing. */
  status: PaymentStatus;
}

/** Records that the partner took the instruction; reports that overtook this stay as they are. */
export async function recordDelivered(database: Queryable, delivered: Delivered): Promise<Moved> {
  // Whatever the partner says of it, it was submitted first; `pending` is a state that only we know.
  const steps: PaymentStatus[] = ['submitted'];
  if (delivered.status !== 'submitted' && delivered.status !== 'pending') steps.push(delivered.status);
  let moved: Moved = { status: 'submitted', version: 0 };
  for (const step of steps) {
    moved = await untilWritten(async () => {
      const state = await readTransitionState(database, delivered.instructionId, null);
      if (state === null) throw new Error(`instruction ${delivered.instructionId} is not in the database`);
      const effectiveAt = state.dispatchedAt ?? new Date();
      const plan = planTransition(state, { reportId: null, status: step, effectiveAt, message: null });
      const version = await recordTransition(database, state, plan, {
        partnerReference: delivered.partnerReference,
        dispatch: { attempt: delivered.attempt, state: 'delivered', fault: null },
        signal: false,
      });
      return version === null ? null : { status: plan.status, version };
    });
  }
  return moved;
}

/** Records a definitive rejection with no other route left. */
export async function recordRejected(
  database: Queryable,
  rejected: { instructionId: string; attempt: number; message: string },
): Promise<Moved> {
  return untilWritten(async () => {
    const state = await readTransitionState(database, rejected.instructionId, null);
    if (state === null) throw new Error(`instruction ${rejected.instructionId} is not in the database`);
    const { message } = rejected;
    const plan = planTransition(state, { reportId: null, status: 'failed', effectiveAt: new Date(), message });
    const dispatch = { attempt: rejected.attempt, state: 'rejected' as const, fault: message };
    const version = await recordTransition(database, state, plan, { dispatch, signal: false });
    return version === null ? null : { status: plan.status, version };
  });
}

/**
 * Records that an instruction has to wait before it can be submitted; does nothing once its history has begun.
 * @param kept the instruction as it was kept a moment ago, which saves reading it; without it, or when it has changed
 *   since, it is read
 * @returns the status that it has now
 * Source: docs/GAPS.md#P1
 */
export async function recordWaiting(
  database: Queryable,
  instructionId: string,
  waiting: { reason: string; message: string },
  kept: TransitionState | null = null,
): Promise<Moved> {
  let known = kept;
  return untilWritten(async () => {
    const state = known ?? (await readTransitionState(database, instructionId, null));
    known = null;
    if (state === null) throw new Error(`instruction ${instructionId} is not in the database`);
    const plan = planWaiting(state, state.submittedAt, waiting.message);
    if (plan === null) return { status: state.status, version: state.version };
    const extras = { waitingReason: waiting.reason, signal: false };
    const version = await recordTransition(database, state, plan, extras);
    return version === null ? null : { status: plan.status, version };
  });
}
