import type { Queryable } from '../database';
import { RETENTION_RULES, type RetentionRule } from './rules';

/** Rows of one statement: it ends within milliseconds and holds few locks. */
const PAGE_SIZE = 500;

/** How many rows each rule deleted, by its name. */
export type RetentionCounts = Record<string, number>;

export interface RetentionOptions {
  pageSize?: number;
  /** Called after each page, such as for an activity's heartbeat; what it throws ends the run between two pages. */
  onPage?: () => void;
  rules?: readonly RetentionRule[];
}

/**
 * Deletes everything whose retention time is over, page by page. Each page commits by itself, so a run that is ended
 * in the middle loses nothing and the next one goes on; two runs at once share the work. The clock is that of Postgres.
 * @throws DomainError UNAVAILABLE while Postgres is away
 * Source: docs/GAPS.md#retention
 */
export async function applyRetention(database: Queryable, options: RetentionOptions = {}): Promise<RetentionCounts> {
  const { pageSize = PAGE_SIZE, onPage = () => undefined, rules = RETENTION_RULES } = options;
  const counts: RetentionCounts = {};
  for (const rule of rules) {
    let total = 0;
    let deleted = pageSize;
    while (deleted >= pageSize) {
      deleted = await rule.deletePage(database, pageSize);
      total += deleted;
      onPage();
    }
    counts[rule.name] = total;
  }
  return counts;
}
