import type { Services } from '../services';
import { searchShipments, type ShipmentFilters } from '../../db/shipments/search';
import type { Tenant } from '../../domain/auth/tenant';
import { pageOf } from '../../domain/schema-tools';
import type { Reply } from '../endpoint';

/** One page and the cursor of the next; one row more than asked for tells whether there is one. */
export async function shipmentPage(services: Services, tenant: Tenant, filters: ShipmentFilters): Promise<Reply> {
  const rows = await searchShipments(services.database, tenant, { ...filters, limit: filters.limit + 1 });
  const { items, nextCursor } = pageOf(rows, filters.limit);
  return { status: 200, data: { data: items, next_cursor: nextCursor } };
}
