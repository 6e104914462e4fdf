import { ShipmentList, ShipmentPage } from '../../domain/shipments/schemas';
import { endpoint } from '../endpoint';
import { shipmentPage } from './page';

/** Lists shipments, the newest first. Source: docs/GAPS.md#S1, docs/GAPS.md#G8 */
export const listShipments = endpoint({
  operationId: 'listShipments',
  summary: 'List shipments',
  tag: 'Shipments',
  method: 'get',
  path: '/v1/shipments',
  access: { kind: 'client', scope: 'shipments:read' },
  limit: null,
  envelope: 'bare',
  query: ShipmentList,
  responses: { 200: { description: 'One page, the newest first', schema: ShipmentPage } },
  errors: [],
  async handle({ principal, query }, services) {
    const { limit, cursor, status } = query;
    return shipmentPage(services, principal.tenant, { limit, after: cursor, status });
  },
});
