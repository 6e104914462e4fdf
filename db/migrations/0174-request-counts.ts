import type { Knex } from 'knex';

/** Requests with keys of an account, by day (UTC), plan and operation: what the page "Usage" shows. */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create table request_counts (
      account_id text not null references accounts (id),
      environment environment not null,
      day date not null,
      plan text not null,
      operation text not null,
      requests bigint not null,
      refused bigint not null,
      failed bigint not null,
      primary key (account_id, environment, day, plan, operation)
    );
    create index on request_counts (day);
  `);
}
