import type { Knex } from 'knex';

/**
 * The amount of a payment, which filters of webhooks may name. As a function of its own it is planned by who calls it:
 * every statement that writes an event has the filters, and few subscriptions ask for amounts.
 * Source: docs/GAPS.md#W13
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    create function amount_of_payment(instruction text) returns jsonb language plpgsql stable as $amount$
    begin
      return (select jsonb_build_object('amount', i.amount, 'currency', i.currency)
        from payment_instructions i where i.id = instruction);
    end $amount$;
  `);
}
