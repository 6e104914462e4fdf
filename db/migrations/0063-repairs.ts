import type { Knex } from 'knex';

/**
 * What was found without a workflow and how often it was begun again, and the indexes by which such rows are found: only
 * what is open is in them, so they stay small however many payments there are.
 * Source: docs/ARCHITECTURE.md, "Who dies when"
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table repairs (
      kind text not null,
      subject text not null,
      attempts integer not null default 1,
      last_at timestamptz not null default now(),
      primary key (kind, subject)
    );
    create index on repairs (last_at);

    create index deliveries_due on deliveries ((coalesce(next_attempt_at, created_at)), id)
      where status in ('pending', 'delivering', 'paused');
    create index partner_reports_overdue on partner_reports (recorded_at, id)
      where disposition = 'waiting' and flagged_at is null;
  `);
}
