import { paymentNotFound } from '../../../domain/errors';
import type { Queryable } from '../../database';

/**
 * Locks a payment until the transaction ends, without changing it.
 * @returns when its personal data were erased, or null
 * @throws DomainError NOT_FOUND
 */
export async function lockPayment(client: Queryable, id: string): Promise<{ erasedAt: Date | null }> {
  const [locked] = await client.query<{ erasedAt: Date | null }>(
    'select erased_at as "erasedAt" from payment_instructions where id = $1 for no key update',
    [id],
  );
  if (locked === undefined) throw paymentNotFound();
  return locked;
}
