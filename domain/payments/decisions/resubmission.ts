import { DomainError } from '../../errors';
import { unchangedPlan, type CaseToOpen, type Decision } from '../instruction/change';
import type { PaymentState } from '../instruction/state';
import { FINAL_STATUSES, type PaymentStatus } from '../instruction/status';

/** What has not arrived, or has come back, may be instructed again; all else would be paid twice. */
const RESUBMITTABLE = FINAL_STATUSES;

/**
 * What a case of each kind says besides the status: why the money may have gone, in words for the client, or null where
 * the case is about something else.
 */
const WHY_IT_MAY_BE_PAID: Record<CaseToOpen['kind'], string | null> = {
  conflicting_report: 'what its partner reported contradicts its status',
  conflicting_settlement: 'its partner confirmed a settlement of it',
  partner_continues: 'its partner processes it',
  stop_refused: 'its partner refused to stop it',
  conflicting_submission: 'its partner rejected it and reported on it',
  earlier_partner: 'a former partner reports on it',
  statement_contradicts: 'a bank statement contradicts it',
  given_up: 'it was given up while its partner may have had it',
  reconciliation_mismatch: null,
  return_mismatch: null,
  booking_overdue: null,
  listed_beneficiary: null,
};

/** An open case about a payment. */
export interface OpenCase {
  id: string;
  kind: CaseToOpen['kind'];
  /** The payment that it is about. */
  instructionId: string;
}

/** What decides whether a payment may be instructed again. */
export interface Resubmittable {
  status: PaymentStatus;
  /** Whether that has been done: the second one is refused by the first, which the refusal names. */
  isInstructedAgain: boolean;
  /** Open cases about it and about the payments that it instructs again itself: any of them may have been paid. */
  cases: readonly OpenCase[];
  /** Whether it came back once and the bank had paid it twice. */
  isWithPayee: boolean;
}

/**
 * Checks that an ended payment may be paid by a new one.
 * @throws DomainError INVALID_TRANSITION while the payment may arrive, or has, or an open case says that it may have;
 * the cases are named, so that the client can ask about them
 * Source: docs/GAPS.md#resubmission
 */
export function checkResubmittable({ status, isInstructedAgain, cases, isWithPayee }: Resubmittable): void {
  const extra = { current: status, allowed: [] };
  if (!RESUBMITTABLE.includes(status)) {
    throw new DomainError('INVALID_TRANSITION', `An instruction that is ${status} cannot be resubmitted.`, {
      extra,
    });
  }
  if (isInstructedAgain) return;
  const details = cases.flatMap(({ id, kind, instructionId }) => {
    const why = WHY_IT_MAY_BE_PAID[kind];
    if (why === null) return [];
    return [{ field: 'instructionId', code: kind, message: `${id} is open about ${instructionId}: ${why}` }];
  });
  if (isWithPayee) {
    const said = 'Its bank booked this payment twice and took one back: the payee has the money.';
    throw new DomainError('INVALID_TRANSITION', said, { details, extra });
  }
  if (details.length === 0) return;
  const message = 'This payment may have been paid: it can be resubmitted once its open cases are closed.';
  throw new DomainError('INVALID_TRANSITION', message, { details, extra });
}

/** Links a payment to the one by which it was instructed again; the first such one stays. */
export function decideResubmitted(state: PaymentState, as: string, at: Date): Decision<null> {
  if (state.resubmittedAs !== null) return { result: null, change: null };
  return { result: null, change: { plan: unchangedPlan(state), at, resubmittedAs: as } };
}
