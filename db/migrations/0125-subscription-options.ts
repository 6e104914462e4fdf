import type { Knex } from 'knex';

/**
 * Labels of a subscription, and whether payloads about payments carry amount and currency beside the specified members.
 * Source: docs/GAPS.md#W13
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table webhook_subscriptions
      add column labels jsonb not null default '{}',
      add column include_amount boolean not null default false;
  `);
}
