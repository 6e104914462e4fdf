import type { Knex } from 'knex';
import type { Say } from '../database';
import { createIndexConcurrently, type IndexDefinition } from '../operator-work/concurrent-index';

const DUE = '(coalesce(next_attempt_at, created_at)), id';

/** What is parked stands apart from what is due: whoever looks for one would pass over all of the other. */
const INDEXES: readonly IndexDefinition[] = [
  { name: 'deliveries_scheduled', table: 'deliveries', on: DUE, where: "status in ('pending', 'delivering')" },
  { name: 'deliveries_parked', table: 'deliveries', on: `webhook_id, ${DUE}`, where: "status = 'paused'" },
];

/** Source: docs/ARCHITECTURE.md, "Speed" */
export async function up(builder: Knex, say: Say): Promise<void> {
  for (const index of INDEXES) await createIndexConcurrently(builder, index, say);
  await builder.raw('drop index concurrently if exists deliveries_due');
}
