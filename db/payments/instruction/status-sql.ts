import { OUTCOMES } from '../../../domain/payments/instruction/status';

/**
 * A condition in SQL that a payment has no outcome, in the words of the partial indexes of open payments (migrations 0060
 * and 0310), which serve no other wording.
 * @param column such as `i.status`
 */
export function isOpenSql(column: string): string {
  return `${column} not in (${OUTCOMES.map((status) => `'${status}'`).join(', ')})`;
}
