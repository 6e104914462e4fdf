import type { Knex } from 'knex';

/**
 * A payment that failed or came back is instructed again once: the new one names it, and it names the new one.
 * Source: docs/GAPS.md#resubmission
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table payment_instructions
      add column resubmission_of text references payment_instructions (id),
      add column resubmitted_as text;
    create unique index payment_instructions_resubmission_of
      on payment_instructions (resubmission_of) where resubmission_of is not null;
  `);
}
