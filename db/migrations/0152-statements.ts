import type { Knex } from 'knex';

/**
 * What the banks of partners booked: references and figures, and what each entry says of the payment that its references
 * name. An entry without a verdict has not been compared yet.
 * Source: docs/GAPS.md#statements
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table payment_statements (
      id text primary key,
      partner_id text not null references partners (id),
      file_hash text not null,
      message text not null,
      message_id text not null,
      imported_at timestamptz not null default now(),
      unique (partner_id, file_hash)
    );
    create table statement_entries (
      statement_id text not null references payment_statements (id),
      position integer not null,
      entry jsonb not null,
      instruction_id text references payment_instructions (id),
      verdict text check (verdict in ('confirmed', 'contradicted', 'not_booked', 'unmatched')),
      primary key (statement_id, position)
    );
    create index statement_entries_instruction on statement_entries (instruction_id) where instruction_id is not null;
  `);
}
