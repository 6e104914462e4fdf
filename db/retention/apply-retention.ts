import type { Queryable } from '../database';
import { FIRST_PLACE, RETENTION_RULES, type RetentionPage, type RetentionRule } from './rules';

/** Rows that one statement deletes, or looks at: it ends within milliseconds and holds few locks. */
export const PAGE_SIZE = 200;

/** How many rows each rule deleted, by its name. */
export type RetentionCounts = Record<string, number>;

export interface RetentionOptions {
  pageSize?: number;
  /** Called after each page, such as for an activity's heartbeat; what it throws ends the run between two pages. */
  onPage?: () => void;
  rules?: readonly RetentionRule[];
}

/**
 * Deletes all expired rows by Postgres' clock, page by page. Each page commits separately, so an interrupted run loses
 * nothing and the next one continues; two concurrent runs share the work. A failing rule does not stop the others.
 * @throws AggregateError with the errors of rules, such as a statement that takes too long, after all have run
 * Source: docs/GAPS.md#retention
 */
export async function applyRetention(database: Queryable, options: RetentionOptions = {}): Promise<RetentionCounts> {
  const { pageSize = PAGE_SIZE, onPage = () => undefined, rules = RETENTION_RULES } = options;
  const counts: RetentionCounts = {};
  const faults: unknown[] = [];
  const deletePage = (rule: RetentionRule, place: string): Promise<RetentionPage> =>
    rule.deletePage(database, pageSize, place).catch((fault: unknown) => {
      faults.push(new Error(`the rule ${rule.name} failed`, { cause: fault }));
      return { deleted: 0, next: null };
    });
  for (const rule of rules) {
    let total = 0;
    for (let place: string | null = FIRST_PLACE; place !== null;) {
      const page: RetentionPage = await deletePage(rule, place);
      total += page.deleted;
      place = page.next;
      onPage();
    }
    counts[rule.name] = total;
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} rules of retention failed`);
  return counts;
}
