import type { Knex } from 'knex';

/** Rules of calendars are the program's, which knows those of its release: a newer one adds some without a migration. */
export async function up(builder: Knex): Promise<void> {
  await builder.raw('alter table calendars drop constraint if exists calendars_rule_check');
}
