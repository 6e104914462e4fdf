import type { Knex } from 'knex';

/**
 * Whether an operator has made somebody's user, or has vouched for it since: anybody could have signed up with an
 * address that is somebody else's. A process of the release before vouches for nobody.
 * Source: docs/GAPS.md#A6
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table users add column is_vouched boolean not null default false;
    update users u set is_vouched = true where exists (
      select from audit_log l where l.act = 'user.created' and l.subject = u.id and l.actor like 'command%');
  `);
}
