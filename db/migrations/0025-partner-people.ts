import type { Knex } from 'knex';

const CHECKS = {
  users_role_check: "role in ('owner', 'developer', 'viewer', 'operator', 'partner')",
  users_check: "(role in ('operator', 'partner')) = (account_id is null)",
  users_of_partner: "(role = 'partner') = (partner_id is not null)",
};

/** People of partners. In a database whose schema has them this changes nothing. */
export async function up(builder: Knex): Promise<void> {
  await builder.raw('alter table users add column if not exists partner_id text');
  for (const [name, check] of Object.entries(CHECKS)) {
    await builder.raw(`alter table users drop constraint if exists ${name}`);
    await builder.raw(`alter table users add constraint ${name} check (${check})`);
  }
  await builder.raw('alter table users drop constraint if exists users_partner');
  await builder.raw('alter table users add constraint users_partner foreign key (partner_id) references partners (id)');
  await builder.raw('create index if not exists users_by_partner on users (partner_id) where partner_id is not null');
}
