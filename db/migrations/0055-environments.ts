import type { Knex } from 'knex';

/**
 * Test and live are two worlds: every row of a client names its side, and so do keys, partners and routes.
 * Rows from before belong to the side that their account was made for; a partner other than the sandbox served live.
 * Source: docs/GAPS.md#A4
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create domain environment as text check (value in ('live', 'test'));

    alter table accounts add column live_opened_at timestamptz;
    update accounts set live_opened_at = created_at where environment = 'live';
    alter table accounts alter column environment set default 'test';

    alter table api_keys add column environment environment not null default 'test';
    update api_keys k set environment = a.environment from accounts a where a.id = k.account_id;

    alter table partners add column environment environment not null default 'test';
    update partners set environment = 'live' where adapter <> 'sandbox';
    alter table routes add column environment environment not null default 'test';
    update routes r set environment = p.environment from partners p where p.id = r.partner_id;

    alter table payment_instructions add column environment environment not null default 'test';
    alter table documents add column environment environment not null default 'test';
    alter table shipments add column environment environment not null default 'test';
    alter table webhook_subscriptions add column environment environment not null default 'test';
    alter table events add column environment environment not null default 'test';
    alter table deliveries add column environment environment not null default 'test';
    update payment_instructions r set environment = a.environment from accounts a where a.id = r.account_id;
    update documents r set environment = a.environment from accounts a where a.id = r.account_id;
    update shipments r set environment = a.environment from accounts a where a.id = r.account_id;
    update webhook_subscriptions r set environment = a.environment from accounts a where a.id = r.account_id;
    update events r set environment = a.environment from accounts a where a.id = r.account_id;
    update deliveries r set environment = a.environment from accounts a where a.id = r.account_id;

    drop index payment_instructions_client_reference;
    create unique index payment_instructions_client_reference
      on payment_instructions (account_id, environment, client_reference) where client_reference is not null;
  `);
}
