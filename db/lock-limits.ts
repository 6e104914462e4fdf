import type { Way } from '../lib/batching';

/**
 * How long statements wait for locks of others, in milliseconds. A shared one takes rows `skip locked`: what is left for
 * it to wait for are keys that another transaction is writing, rows that its own refer to, and changes of tables; a
 * commit takes less. Null: as the session or the transaction does.
 */
const LOCK_TIMEOUT_MS: Record<Way, number | null> = { shared: 200, alone: 1_000, callers: null };

/**
 * Gives a statement its own `lock_timeout`: a CTE `limits`, which the first CTE that locks anything reads (`is_set`). The
 * limit ends with the transaction.
 * @param parameter the one that holds `lockTimeoutOf`, such as `$3`
 */
export function lockLimitSql(parameter: string): string {
  return `limits as materialized (select set_config('lock_timeout', ${parameter}::text, true) as is_set)`;
}

/** @returns the value of a parameter of `lockLimitSql` */
export function lockTimeoutOf(way: Way): string | null {
  return LOCK_TIMEOUT_MS[way]?.toString() ?? null;
}
