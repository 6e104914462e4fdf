import { SENT_STATUSES, type PaymentStatus } from '../domain/payments/instruction/status';
import type { DeliveryStatus } from '../domain/webhooks/schemas';

/**
 * Stages of payments without an outcome; `sent` covers every status in which the partner has the payment. Indexes have the
 * column `stage` in place of the status.
 */
export const OPEN_STAGES = ['pending', 'sent'] as const;

type Stage = 'sent' | PaymentStatus;

/** @returns the stage of payments with this status */
export function stageOf(status: PaymentStatus): Stage {
  return SENT_STATUSES.includes(status) ? 'sent' : status;
}

/** A condition in SQL that a payment has this status, in the wording that an index serves. @param alias of payments */
export function hasStatusSql(alias: string, status: PaymentStatus): string {
  const stage = stageOf(status);
  return `${alias}.stage = '${stage}'${stage === status ? '' : ` and ${alias}.status = '${status}'`}`;
}

/**
 * A condition in SQL that a payment or delivery has one of these statuses or stages, in their order: a partial index serves no other
 * wording.
 * @param column such as `i.status`
 */
export function isOneOfSql(column: string, statuses: readonly (Stage | DeliveryStatus)[]): string {
  return `${column} in (${statuses.map((status) => `'${status}'`).join(', ')})`;
}

/**
 * A condition in SQL that a payment has no outcome, in the wording of the partial indexes of open payments.
 * @param stage the column, such as `i.stage`
 */
export function isOpenSql(stage: string): string {
  return isOneOfSql(stage, OPEN_STAGES);
}

/** @returns SQL of the ten seconds that a moment is in, as the column `changed_period` has them */
export function periodSql(moment: string): string {
  return `date_bin('10 seconds', ${moment}, timestamptz 'epoch')`;
}
