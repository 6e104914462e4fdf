import type { Knex } from 'knex';

/** People who use the console, their logins, and what the key list shows. */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table users (
      id text primary key,
      email text not null unique check (email = lower(email)),
      name text not null,
      password_hash text not null,
      role text not null check (role in ('owner', 'member', 'operator')),
      account_id text references accounts (id),
      created_at timestamptz not null default now(),
      disabled_at timestamptz,
      check ((role = 'operator') = (account_id is null))
    );
    create index on users (account_id) where account_id is not null;

    create table logins (
      token_hash bytea primary key,
      user_id text not null references users (id),
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index on logins (user_id);
    create index on logins (expires_at);

    alter table accounts add column plan text not null default 'free'
      check (plan in ('free', 'starter', 'professional', 'enterprise'));
    alter table api_keys add column last_used_at timestamptz;

    create table seen_signatures (
      partner_id text not null references partners (id),
      signature bytea not null,
      expires_at timestamptz not null,
      primary key (partner_id, signature)
    );
    create index on seen_signatures (expires_at);
  `);
}
