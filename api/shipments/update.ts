import { changeShipment } from '../../db/shipments/shipments';
import { invalidRequest } from '../../domain/errors';
import { shipmentFaults } from '../../domain/shipments/rules';
import { ShipmentPatch, ShipmentPath, ShipmentRecord } from '../../domain/shipments/schemas';
import type { Shipment, ShipmentDetails } from '../../domain/shipments/shipment';
import { endpoint } from '../endpoint';
import { shipmentNotFound } from './not-found';

/** `undefined` keeps what is there, null clears it. */
function patched<Value>(now: Value, change: Value | undefined): Value {
  return change === undefined ? now : change;
}

/** @throws DomainError INVALID_REQUEST with every fault of what the shipment would be */
function applyPatch(shipment: Shipment, patch: ShipmentPatch): ShipmentDetails {
  // The unit goes with the weight that it measured.
  const unit = patch.weight === null ? null : shipment.weight_unit;
  const details = {
    reference: patched(shipment.reference, patch.reference),
    origin_country: patched(shipment.origin_country, patch.origin_country),
    destination_country: patched(shipment.destination_country, patch.destination_country),
    hs_code: patched(shipment.hs_code, patch.hs_code),
    status: patched(shipment.status, patch.status),
    description: patched(shipment.description, patch.description),
    value: patched(shipment.value, patch.value),
    currency: patched(shipment.currency, patch.currency),
    weight: patched(shipment.weight, patch.weight),
    weight_unit: patched(unit, patch.weight_unit),
    buyer: patched(shipment.buyer, patch.buyer),
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
