import type { Knex } from 'knex';

const CREDENTIALS = 'check ((destination is null) = (credentials_sealed is null))';

/** Queues as destinations of subscriptions. In a database whose schema has them this changes nothing. */
export async function up(builder: Knex): Promise<void> {
  await builder.raw('alter table webhook_subscriptions add column if not exists destination jsonb');
  await builder.raw('alter table webhook_subscriptions add column if not exists credentials_sealed bytea');
  await builder.raw('alter table webhook_subscriptions drop constraint if exists webhook_subscriptions_credentials');
  await builder.raw(
    `alter table webhook_subscriptions add constraint webhook_subscriptions_credentials ${CREDENTIALS} not valid`,
  );
}
