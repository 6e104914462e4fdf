import { ShipmentPage, ShipmentSearch } from '../../domain/shipments/schemas';
import { endpoint } from '../endpoint';
import { shipmentPage } from './page';

const DEFAULT_LIMIT = 20;

/**
 * Searches shipments by text and filters.
 * Source: specification, "Other"; docs/GAPS.md#S1
 */
export const searchShipmentsEndpoint = endpoint({
  operationId: 'searchShipments',
  summary: 'Search shipments',
  tag: 'Shipments',
  method: 'post',
  path: '/v1/shipments/search',
  access: { kind: 'client', scope: 'shipments:read' },
  limit: null,
  envelope: 'bare',
  body: ShipmentSearch,
  responses: { 200: { description: 'One page of what matches, the newest first', schema: ShipmentPage } },
  errors: [],
  async handle({ principal, body }, services) {
    return shipmentPage(services, principal.tenant, {
      query: body.query,
      originCountry: body.origin_country,
      destinationCountry: body.destination_country,
      hsCode: body.hs_code?.replaceAll('.', ''),
      status: body.status,
      from: body.from,
      to: body.to,
      after: body.cursor,
      limit: body.limit ?? DEFAULT_LIMIT,
    });
  },
});
