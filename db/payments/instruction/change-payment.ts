import { DomainError, RowLockedElsewhere, paymentNotFound } from '../../../domain/errors';
import { stateAfter, type Decision } from '../../../domain/payments/instruction/change';
import { memberOf } from '../../../domain/unknown-value';
import type { ReportKey } from '../../../domain/payments/reports/report-key';
import type { PaymentState } from '../../../domain/payments/instruction/state';
import { bringBack } from '../../archive/bring-back';
import { inArchive } from '../../archive/in-archive';
import { isDatabase, type Queryable } from '../../database';
import { UniqueViolation } from '../../faults';
import { readPaymentState, type ReadPayment } from './payment-state';
import { isPool } from '../../../lib/batching';
import { tryToWriteChange, writeChange } from './write-change';

/** How long a change is decided again while others come first; longer than any burst of one payment's reports takes. */
const DEADLINE_MS = 10_000;
const RETRY_AFTER_SECONDS = 2;
/** SQLSTATEs by which Postgres refuses a dispatch that something of the same moment forbids: read again, it is found. */
const OVERTAKEN: readonly unknown[] = [
  // A list came into force (`check_leave_to_send`).
  'CR018',
  // Its batch was cancelled (`check_dispatch`).
  'CR019',
  // A condition is met no more (`check_leave_to_send`).
  'CR021',
];

/** @returns the refusal of a change that others have come before, again and again */
export function changedByTooMany(): DomainError {
  return new DomainError('UNAVAILABLE', 'This payment is changed by too many at once.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

export interface PaymentToChange {
  instructionId: string;
  /** Who reports under which key; null when Corridor itself decides. */
  report?: ReportKey;
  /**
   * What the caller knows of it, with Postgres' clock of the decision: if that leads to a change, the change is written if
   * the payment still has this version. Otherwise it is read.
   */
  known?: ReadPayment | null;
}

/**
 * A decision about a payment, from its state alone: it may run several times.
 * @param at Postgres' clock when the state was read. A caller of `changePayment` that acts after an event, such as the
 * end of a call to a partner, gets a time that is not before it; no process' own clock is part of a decision.
 */
export type Decide<Result> = (state: PaymentState, at: Date) => Decision<Result>;

export interface Changed<Result> {
  result: Result;
  /** The state that the change left, or the one that was found when nothing was to be changed. */
  state: PaymentState;
  /** Postgres' clock of the decision. */
  at: Date;
}

/** By payment: the last change that waits there. */
type Queues = Map<string, Promise<unknown>>;

/** Changes of one payment that met another one wait here for each other, instead of losing in vain. */
const queuesOf = new WeakMap<Queryable, Queues>();

/** Runs work on one payment after earlier work on it in this process has ended. */
function runInTurn<Result>(database: Queryable, instructionId: string, work: () => Promise<Result>): Promise<Result> {
  const queues: Queues = queuesOf.get(database) ?? new Map<string, Promise<unknown>>();
  queuesOf.set(database, queues);
  const before = queues.get(instructionId) ?? Promise.resolve();
  const mine = before.then(work, work);
  const settled = mine
    .catch(() => undefined)
    .finally(() => {
      if (queues.get(instructionId) === settled) queues.delete(instructionId);
    });
  queues.set(instructionId, settled);
  return mine;
}

/**
 * Reads a payment once, decides, and writes the change. An archived payment is brought back only if something changes.
 * @param write `tryToWriteChange` or `writeChange`
 * @returns null when another change came first
 */
async function tryToChange<Result>(
  database: Queryable,
  { instructionId, report }: PaymentToChange,
  decide: Decide<Result>,
  write: typeof writeChange,
): Promise<Changed<Result> | null> {
  const question = report ?? null;
  const here = await readPaymentState(database, instructionId, question);
  if (here === null && isDatabase(database)) {
    // Whoever may not change it, or would change nothing, does not bring it back.
    const archived = await readPaymentState(inArchive(database), instructionId, question);
    const decided = archived === null ? null : decide(archived.state, archived.at);
    if (archived !== null && decided?.change === null) return { ...archived, result: decided.result };
  }
  const isBack = here === null && (await bringBack(database, instructionId));
  const read = isBack ? await readPaymentState(database, instructionId, question) : here;
  if (read === null) throw paymentNotFound();
  return writeDecided(database, read, decide, write);
}

/**
 * Decides on a payment that was read, and writes the change.
 * @returns null when another change came first
 */
async function writeDecided<Result>(
  database: Queryable,
  { state, at }: ReadPayment,
  decide: Decide<Result>,
  write: typeof writeChange,
): Promise<Changed<Result> | null> {
  const { result, change } = decide(state, at);
  if (change === null) return { result, state, at };
  try {
    const version = await write(database, state, change);
    return version === null ? null : { result, state: stateAfter(state, change, version), at };
  } catch (fault) {
    // The same report was written at the same moment: read again, it is found as an earlier one.
    if (fault instanceof UniqueViolation && fault.constraint === 'partner_reports_dedupe') return null;
    if (OVERTAKEN.includes(memberOf(fault, 'code')) && isPool(database)) return null;
    throw fault;
  }
}

/**
 * Repeats reading, deciding and writing until no other change comes first. Changes of one payment wait for its row one
 * after the other.
 */
async function changeUntilDeadline<Result>(
  database: Queryable,
  payment: PaymentToChange,
  decide: Decide<Result>,
  deadline: number,
): Promise<Changed<Result>> {
  let refusal = changedByTooMany();
  while (performance.now() < deadline) {
    try {
      const changed = await tryToChange(database, payment, decide, writeChange);
      if (changed !== null) return changed;
    } catch (fault) {
      // A transaction of the caller is over after any fault.
      if (!(fault instanceof RowLockedElsewhere) || !isPool(database)) throw fault;
      refusal = fault;
    }
  }
  throw refusal;
}

/**
 * Changes a payment; nothing else does. Reads it, brings it back from the archive if needed, calls `decide`, and
 * writes the result as a whole if the payment still has the version that was read; otherwise repeats, until a
 * deadline.
 * @throws DomainError NOT_FOUND; UNAVAILABLE after ten seconds in which other changes came first; RowLockedElsewhere
 * after ten seconds in which another transaction held the payment; and whatever `decide` throws
 * Source: docs/ARCHITECTURE.md, "Invariants"
 */
export async function changePayment<Result>(
  database: Queryable,
  payment: PaymentToChange,
  decide: Decide<Result>,
): Promise<Changed<Result>> {
  const deadline = performance.now() + DEADLINE_MS;
  const { known = null } = payment;
  const isChanging = known !== null && decide(known.state, known.at).change !== null;
  const changed =
    (isChanging ? await writeDecided(database, known, decide, tryToWriteChange) : null) ??
    (await tryToChange(database, payment, decide, tryToWriteChange));
  if (changed !== null) return changed;
  return runInTurn(database, payment.instructionId, () => changeUntilDeadline(database, payment, decide, deadline));
}
