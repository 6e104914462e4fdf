import type { Knex } from 'knex';

/** Origins that an operator lets webhooks of the test side reach. Source: docs/GAPS.md#W11 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table trusted_webhook_origins (
      origin text primary key,
      created_at timestamptz not null default now()
    );
  `);
}
