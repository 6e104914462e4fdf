import type { Knex } from 'knex';

/** Entries of watch lists by edition; editions are kept, so that a screening can be made again. Source: docs/GAPS.md#P13 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table watch_list_entries (
      edition_id text not null references reference_editions (id),
      entry_id text not null,
      kind text not null check (kind in ('person', 'organisation', 'vessel', 'aircraft')),
      names jsonb not null,
      countries text[] not null,
      programme text not null,
      primary key (edition_id, entry_id)
    );
  `);
}
