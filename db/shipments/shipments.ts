import { tenantName, type Tenant } from '../../domain/auth/tenant';
import {
  isSameShipment,
  shipmentEventObject,
  type Shipment,
  type ShipmentDetails,
  type ShipmentStatus,
  type WeightUnit,
} from '../../domain/shipments/shipment';
import { newId } from '../../lib/ids';
import type { Database, Queryable } from '../database';
import { recordEvent } from '../events';
import { nameIdempotentSubject, type HeldKey } from '../idempotency';
import { addToOutbox, TOPICS } from '../outbox';

interface ShipmentRow {
  id: string;
  reference: string | null;
  origin_country: string;
  destination_country: string;
  hs_code: string | null;
  status: ShipmentStatus;
  description: string | null;
  value: string | null;
  currency: string | null;
  weight: string | null;
  weight_unit: WeightUnit | null;
  buyer: string | null;
  created_at: Date;
  updated_at: Date;
}

export const SHIPMENT_COLUMNS = `id, reference, origin_country, destination_country, hs_code, status, description,
  value::text, currency, weight::text, weight_unit, buyer, created_at, updated_at`;

/** A shipment as clients see it. Numbers came as JSON numbers, so they are returned as the same ones. */
export function toShipment(row: ShipmentRow): Shipment {
  return {
    id: row.id,
    reference: row.reference,
    origin_country: row.origin_country,
    destination_country: row.destination_country,
    hs_code: row.hs_code,
    status: row.status,
    description: row.description,
    value: row.value === null ? null : Number(row.value),
    currency: row.currency,
    weight: row.weight === null ? null : Number(row.weight),
    weight_unit: row.weight_unit,
    buyer: row.buyer,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export type { ShipmentRow };

function detailValues(details: ShipmentDetails): unknown[] {
  return [
    details.reference,
    details.origin_country,
    details.destination_country,
    details.hs_code,
    details.status,
    details.description,
    details.value,
    details.currency,
    details.weight,
    details.weight_unit,
    details.buyer,
  ];
}

export interface NewShipment {
  tenant: Tenant;
  requestId: string;
  details: ShipmentDetails;
  now: Date;
}

function recordShipmentEvent(
  client: Queryable,
  tenant: Tenant,
  type: 'shipment.created' | 'shipment.updated' | 'shipment.deleted',
  shipment: Shipment,
): Promise<string> {
  return recordEvent(client, { tenant, type, object: shipmentEventObject(shipment), subject: shipment.id });
}

/**
 * Creates a shipment and its event.
 * @param held idempotency key of the request, by which its stored answer is found; null for one without
 * @throws DomainError IN_PROGRESS when another request with that key has taken over
 * Source: docs/GAPS.md#S1
 */
export async function createShipment(
  database: Database,
  { tenant, requestId, details, now }: NewShipment,
  held: HeldKey | null,
): Promise<Shipment> {
  const id = newId('shipment', now.getTime());
  return database.transaction(async (client) => {
    const [row] = await client.query<ShipmentRow>(
      `insert into shipments (id, account_id, environment, request_id, created_at, updated_at, reference, origin_country,
         destination_country, hs_code, status, description, value, currency, weight, weight_unit, buyer, idempotency_key)
       values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
       returning ${SHIPMENT_COLUMNS}`,
      [id, tenant.accountId, tenant.environment, requestId, now, ...detailValues(details), held?.key ?? null],
    );
    if (row === undefined) throw new Error('a shipment was not written');
    const shipment = toShipment(row);
    await recordShipmentEvent(client, tenant, 'shipment.created', shipment);
    await nameIdempotentSubject(client, held, id);
    return shipment;
  });
}

/** @returns null for an unknown shipment and for another tenant's alike. Source: docs/GAPS.md#G7 */
export async function findShipment(client: Queryable, tenant: Tenant, id: string): Promise<Shipment | null> {
  const [row] = await client.query<ShipmentRow>(
    `select ${SHIPMENT_COLUMNS} from shipments where account_id = $1 and environment = $2 and id = $3`,
    [tenant.accountId, tenant.environment, id],
  );
  return row === undefined ? null : toShipment(row);
}

/** Finds a shipment like `findShipment`, and locks it until the transaction ends. */
async function lockShipment(client: Queryable, tenant: Tenant, id: string): Promise<Shipment | null> {
  const [row] = await client.query<ShipmentRow>(
    `select ${SHIPMENT_COLUMNS} from shipments
     where account_id = $1 and environment = $2 and id = $3 for no key update`,
    [tenant.accountId, tenant.environment, id],
  );
  return row === undefined ? null : toShipment(row);
}

/**
 * Changes a shipment and records the event; a change without effect writes nothing.
 * @param change from the current shipment, which is locked meanwhile, to its new details; an error leaves it unchanged
 * @returns the changed shipment; null for an unknown one
 * Source: docs/GAPS.md#S1
 */
export async function changeShipment(
  database: Database,
  tenant: Tenant,
  id: string,
  now: Date,
  change: (shipment: Shipment) => ShipmentDetails,
): Promise<Shipment | null> {
  return database.transaction(async (client) => {
    const current = await lockShipment(client, tenant, id);
    if (current === null) return null;
    const details = change(current);
    if (isSameShipment(current, details)) return current;
    const [row] = await client.query<ShipmentRow>(
      `update shipments set updated_at = greatest($2, created_at), reference = $3, origin_country = $4,
         destination_country = $5, hs_code = $6, status = $7, description = $8, value = $9, currency = $10, weight = $11,
         weight_unit = $12, buyer = $13, file_changed_at = clock_timestamp(),
         status_since = case when status = $7 then status_since else clock_timestamp() end
       where id = $1 returning ${SHIPMENT_COLUMNS}`,
      [id, now, ...detailValues(details)],
    );
    if (row === undefined) throw new Error('a locked shipment is gone');
    const shipment = toShipment(row);
    await recordShipmentEvent(client, tenant, 'shipment.updated', shipment);
    await addToOutbox(client, { topic: TOPICS.compareShipment, subject: id, accountId: tenant.accountId });
    return shipment;
  });
}

/**
 * Deletes a shipment and the stored answer to its creation, which has the same data, and records the event. The
 * idempotency key stays, so that a repeat creates no other shipment.
 * @returns whether there was one
 * Source: docs/GAPS.md#S1
 */
export async function deleteShipment(database: Database, tenant: Tenant, id: string): Promise<boolean> {
  return database.transaction(async (client) => {
    const shipment = await lockShipment(client, tenant, id);
    if (shipment === null) return false;
    await client.query(
      `with gone as (delete from shipments where id = $1 returning idempotency_key)
       update idempotency_keys k
       set status_code = null, body = null, headers = null, claim_token = null, claimed_until = '-infinity'
       from gone where k.scope = $2 and k.operation = 'createShipment' and k.key = gone.idempotency_key and k.subject = $1`,
      [id, tenantName(tenant)],
    );
    await recordShipmentEvent(client, tenant, 'shipment.deleted', shipment);
    await addToOutbox(client, { topic: TOPICS.judgeConditions, subject: id, accountId: tenant.accountId });
    return true;
  });
}
