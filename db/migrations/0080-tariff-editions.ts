import type { Knex } from 'knex';

/**
 * Editions of a schedule stay beside each other, each for the days from which it holds; column 2 and the duties of
 * chapter 99 of the United States; until when a program held, and on what conditions.
 */
export async function up(builder: Knex): Promise<void> {
  await builder.raw(`
    alter table tariff_lines drop constraint tariff_lines_pkey;
    alter table tariff_lines add primary key (edition_id, code);
    alter table tariff_lines add column column_two jsonb;

    drop index reference_editions_current;
    create unique index reference_editions_in_force
      on reference_editions (subject, coalesce(valid_from, '-infinity'::date)) where superseded_at is null;

    create table additional_duties (
      edition_id text not null references reference_editions (id),
      heading text not null,
      facts jsonb not null,
      primary key (edition_id, heading)
    );

    alter table tariff_programs add column expired_on date;
    alter table tariff_programs add column conditions text;
  `);
}
