import type { Knex } from 'knex';

const WORDS = String.raw` rejected the payment \(.*?\); the next route was taken`;
const WITHOUT = ' rejected the payment; the next route was taken';
const PATTERN = '% rejected the payment (%); the next route was taken%';

/**
 * Takes a partner's words, which may name a person, out of the reasons for a route: they stand with its attempt, where
 * an erasure finds them.
 * Source: docs/GAPS.md#erasure
 */
export async function up(builder: Knex): Promise<void> {
  for (const [table, column, type, versions] of [
    ['payment_instructions', 'route_reasons', 'jsonb', ', version = version + 1'],
    ['dispatches', 'route_reasons', 'jsonb', ''],
    ['idempotency_keys', 'body', 'text', ''],
  ] as const) {
    await builder.raw(
      `update ${table} set ${column} = regexp_replace(${column}::text, ?, ?, 'g')::${type}${versions}
       where ${column}::text like ?`,
      [WORDS, WITHOUT, PATTERN],
    );
  }
}
