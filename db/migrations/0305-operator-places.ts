import type { Knex } from 'knex';

/** How far work of operators is that goes through a table page by page: killed, it goes on there. */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table operator_places (
      work text primary key,
      -- Key of the last row that is done.
      place text not null,
      updated_at timestamptz not null default now()
    );
  `);
}
