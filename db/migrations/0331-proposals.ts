import type { Knex } from 'knex';

/**
 * Acts that wait for a second person, and the settings that say which do. `secret_sealed` holds the key, secret or
 * password that whoever proposed the act was shown; it is emptied once the proposal is decided.
 * Source: docs/GAPS.md#A3
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table compliance_settings alter column release_approvals set default 1;
    alter table compliance_settings add column live_network smallint not null default 1 check (live_network in (1, 2));

    create table proposals (
      id text primary key,
      act text not null,
      subject text not null,
      role text not null check (role in ('operations', 'compliance', 'administration')),
      request jsonb not null,
      secret_sealed bytea,
      before jsonb not null,
      after jsonb not null,
      reason text,
      proposed_by text not null,
      proposed_person text references users (id),
      proposed_at timestamptz not null default now(),
      expires_at timestamptz not null,
      decided_at timestamptz,
      decided_by text,
      outcome text check (outcome in ('confirmed', 'rejected')),
      check ((outcome is null) = (decided_at is null))
    );
    create index proposals_open on proposals (id desc) where outcome is null;
  `);
}
