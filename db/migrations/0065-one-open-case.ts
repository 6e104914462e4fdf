import type { Knex } from 'knex';

/** Figures that were stored as null because they were beyond every number. */
const NULL_FIGURE = `reconciliation @> '{"discrepancies": [{"expected": null}]}'`;

/**
 * One open case per instruction and kind, with a counter, so that no partner can bury a case under copies of another.
 * Of open cases that say the same, the oldest stays open and counts the others, which are closed and name it.
 * A settlement whose exchange rate gave a figure beyond every number says so instead of holding no figure.
 * Source: docs/GAPS.md#P5
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table reconciliation_cases add column count integer not null default 1 check (count > 0);
    alter table reconciliation_cases add column last_seen_at timestamptz;
    alter table reconciliation_cases add column last_report_id text;
    alter table reconciliation_cases add column last_detail jsonb;
    alter table reconciliation_cases add column closed_at timestamptz;
    alter table reconciliation_cases add column closed_by text;
    alter table reconciliation_cases add column close_reason text;

    update reconciliation_cases set last_seen_at = created_at, last_report_id = report_id, last_detail = detail;

    with numbered as (
      select id, instruction_id, kind,
        row_number() over (partition by instruction_id, kind order by created_at, id) as number,
        row_number() over (partition by instruction_id, kind order by created_at desc, id desc) as number_from_end,
        count(*) over (partition by instruction_id, kind) as total,
        created_at, report_id, detail
      from reconciliation_cases where state = 'open'
    ),
    pairs as (
      select first.id as first_id, first.total, newest.created_at, newest.report_id, newest.detail
      from numbered first
      join numbered newest using (instruction_id, kind)
      where first.number = 1 and newest.number_from_end = 1 and first.total > 1
    )
    update reconciliation_cases c set count = p.total, last_seen_at = p.created_at, last_report_id = p.report_id,
      last_detail = p.detail
    from pairs p where c.id = p.first_id;

    with numbered as (
      select id, first_value(id) over (partition by instruction_id, kind order by created_at, id) as first_id
      from reconciliation_cases where state = 'open'
    )
    update reconciliation_cases c
    set state = 'closed', closed_at = now(), closed_by = 'corridor', close_reason = 'counted by ' || n.first_id
    from numbered n where c.id = n.id and n.first_id <> n.id;

    alter table reconciliation_cases alter column last_seen_at set not null;
    alter table reconciliation_cases alter column last_report_id set not null;
    alter table reconciliation_cases alter column last_detail set not null;

    create unique index reconciliation_cases_one_open on reconciliation_cases (instruction_id, kind)
      where state = 'open';
    create index reconciliation_cases_created on reconciliation_cases (created_at);

    update settlements set reconciliation = jsonb_set(reconciliation, '{discrepancies}', (
      select jsonb_agg(case when item -> 'expected' = 'null' then jsonb_build_object('type', 'fx_unverifiable',
        'expected', '1e-9..1e9', 'actual', confirmation #> '{exchangeRate,rate}') else item end order by position)
      from jsonb_array_elements(reconciliation -> 'discrepancies') with ordinality as d (item, position)
    )) where ${NULL_FIGURE};
  `);
}
