import { findDocumentsOfShipment } from '../../db/documents/links';
import { findShipment } from '../../db/shipments/shipments';
import { ShipmentPath, ShipmentWithLinks } from '../../domain/shipments/schemas';
import { endpoint } from '../endpoint';
import { shipmentNotFound } from './not-found';

/** One shipment with its documents and payments. Source: docs/GAPS.md#S1 */
export const getShipment = endpoint({
  operationId: 'getShipment',
  summary: 'Retrieve a shipment',
  tag: 'Shipments',
  method: 'get',
  path: '/v1/shipments/{id}',
  access: { kind: 'client', scope: 'shipments:read' },
  limit: null,
  envelope: 'bare',
  params: ShipmentPath,
  responses: { 200: { description: 'The shipment', schema: ShipmentWithLinks } },
  errors: ['NOT_FOUND'],
  async handle({ principal, params }, services) {
    const shipment = await findShipment(services.database, principal.tenant, params.id);
    if (shipment === null) throw shipmentNotFound();
    const links = await findDocumentsOfShipment(services.database, principal.tenant, shipment.id);
    return { status: 200, data: { ...shipment, ...links } };
  },
});
