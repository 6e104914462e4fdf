import type { Knex } from 'knex';
import { createIndexConcurrently } from '../operator-work/concurrent-index';
import type { Say } from '../database';

/** A database whose schema was made before partners could read what they were given gets the index; in any other it is there. */
export async function up(builder: Knex, say: Say): Promise<void> {
  const index = { name: 'dispatches_of_partner', table: 'dispatches', on: 'partner_id, started_at, instruction_id' };
  await createIndexConcurrently(builder, index, say);
}
