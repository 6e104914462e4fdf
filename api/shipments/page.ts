import type { Services } from '../services';
import { searchShipments, type ShipmentFilters } from '../../db/shipments/search';
import type { Tenant } from '../../domain/auth/tenant';
import { DomainError } from '../../domain/errors';
import type { Shipment } from '../../domain/shipments/shipment';
import type { Reply } from '../endpoint';
import { replyWithPage } from '../page';

/** How long a text search waits for others of its account. */
const WAIT_MS = 2_000;

/** What is looked for, and for how many milliseconds it waits for other text searches of its account. */
type Search = ShipmentFilters & { waitMs?: number };

/**
 * Searches shipments when admitted: few text searches run at a time, so that they never hold all connections of a
 * process.
 * @throws DomainError UNAVAILABLE
 */
async function searchAdmitted(
  services: Services,
  tenant: Tenant,
  { waitMs = WAIT_MS, ...filters }: Search,
): Promise<Shipment[]> {
  const admission = await services.searches.enter(tenant.accountId, waitMs);
  if (!admission.admitted) {
    throw new DomainError('UNAVAILABLE', 'Too many searches of this account run already.', { retryAfterSeconds: 2 });
  }
  try {
    return await searchShipments(services.database, tenant, filters);
  } finally {
    admission.release();
  }
}

/**
 * @returns shipments of a side that fit, in the order that was asked for
 * @throws DomainError UNAVAILABLE where the account's other text searches hold every permit
 */
export function findShipments(services: Services, tenant: Tenant, search: Search): Promise<Shipment[]> {
  return search.query === undefined
    ? searchShipments(services.database, tenant, search)
    : searchAdmitted(services, tenant, search);
}

/** One page and the cursor of the next; one row more than asked for tells whether there is one. */
export async function shipmentPage(services: Services, tenant: Tenant, filters: ShipmentFilters): Promise<Reply> {
  const rows = await findShipments(services, tenant, { ...filters, limit: filters.limit + 1 });
  return replyWithPage(rows, filters.limit, (row) => row);
}
