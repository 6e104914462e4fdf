import type { Knex } from 'knex';

/**
 * Who people are at the identity provider, by its subject, and whether a code is owed after a password or after the
 * provider's word; a process of the release before writes neither.
 * Source: docs/GAPS.md#A6
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table user_identities (
      issuer text not null,
      subject text not null check (length(subject) between 1 and 255),
      user_id text not null references users (id),
      created_at timestamptz not null default now(),
      primary key (issuer, subject),
      unique (user_id, issuer)
    );

    alter table login_challenges add column way text not null default 'password' check (way in ('password', 'provider'));
  `);
}
