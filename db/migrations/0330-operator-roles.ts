import type { Knex } from 'knex';

/**
 * Roles of operators, the person of each operator key, and when a login last proved a second factor.
 *
 * Operators that are there keep every role. An operator key becomes the only operator's, with 90 days to run; where there
 * are several, nobody knows whose it is, so it is refused until it is made anew. A process of the release before makes
 * operators without a role and keys without a person: both may do nothing.
 * Source: docs/GAPS.md#A3
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table users add column operator_roles text[] not null default '{}'
      check (operator_roles <@ array['operations', 'compliance', 'administration']);
    update users set operator_roles = '{operations,compliance,administration}' where role = 'operator';
    alter table users add constraint users_operator_roles check (role = 'operator' or operator_roles = '{}');

    alter table api_keys add column user_id text references users (id) check (user_id is null or kind = 'operator');
    create index api_keys_user on api_keys (user_id) where user_id is not null;
    update api_keys set scopes = '{operations,compliance,administration}',
      expires_at = coalesce(expires_at, now() + interval '90 days'),
      user_id = (select min(id) from users where role = 'operator' and disabled_at is null having count(*) = 1)
    where kind = 'operator';

    alter table logins add column second_factor_at timestamptz;
  `);
}
