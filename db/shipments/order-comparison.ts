import type { Tenant } from '../../domain/auth/tenant';
import type { Queryable } from '../database';
import { addToOutbox, TOPICS } from '../outbox';

/**
 * Orders the comparison of a shipment's documents, since one is new; its last comparison counts as out of date from
 * the caller's commit on.
 * Source: docs/GAPS.md#S2, docs/GAPS.md#P27
 */
export async function orderComparison(
  client: Queryable,
  { accountId, environment }: Tenant,
  shipmentId: string,
): Promise<void> {
  await client.query(
    `update shipments set file_changed_at = clock_timestamp() where id = $1 and account_id = $2 and environment = $3`,
    [shipmentId, accountId, environment],
  );
  await addToOutbox(client, { topic: TOPICS.compareShipment, subject: shipmentId, accountId });
}
