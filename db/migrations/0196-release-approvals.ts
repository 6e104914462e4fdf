import type { Knex } from 'knex';

/** How many operators have to agree before a held payment is released; without a row, one. Source: docs/GAPS.md#P13 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table compliance_settings (
      is_only boolean primary key default true check (is_only),
      release_approvals smallint not null check (release_approvals in (1, 2)),
      changed_at timestamptz not null default now()
    );
  `);
}
