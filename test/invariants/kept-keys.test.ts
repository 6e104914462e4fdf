import { ENDPOINTS } from '../../api/endpoints';
import { MAKING } from '../../db/payments/batches/work-batch';
import { applyRetention } from '../../db/retention/apply-retention';
import { createTestDatabase } from '../support/database';

/** Operations with a key in whose area no payment is made, by the reason. */
const PAYS_NOT: Readonly<Record<string, string>> = {
  createBeneficiary: 'saves a payee',
};

/** Operations of clients that take a key and may change payments: each can lead to a dispatch. */
const PAYING = ENDPOINTS.filter(
  ({ idempotent, access, operationId }) =>
    idempotent === true && access.kind === 'client' && access.scope === 'payments:write' && !(operationId in PAYS_NOT),
).map(({ operationId }) => operationId);

/** Source: docs/GAPS.md#P6 */
it('every operation that can lead to a dispatch has its key for ever', async () => {
  const { query, ...database } = await createTestDatabase();
  expect(PAYING.sort()).toEqual(['createPaymentBatch', 'createPaymentInstruction', 'resubmitPaymentInstruction']);
  for (const operation of [...PAYING, 'createShipment', MAKING]) {
    await query(
      `insert into idempotency_keys (scope, operation, key, body_hash, claimed_until, created_at, status_code, body)
       values ('acc_1/test', $1, 'k', '\\x00', now() - interval '31 days', now() - interval '31 days', 202, '{}')`,
      [operation],
    );
  }
  await applyRetention({ ...database, query });
  const left = await query<{ operation: string }>('select operation from idempotency_keys order by 1');
  // A row of a batch has its key on its payment, and its state on itself.
  expect(left.map(({ operation }) => operation)).toEqual(PAYING);
  const unique = await query<{ on: string }>(
    `select distinct conrelid::text as on from (
       select indrelid::regclass as conrelid, pg_get_indexdef(indexrelid) as text from pg_index where indisunique) i
     where text like '%(account_id, environment, idempotency_key)%' order by 1`,
  );
  expect(unique.map(({ on }) => on)).toEqual(['payment_batches', 'payment_instructions']);
});
