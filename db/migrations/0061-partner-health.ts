import type { Knex } from 'knex';

/**
 * Whether partners answer, as all processes together see it: the breaker before their dispatches. A row appears with the
 * first answer or fault; `open_until` is set while the breaker is open.
 */
export async function up(builder: Knex): Promise<void> {
  await builder.raw(`
    create table partner_health (
      partner_id text primary key references partners (id),
      consecutive_faults integer not null default 0 check (consecutive_faults >= 0),
      last_fault text,
      last_fault_at timestamptz,
      last_success_at timestamptz,
      opened_at timestamptz,
      open_until timestamptz,
      probe_owner text,
      probe_until timestamptz,
      check ((opened_at is null) = (open_until is null)),
      check ((probe_owner is null) = (probe_until is null))
    ) with (fillfactor = 50);
  `);
}
