import type { Knex } from 'knex';

/**
 * Shows as done what clients wanted cancelled of payments whose partner refused and cancelled them after all, as it is
 * since for a payment that is cancelled. No event tells it, nor does one then: that of the cancellation has.
 * Source: docs/GAPS.md#P7
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    update payment_instructions set version = version + 1, cancellation = cancellation || '{"status": "cancelled"}'
    where status = 'cancelled' and cancellation ->> 'status' <> 'cancelled'
  `);
}
