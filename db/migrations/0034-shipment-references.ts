import type { Knex } from 'knex';
import type { Say } from '../database';
import { createIndexConcurrently } from '../operator-work/concurrent-index';

/** The index by which the console's search finds a shipment by its reference. */
export async function up(builder: Knex, say: Say): Promise<void> {
  const index = {
    name: 'shipments_account_id_environment_reference_idx',
    table: 'shipments',
    on: 'account_id, environment, reference',
    where: 'reference is not null',
  };
  await createIndexConcurrently(builder, index, say);
}
