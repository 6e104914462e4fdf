import type { Knex } from 'knex';
import type { Say } from '../database';
import { createIndexConcurrently } from '../operator-work/concurrent-index';

/** Links move to the archive with their payment. */
export async function up(builder: Knex, say: Say): Promise<void> {
  await createIndexConcurrently(
    builder,
    { name: 'tracking_links_instruction', table: 'tracking_links', on: 'instruction_id' },
    say,
  );
}
