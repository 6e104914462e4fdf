import type { Knex } from 'knex';

/**
 * Terms that a preview has promised for some minutes; a payment names the quote that it was made by, and no second one
 * may.
 * Source: docs/GAPS.md#quotes
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table payment_quotes (
      id text primary key,
      account_id text not null references accounts (id),
      environment text not null,
      expires_at timestamptz not null,
      facts jsonb not null,
      route_id text not null references routes (id),
      timeline text not null,
      route_reasons jsonb not null,
      fee_minor bigint not null,
      fee_breakdown jsonb not null,
      expected_date date not null
    );
    create index payment_quotes_expires on payment_quotes (expires_at);
    alter table payment_instructions add column quote_id text;
    create unique index payment_instructions_quote on payment_instructions (quote_id) where quote_id is not null;
  `);
}
