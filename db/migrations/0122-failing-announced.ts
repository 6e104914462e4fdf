import type { Knex } from 'knex';

/** When other subscriptions were told that this one fails; null again after a success. Source: docs/GAPS.md#W12 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw('alter table webhook_subscriptions add column failing_announced_at timestamptz');
}
