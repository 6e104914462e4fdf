import type { Knex } from 'knex';

/**
 * Nothing crosses from test to live: a route has its partner's side, a delivery its subscription's, and an instruction
 * goes only where its own side goes. Instructions from before, which may have crossed, stay as they are. Lists are read
 * by side, and so is the scope of an idempotency key. `accounts.environment` is read no more: an account has both sides.
 * Source: docs/GAPS.md#A4
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    alter table partners add unique (id, environment);
    alter table routes add unique (id, environment);
    alter table routes add foreign key (partner_id, environment) references partners (id, environment);
    alter table payment_instructions
      add foreign key (partner_id, environment) references partners (id, environment) not valid,
      add foreign key (route_id, environment) references routes (id, environment) not valid;
    alter table webhook_subscriptions add unique (id, account_id, environment);
    alter table deliveries add foreign key (webhook_id, account_id, environment)
      references webhook_subscriptions (id, account_id, environment);
    alter table partners add check (adapter <> 'sandbox' or environment = 'test');

    drop index payment_instructions_account_id_id_idx;
    create index on payment_instructions (account_id, environment, id desc);
    drop index documents_account_id_id_idx;
    create index on documents (account_id, environment, id desc);
    drop index shipments_account_id_id_idx;
    create index on shipments (account_id, environment, id desc);
    drop index webhook_subscriptions_account_id_id_idx;
    create index on webhook_subscriptions (account_id, environment, id desc) where deleted_at is null;
    drop index events_account_id_id_idx;
    create index on events (account_id, environment, id desc);

    update idempotency_keys k set scope = k.scope || '/' || a.environment from accounts a where a.id = k.scope;
  `);
}
