import { deleteShipment as removeShipment } from '../../db/shipments/shipments';
import { ShipmentPath } from '../../domain/shipments/schemas';
import { endpoint } from '../endpoint';
import { shipmentNotFound } from './not-found';

/** Deletes a shipment; documents made for it keep its id as a reference. Source: docs/GAPS.md#S1 */
export const deleteShipment = endpoint({
  operationId: 'deleteShipment',
  summary: 'Delete a shipment',
  tag: 'Shipments',
  method: 'delete',
  path: '/v1/shipments/{id}',
  access: { kind: 'client', scope: 'shipments:write' },
  limit: null,
  envelope: 'bare',
  params: ShipmentPath,
  responses: { 204: { description: 'Deleted', schema: null } },
  errors: ['NOT_FOUND'],
  async handle({ principal, params }, services) {
    if (!(await removeShipment(services.database, principal.tenant, params.id))) throw shipmentNotFound();
    return { status: 204 };
  },
});
