import type { Knex } from 'knex';
import type { Say } from '../database';
import { createIndexConcurrently } from '../operator-work/concurrent-index';

const TABLE = 'payment_instructions';

/** Payments that wait for approvals, and any by the hash of what was to be paid. */
export async function up(builder: Knex, say: Say): Promise<void> {
  const indexes = [
    {
      name: 'payment_instructions_to_approve',
      on: 'account_id, environment, id',
      where: "status = 'pending' and approval ->> 'state' = 'waiting'",
    },
    {
      name: 'payment_instructions_approval_hash',
      on: "account_id, environment, (approval ->> 'hash')",
      where: 'approval is not null',
    },
  ];
  for (const index of indexes) await createIndexConcurrently(builder, { table: TABLE, ...index }, say);
}
