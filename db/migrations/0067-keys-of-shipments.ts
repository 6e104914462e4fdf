import type { Knex } from 'knex';

/**
 * Each shipment names the key that it was made with, so that its stored answer goes with it; answers of shipments that
 * are deleted already are emptied.
 */
export function up(builder: Knex): Promise<unknown> {
  return builder.raw(`
    update shipments s set idempotency_key = k.key from idempotency_keys k
    where k.operation = 'createShipment' and k.subject = s.id and s.idempotency_key is null;
    update idempotency_keys k
    set status_code = null, body = null, headers = null, claim_token = null, claimed_until = '-infinity'
    where k.operation = 'createShipment' and k.subject is not null and k.status_code is not null
      and not exists (select from shipments s where s.id = k.subject);
  `);
}
