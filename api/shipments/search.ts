import type { ShipmentFilters } from '../../db/shipments/search';
import { ShipmentPage, ShipmentSearch } from '../../domain/shipments/schemas';
import { endpoint } from '../endpoint';
import { shipmentPage } from './page';

const DEFAULT_LIMIT = 20;

/** The filters of a search, without its page. */
export function filtersOf(search: ShipmentSearch): Omit<ShipmentFilters, 'after' | 'limit'> {
  return {
    query: search.query,
    originCountry: search.origin_country,
    destinationCountry: search.destination_country,
    hsCode: search.hs_code?.replaceAll('.', ''),
    status: search.status,
    from: search.from,
    to: search.to,
  };
}

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
    const page = { after: body.cursor, limit: body.limit ?? DEFAULT_LIMIT };
    return shipmentPage(services, principal.tenant, { ...filtersOf(body), ...page });
  },
});
