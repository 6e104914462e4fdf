import { readWithPayments } from '../../db/payments/instruction/payment-rows';
import { isAllowed } from '../route';
import type { Visit } from '../visit';

/**
 * Rows of an operators' list with their payments. Whom they pay is shown to those alone who review parties.
 * Source: docs/GAPS.md#case-work
 */
export async function readShownPayments<Row extends object>(
  { parts: { database, vault }, user }: Visit,
  list: { rows: readonly Row[]; idOf: (row: Row) => string | null },
): ReturnType<typeof readWithPayments<Row>> {
  const shown = await readWithPayments(database, vault, list);
  if (isAllowed('compliance', user)) return shown;
  return shown.map((row) => ({ ...row, payment: row.payment && { ...row.payment, payee: null } }));
}
