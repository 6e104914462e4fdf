import { tenantName, type Tenant } from '../../domain/auth/tenant';
import type { Shipment, ShipmentDetails, ShipmentStatus, WeightUnit } from '../../domain/shipments/shipment';
import type { Queryable } from '../database';

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

/** The numbers came in as JSON numbers, so they go out as the very same ones. */
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
  id: string;
  tenant: Tenant;
  requestId: string;
  /** Key of the request that makes it, by which its stored answer is found again. */
  idempotencyKey: string | null;
  details: ShipmentDetails;
  now: Date;
}

export async function insertShipment(client: Queryable, shipment: NewShipment): Promise<Shipment> {
  const { id, tenant, requestId, idempotencyKey, details, now } = shipment;
  const [row] = await client.query<ShipmentRow>(
    `insert into shipments (id, account_id, environment, request_id, created_at, updated_at, reference, origin_country,
       destination_country, hs_code, status, description, value, currency, weight, weight_unit, buyer, idempotency_key)
     values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
     returning ${SHIPMENT_COLUMNS}`,
    [id, tenant.accountId, tenant.environment, requestId, now, ...detailValues(details), idempotencyKey],
  );
  if (row === undefined) throw new Error('a shipment was not written');
  return toShipment(row);
}

/** @returns null for an unknown shipment and for another tenant's alike. Source: docs/GAPS.md#G7 */
export async function findShipment(client: Queryable, tenant: Tenant, id: string): Promise<Shipment | null> {
  const [row] = await client.query<ShipmentRow>(
    `select ${SHIPMENT_COLUMNS} from shipments where account_id = $1 and environment = $2 and id = $3`,
    [tenant.accountId, tenant.environment, id],
  );
  return row === undefined ? null : toShipment(row);
}

/** Like `findShipment`, and holds the row until the transaction ends. */
export async function lockShipment(client: Queryable, tenant: Tenant, id: string): Promise<Shipment | null> {
  const [row] = await client.query<ShipmentRow>(
    `select ${SHIPMENT_COLUMNS} from shipments
     where account_id = $1 and environment = $2 and id = $3 for update`,
    [tenant.accountId, tenant.environment, id],
  );
  return row === undefined ? null : toShipment(row);
}

/** Writes every detail of a locked shipment anew. */
export async function updateShipment(
  client: Queryable,
  id: string,
  details: ShipmentDetails,
  now: Date,
): Promise<Shipment> {
  const [row] = await client.query<ShipmentRow>(
    `update shipments set updated_at = greatest($2, created_at), reference = $3, origin_country = $4, destination_country = $5,
       hs_code = $6, status = $7, description = $8, value = $9, currency = $10, weight = $11, weight_unit = $12,
       buyer = $13
     where id = $1 returning ${SHIPMENT_COLUMNS}`,
    [id, now, ...detailValues(details)],
  );
  if (row === undefined) throw new Error('a locked shipment is gone');
  return toShipment(row);
}

/**
 * Removes a locked shipment and the answer to its creation, which holds the same data. The key stays: a repeat finds that
 * it has made a shipment which is gone, and makes no other one.
 * Source: docs/GAPS.md#S1
 */
export async function removeShipment(client: Queryable, tenant: Tenant, id: string): Promise<void> {
  await client.query(
    `with gone as (delete from shipments where id = $1 returning idempotency_key)
     update idempotency_keys k
     set status_code = null, body = null, headers = null, claim_token = null, claimed_until = '-infinity'
     from gone where k.scope = $2 and k.operation = 'createShipment' and k.key = gone.idempotency_key and k.subject = $1`,
    [id, tenantName(tenant)],
  );
}
