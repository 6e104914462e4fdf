import type { Knex } from 'knex';

/**
 * Links by which anybody who was given one sees where a payment stands; at most one of a payment works at a time.
 * Source: docs/GAPS.md#tracking-link
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table tracking_links (
      id text primary key,
      instruction_id text not null references payment_instructions (id),
      created_at timestamptz not null default now(),
      revoked_at timestamptz
    );
    create unique index tracking_links_open on tracking_links (instruction_id) where revoked_at is null;
  `);
}
