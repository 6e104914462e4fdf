import { EXPLAINED_OUTCOMES, type PaymentStatus } from '../../../domain/payments/instruction/status';
import type { Vault } from '../../../lib/vault';
import type { Queryable } from '../../database';
import { isOneOfSql } from '../../status-sql';
import { payeeOf, type Payee } from './private-data';

/** A payment as every list shows it. */
export interface PaymentRow {
  id: string;
  status: PaymentStatus;
  /** The client's. */
  reference: string | null;
  /** Decimal text in the currency's major unit. */
  amount: string;
  currency: string;
  submittedAt: Date;
  /** Null once the payment was erased. */
  payee: Payee | null;
  /** Why it is not sent yet; null once it is pending no more. */
  waitingReason: string | null;
  /** The payment that resubmits it. */
  resubmittedAs: string | null;
  /** Code of ISO 20022 with which it failed or came back; null for any other, and where none was given. */
  reasonCode: string | null;
}

interface Stored extends Omit<PaymentRow, 'payee'>, Record<string, unknown> {
  privateSealed: Buffer | null;
}

/**
 * What lists show of payments, by id.
 * @param ids of payments that the reader may see, such as a page of a list
 */
export async function readPaymentRows(
  database: Queryable,
  vault: Vault,
  ids: readonly string[],
): Promise<Map<string, PaymentRow>> {
  if (ids.length === 0) return new Map();
  const rows = await database.query<Stored>(
    `select i.id, i.status, i.client_reference as reference, i.amount, i.currency, i.submitted_at as "submittedAt",
       i.resubmitted_as as "resubmittedAs",
       case when i.status = 'pending' then i.waiting_reason end as "waitingReason", i.private_sealed as "privateSealed",
       case when ${isOneOfSql('i.status', EXPLAINED_OUTCOMES)} then (
         select h.reason_code from status_history h where h.instruction_id = i.id and h.status = i.status
         order by h.sort_at desc, h.rank desc, h.id desc limit 1) end as "reasonCode"
     from payment_instructions i where i.id = any($1)`,
    [ids],
    'for_values',
  );
  return new Map(
    rows.map(({ privateSealed, ...row }) => [row.id, { ...row, payee: payeeOf(vault, row.id, privateSealed) }]),
  );
}

/**
 * @param idOf the payment of a row; null for a row about something else
 * @returns the rows with their payments, null where there is none
 */
export async function readWithPayments<Row extends object>(
  database: Queryable,
  vault: Vault,
  { rows, idOf }: { rows: readonly Row[]; idOf: (row: Row) => string | null },
): Promise<(Row & { payment: PaymentRow | null })[]> {
  const ids = rows.map(idOf).filter((id) => id !== null);
  const payments = await readPaymentRows(database, vault, ids);
  return rows.map((row) => ({ ...row, payment: payments.get(idOf(row) ?? '') ?? null }));
}
