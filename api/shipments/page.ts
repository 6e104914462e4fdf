import type { Services } from '../services';
import { searchShipments, type ShipmentFilters } from '../../db/shipments/search';
import { pageOf } from '../../domain/schema-tools';
import type { Reply } from '../endpoint';

/** One page and the cursor of the next; one row more than asked for tells whether there is one. */
export async function shipmentPage(services: Services, accountId: string, filters: ShipmentFilters): Promise<Reply> {
  const rows = await searchShipments(services.database, accountId, { ...filters, limit: filters.limit + 1 });
  const { items, nextCursor } = pageOf(rows, filters.limit);
  return { status: 200, data: { data: items, next_cursor: nextCursor } };
}
