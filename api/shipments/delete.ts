import { recordEvent } from '../../db/events';
import { lockShipment, removeShipment } from '../../db/shipments/shipments';
import { ShipmentPath } from '../../domain/shipments/schemas';
import { shipmentEventObject } from '../../domain/shipments/shipment';
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
    const { tenant } = principal;
    await services.database.transaction(async (client) => {
      const shipment = await lockShipment(client, tenant, params.id);
      if (shipment === null) throw shipmentNotFound();
      await removeShipment(client, tenant, shipment.id);
      const object = shipmentEventObject(shipment);
      await recordEvent(client, { tenant, type: 'shipment.deleted', object, subject: shipment.id });
    });
    services.wake();
    return { status: 204 };
  },
});
