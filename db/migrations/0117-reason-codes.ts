import type { Knex } from 'knex';

/**
 * Why a payment failed or came back, as a code of ISO 20022 or of the partner's own: with the report that says so, and
 * with the entry of the history that it made.
 * Source: docs/GAPS.md#reasons
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table partner_reports add column reason_code text;
    alter table status_history add column reason_code text;
  `);
}
