import type { Knex } from 'knex';

/**
 * What a compliance review asked the client of a payment: who and when stands with the payment, the words by themselves,
 * sealed, until they are erased.
 * Source: docs/GAPS.md#information
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table payment_instructions
      add column information jsonb check (jsonb_typeof(information) = 'array');
    create table information_words (
      id text primary key,
      instruction_id text not null references payment_instructions (id),
      question_sealed bytea,
      answer_sealed bytea
    );
    create index on information_words (instruction_id);
  `);
}
