import type { Knex } from 'knex';

/**
 * Reports of partners about instructions that Corridor does not have, or did not give them as far as it knows: after a
 * fail-over that lost commits they are what shows which payments are under way. Source: docs/GAPS.md#P4
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table unmatched_reports (
      id text primary key,
      partner_id text not null references partners (id),
      instruction_id text not null,
      kind text not null check (kind in ('status', 'settlement')),
      body_hash text not null,
      evidence_sealed bytea not null,
      count integer not null default 1,
      first_at timestamptz not null default now(),
      last_at timestamptz not null default now(),
      unique (partner_id, instruction_id, kind, body_hash)
    );
    create index on unmatched_reports (last_at);
  `);
}
