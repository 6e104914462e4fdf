import type { Knex } from 'knex';

/** Two processes may claim in the same millisecond: each claim has a token by which its own request knows it. */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table idempotency_keys add column if not exists claim_token text;
    -- Answers that hold a secret are not kept any more, see docs/GAPS.md#P6: the subscription says the same.
    update idempotency_keys set subject = body::jsonb ->> 'id', body = ''
    where operation = 'createWebhook' and status_code between 200 and 299 and body like '{%';
  `);
}
