import type { Knex } from 'knex';

/**
 * One-time codes beside passwords, codes for a lost phone, and the time between password and code. Logins get an id by
 * which a person ends one and the device that it was begun on; a process of the release before writes neither.
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table second_factors (
      user_id text primary key references users (id),
      secret_sealed bytea not null,
      created_at timestamptz not null default now(),
      confirmed_at timestamptz,
      last_step bigint not null default 0
    );

    create table recovery_codes (
      user_id text not null references second_factors (user_id) on delete cascade,
      code_hash bytea not null,
      used_at timestamptz,
      primary key (user_id, code_hash)
    );

    create table login_challenges (
      token_hash bytea primary key,
      user_id text not null references users (id),
      expires_at timestamptz not null
    );
    create index on login_challenges (user_id);
    create index on login_challenges (expires_at);

    alter table logins add column id uuid not null default gen_random_uuid();
    alter table logins add column device text not null default '' check (length(device) <= 100);
    create unique index on logins (id);
  `);
}
