import type { Knex } from 'knex';

/**
 * Roles of people of an account, and invitations to it. `member` was the one role beside the owner's and is read as
 * `viewer`; it stays allowed for processes of the version before. An invitation that was accepted or withdrawn is gone:
 * the audit log has it.
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table users drop constraint users_role_check;
    alter table users add constraint users_role_check
      check (role in ('owner', 'developer', 'viewer', 'member', 'operator'));
    update users set role = 'viewer' where role = 'member';
    alter table users add column removed_at timestamptz;

    create table invitations (
      id text primary key,
      account_id text not null references accounts (id),
      email text not null check (email = lower(email)),
      role text not null check (role in ('owner', 'developer', 'viewer')),
      token_hash bytea not null unique,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      unique (account_id, email)
    );
    create index on invitations (expires_at);
  `);
}
