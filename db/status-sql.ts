import { OUTCOMES, type PaymentStatus } from '../domain/payments/instruction/status';
import type { DeliveryStatus } from '../domain/webhooks/schemas';

type Status = PaymentStatus | DeliveryStatus;

function listSql(statuses: readonly Status[]): string {
  return `(${statuses.map((status) => `'${status}'`).join(', ')})`;
}

/**
 * A condition in SQL that a payment or delivery has one of these statuses, in their order: a partial index serves no other
 * wording.
 * @param column such as `i.status`
 */
export function isOneOfSql(column: string, statuses: readonly Status[]): string {
  return `${column} in ${listSql(statuses)}`;
}

/** A condition in SQL that a payment has no outcome, in the wording of the partial indexes of open payments. */
export function isOpenSql(column: string): string {
  return `${column} not in ${listSql(OUTCOMES)}`;
}
