import { createShipment as writeShipment, findShipment } from '../../db/shipments/shipments';
import { invalidRequest, type FieldFault } from '../../domain/errors';
import { shipmentFaults } from '../../domain/shipments/rules';
import { ShipmentCreate, ShipmentRecord } from '../../domain/shipments/schemas';
import type { Shipment, ShipmentDetails } from '../../domain/shipments/shipment';
import { endpoint, type Reply } from '../endpoint';
import { shipmentNotFound } from './not-found';

const Measured = ShipmentCreate.pick({ value: true, currency: true, weight: true, weight_unit: true });

/** Faults of value and weight with their units, for a body that has other faults too. Source: docs/GAPS.md#G2 */
function measureFaults(body: unknown): FieldFault[] {
  const measured = Measured.safeParse(body);
  if (!measured.success) return [];
  const { value = null, currency = null, weight = null, weight_unit = null } = measured.data;
  return shipmentFaults({ value, currency, weight, weight_unit });
}

function detailsOf(body: ShipmentCreate): ShipmentDetails {
  return {
    reference: body.reference ?? null,
    origin_country: body.origin_country,
    destination_country: body.destination_country,
    hs_code: body.hs_code ?? null,
    status: body.status ?? 'pending',
    description: body.description ?? null,
    value: body.value ?? null,
    currency: body.currency ?? null,
    weight: body.weight ?? null,
    weight_unit: body.weight_unit ?? null,
    buyer: body.buyer ?? null,
  };
}

function createdReply(shipment: Shipment): Reply {
  return { status: 201, data: shipment, headers: { Location: `/v1/shipments/${shipment.id}` } };
}

/** Creates a shipment; the event is written with it. Source: docs/GAPS.md#S1 */
export const createShipment = endpoint({
  operationId: 'createShipment',
  summary: 'Create a shipment',
  tag: 'Shipments',
  method: 'post',
  path: '/v1/shipments',
  access: { kind: 'client', scope: 'shipments:write' },
  limit: null,
  envelope: 'bare',
  body: ShipmentCreate,
  idempotent: true,
  responses: { 201: { description: 'The shipment', schema: ShipmentRecord } },
  // A repeat of a creation whose shipment was deleted since.
  errors: ['NOT_FOUND'],
  furtherFaults: measureFaults,
  async handle({ principal, body, requestId, receivedAt, held }, services) {
    const details = detailsOf(body);
    const faults = shipmentFaults(details);
    if (faults.length > 0) throw invalidRequest(faults);
    const shipment = { tenant: principal.tenant, requestId, details, now: receivedAt };
    return createdReply(await writeShipment(services.database, shipment, held));
  },
  async recover(subject, { principal }, services) {
    const shipment = await findShipment(services.database, principal.tenant, subject);
    if (shipment === null) throw shipmentNotFound();
    return createdReply(shipment);
  },
});
