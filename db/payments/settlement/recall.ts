import type { AuditEntry } from '../../../domain/payments/instruction/change';
import {
  decideRecall,
  decideRecallRefused,
  decideRecallRefusedByOperator,
  type RecallRequest,
  type RecallResult,
} from '../../../domain/payments/decisions/recall';
import type { Recall } from '../../../domain/payments/settlement/recall';
import type { Queryable } from '../../database';
import { changePayment } from '../instruction/change-payment';

/**
 * Asks settled money back, with its event, audit entry and the order to ask the partner in one transaction; a repeat gets
 * where the first one stands.
 * @throws DomainError NOT_FOUND, INVALID_TRANSITION unless it is settled
 * Source: docs/GAPS.md#recalls
 */
export async function requestRecall(
  database: Queryable,
  instructionId: string,
  request: Omit<RecallRequest, 'at'>,
): Promise<RecallResult> {
  const { result } = await changePayment(database, { instructionId }, (state, at) =>
    decideRecall(state, { ...request, at }),
  );
  return result;
}

/** Records that a partner refused a recall. @param asked the partner. Source: docs/GAPS.md#recalls */
export async function recordRecallRefused(
  database: Queryable,
  asked: { instructionId: string; partnerId: string },
): Promise<void> {
  const { instructionId, partnerId } = asked;
  await changePayment(database, { instructionId }, (state, at) => decideRecallRefused(state, partnerId, at));
}

/**
 * Keeps that the money stays where it is, as an operator has learned; the same again changes nothing.
 * @throws DomainError NOT_FOUND, INVALID_TRANSITION
 * Source: docs/GAPS.md#recalls
 */
export async function recordRecallRefusedByOperator(
  database: Queryable,
  instructionId: string,
  audit: AuditEntry,
): Promise<RecallResult> {
  const { result } = await changePayment(database, { instructionId }, (state, at) =>
    decideRecallRefusedByOperator(state, { at, audit }),
  );
  return result;
}

/** The data of a recall request to a partner. */
export interface OpenRecall {
  partnerId: string;
  reasonCode: Recall['reasonCode'];
  reason: string | null;
  /** Decimal text in the currency's major unit. */
  amount: string;
  currency: string;
}

/** The recall that a partner has yet to answer; null when there is none, or the payment is not settled any more. */
export async function readOpenRecall(database: Queryable, instructionId: string): Promise<OpenRecall | null> {
  const [row] = await database.query<OpenRecall & Record<string, unknown>>(
    `select partner_id as "partnerId", recall ->> 'reasonCode' as "reasonCode", recall ->> 'reason' as reason, amount,
       currency
     from payment_instructions where id = $1 and recall ->> 'status' = 'requested' and status = 'settled'`,
    [instructionId],
  );
  return row ?? null;
}
