import type { Services } from '../services';
import { searchShipments, type ShipmentFilters } from '../../db/shipments/search';
import type { Tenant } from '../../domain/auth/tenant';
import { DomainError } from '../../domain/errors';
import type { Shipment } from '../../domain/shipments/shipment';
import type { Reply } from '../endpoint';
import { replyWithPage } from '../page';

/** How long a text search waits for others of its account. */
const WAIT_MS = 2_000;

/** Text searches are admitted a few at a time, so that they never hold all connections of a process. */
async function admitted(services: Services, tenant: Tenant, search: () => Promise<Shipment[]>): Promise<Shipment[]> {
  const admission = await services.searches.enter(tenant.accountId, WAIT_MS);
  if (!admission.admitted) {
    throw new DomainError('UNAVAILABLE', 'Too many searches of this account run already.', { retryAfterSeconds: 2 });
  }
  try {
    return await search();
  } finally {
    admission.release();
  }
}

/**
 * @returns shipments of a side that fit, the newest first
 * @throws DomainError UNAVAILABLE where the account's other text searches hold every permit
 */
export function findShipments(services: Services, tenant: Tenant, filters: ShipmentFilters): Promise<Shipment[]> {
  const search = (): Promise<Shipment[]> => searchShipments(services.database, tenant, filters);
  return filters.query === undefined ? search() : admitted(services, tenant, search);
}

/** One page and the cursor of the next; one row more than asked for tells whether there is one. */
export async function shipmentPage(services: Services, tenant: Tenant, filters: ShipmentFilters): Promise<Reply> {
  const rows = await findShipments(services, tenant, { ...filters, limit: filters.limit + 1 });
  return replyWithPage(rows, filters.limit, (row) => row);
}
