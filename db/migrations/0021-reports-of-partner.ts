import type { Knex } from 'knex';
import type { Say } from '../database';
import { createIndexConcurrently } from '../operator-work/concurrent-index';

const TABLE = 'partner_reports';

/** A database whose schema was made before partners could read their reports gets the indexes; in any other they are there. */
export async function up(builder: Knex, say: Say): Promise<void> {
  const indexes = [
    { name: 'partner_reports_of_partner', on: 'partner_id, id desc' },
    {
      name: 'partner_reports_not_applied',
      on: 'partner_id, disposition, id desc',
      where: "disposition <> 'applied'",
    },
  ];
  for (const index of indexes) await createIndexConcurrently(builder, { table: TABLE, ...index }, say);
}
