import { createHmac } from 'node:crypto';
import {
  comparableReference,
  MOST_CANDIDATES,
  type PayeesPayment,
} from '../../../domain/payments/settlement/payee-reference';
import type { Vault } from '../../../lib/vault';
import type { Queryable } from '../../database';

const LABEL = 'payee-reference';

function hashWith(secret: Buffer, reference: string): string {
  return createHmac('sha256', secret).update(comparableReference(reference)).digest('base64url');
}

/** @returns keyed hash of a payment's reference for the payee, by which bookings find the payment; null where it has none */
export function payeeReferenceHash(vault: Vault, reference: string | undefined): string | null {
  return reference === undefined ? null : hashWith(vault.derive(LABEL), reference);
}

/** @returns the hashes that payments with these references may have, whichever key was the oldest when they were made */
export function payeeReferenceHashes(vault: Vault, references: readonly string[]): string[] {
  if (references.length === 0) return [];
  const secrets = vault.derivations(LABEL);
  return references.flatMap((reference) => secrets.map((secret) => hashWith(secret, reference)));
}

/**
 * Payments that the partner was ever given and that have the payee's reference, the amount and the currency of an
 * entry. Archived payments have no such reference.
 * @returns by the position of the entry, at most one more than `MOST_CANDIDATES` for each
 */
export async function findPaymentsByPayeeReference(
  database: Queryable,
  { id, partnerId }: { id: string; partnerId: string },
  positions: readonly number[],
): Promise<Map<number, PayeesPayment[]>> {
  const rows = await database.query<PayeesPayment & { position: number }>(
    `select e.position, i.id, i.sent_at as "firstSentAt"
     from statement_entries e
     cross join lateral (
       select p.id, sent.at as sent_at from payment_instructions p
       cross join lateral (
         select min(started_at) as at from dispatches where instruction_id = p.id and partner_id = $2) sent
       where p.payee_reference_hash = any(e.payee_references) and p.amount = (e.entry ->> 'amount')::numeric
         and p.currency = e.entry ->> 'currency' and sent.at is not null
       limit ${MOST_CANDIDATES + 1}) i
     where e.statement_id = $1 and e.position = any($3) and e.payee_references is not null`,
    [id, partnerId, positions],
  );
  const found = new Map<number, PayeesPayment[]>();
  for (const { position, ...payment } of rows) found.set(position, [...(found.get(position) ?? []), payment]);
  return found;
}
