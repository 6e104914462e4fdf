import type { Knex } from 'knex';

/**
 * Forms that were sent after the login had expired, until their person has logged in again.
 * Source: docs/GAPS.md#A7
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table kept_forms (
      id text primary key,
      user_id text not null references users (id),
      form_sealed bytea not null,
      expires_at timestamptz not null
    );
    create index on kept_forms (user_id);
    create index on kept_forms (expires_at);
  `);
}
