import type { Knex } from 'knex';

/**
 * Refuses what clients still want cancelled of payments that have failed, as it is since for a payment that fails. No
 * event tells it, nor does one then: that of the failure has.
 * Source: docs/GAPS.md#P7
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    update payment_instructions set version = version + 1, cancellation = cancellation || '{"status": "refused"}'
    where status = 'failed' and cancellation ->> 'status' = 'requested'
  `);
}
