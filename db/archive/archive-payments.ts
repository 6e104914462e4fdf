import { OUTCOMES } from '../../domain/payments/instruction/status';
import { firstIdAt } from '../../domain/ids';
import type { Queryable } from '../database';
import type { RetentionRule } from '../retention/rules';
import { isOneOfSql } from '../status-sql';
import { movePayments } from './move';

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
 * Work that stands open about a payment keeps it, and so does a payment that instructs it again. Where a row is added at this
 * moment that refers to one of them, Postgres refuses the whole page, and the next run meets it again.
 */
const CHOSEN_SQL = `chosen as materialized (
  select i.id from payment_instructions i
  where i.id > $1 and i.id <= $2 and i.last_updated_at < now() - make_interval(months => $3)
    and ${isOneOfSql('i.status', OUTCOMES)}
    and i.cancellation ->> 'status' is distinct from 'requested' and i.recall ->> 'status' is distinct from 'requested'
    and not exists (select from dispatches d where d.instruction_id = i.id and d.state in ('sending', 'unknown'))
    and not exists (select from reconciliation_cases c where c.instruction_id = i.id and c.state = 'open')
    and not exists (select from operator_flags f where f.subject = i.id and f.cleared_at is null)
    and not exists (select from clearances c where c.instruction_id = i.id and c.revoked_at is null
      and c.expires_at > now())
    and not exists (select from payment_instructions r where r.resubmission_of = i.id)
  order by i.id for no key update of i skip locked)`;

/**
 * Moves the payments of one page that ended long ago, and about which nothing is open, to the archive.
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
  const values = [after, last, months];
  const moved = await movePayments(database, { from: 'public', to: 'archive', chosenSql: CHOSEN_SQL, values });
  return { moved, next: rows < size ? null : last };
}

/**
 * Goes on with the rules of retention, page by page.
 * @param months whole months without a change after which a payment goes
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
