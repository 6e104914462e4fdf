import { changeShipment } from '../../db/shipments/shipments';
import { invalidRequest } from '../../domain/errors';
import { shipmentFaults } from '../../domain/shipments/rules';
import { ShipmentPatch, ShipmentPath, ShipmentRecord } from '../../domain/shipments/schemas';
import type { Shipment, ShipmentDetails } from '../../domain/shipments/shipment';
import { endpoint } from '../endpoint';
import { shipmentNotFound } from './not-found';

/** `undefined` keeps what is there, null clears it. */
function applyMember<Value>(now: Value, change: Value | undefined): Value {
  return change === undefined ? now : change;
}

/**
 * The details after a patch.
 * @throws DomainError INVALID_REQUEST with every fault of the resulting shipment
 */
function applyPatch(shipment: Shipment, patch: ShipmentPatch): ShipmentDetails {
  // The unit goes with the weight that it measured.
  const unit = patch.weight === null ? null : shipment.weight_unit;
  const details = {
    reference: applyMember(shipment.reference, patch.reference),
    origin_country: applyMember(shipment.origin_country, patch.origin_country),
    destination_country: applyMember(shipment.destination_country, patch.destination_country),
    hs_code: applyMember(shipment.hs_code, patch.hs_code),
    status: applyMember(shipment.status, patch.status),
    description: applyMember(shipment.description, patch.description),
    value: applyMember(shipment.value, patch.value),
    currency: applyMember(shipment.currency, patch.currency),
    weight: applyMember(shipment.weight, patch.weight),
    weight_unit: applyMember(unit, patch.weight_unit),
    buyer: applyMember(shipment.buyer, patch.buyer),
  };
  const faults = shipmentFaults(details);
  if (faults.length > 0) throw invalidRequest(faults);
  return details;
}

/** Changes a shipment; a change that changes nothing makes no event. Source: docs/GAPS.md#S1 */
export const updateShipment = endpoint({
  operationId: 'updateShipment',
  summary: 'Change a shipment',
  tag: 'Shipments',
  method: 'patch',
  path: '/v1/shipments/{id}',
  access: { kind: 'client', scope: 'shipments:write' },
  limit: null,
  envelope: 'bare',
  params: ShipmentPath,
  body: ShipmentPatch,
  responses: { 200: { description: 'The shipment after the change', schema: ShipmentRecord } },
  errors: ['NOT_FOUND'],
  async handle({ principal, params, body, receivedAt }, services) {
    const change = (shipment: Shipment): ShipmentDetails => applyPatch(shipment, body);
    const shipment = await changeShipment(services.database, principal.tenant, params.id, receivedAt, change);
    if (shipment === null) throw shipmentNotFound();
    return { status: 200, data: shipment };
  },
});
