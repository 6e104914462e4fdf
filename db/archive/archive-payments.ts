import { firstIdAt } from '../../domain/ids';
import type { Queryable } from '../database';
import type { RetentionRule } from '../retention/rules';

/** A payment may come back for 13 months after it was made. Source: docs/GAPS.md#archive */
export const LEAST_MONTHS = 13;

/** Payments that one statement looks at. */
interface ArchivePage {
  /** Id after which it begins. */
  after: string;
  size: number;
  /** Whole months without a change after which a payment goes. */
  months: number;
}

/**
 * Moves payments of one page to the archive that ended long ago and have nothing open.
 * @returns how many moved, and where the next page begins; null after the last one
 * Source: docs/GAPS.md#archive
 */
async function archivePage(
  database: Queryable,
  { after, size, months }: ArchivePage,
): Promise<{ moved: number; next: string | null }> {
  const [clock] = await database.query<{ ms: string }>(
    `select floor(extract(epoch from now() - make_interval(months => $1)) * 1000)::text as ms`,
    [months],
  );
  const [page] = await database.query<{ last: string | null; rows: number }>(
    `select max(id) as last, count(*)::integer as rows from (
       select id from payment_instructions where id > $1 and id < $2 order by id limit $3) page`,
    [after, firstIdAt('instruction', Number(clock?.ms ?? 0)), size],
    'for_values',
  );
  const { last = null, rows = 0 } = page ?? {};
  if (last === null) return { moved: 0, next: null };
  const [moved] = await database.query<{ count: number }>('select archive_payments($1, $2, $3) as count', [
    after,
    last,
    months,
  ]);
  return { moved: moved?.count ?? 0, next: rows < size ? null : last };
}

/**
 * Archiving as a rule of retention, which runs page by page with the other rules.
 * @param months whole months without a change after which a payment is archived
 */
export function archivingRule(months: number): RetentionRule {
  return {
    name: 'archivedPayments',
    deletePage: async (database, size, after) => {
      const { moved, next } = await archivePage(database, { after, size, months });
      return { deleted: moved, next };
    },
  };
}
