import { RowLockedElsewhere } from '../domain/errors';
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

/** Items of one statement that are tried although they are held: from here on the others are taken to be so too. */
const MAX_HELD = 3;

/**
 * Runs one statement over the items of one caller. If it would wait for a lock, each item gets its own statement, so
 * that a locked row delays only its own item.
 * @param run returns what it has done, by id; it may run again for items of a failed run
 * @returns all that was done, and the error of an item whose row is locked
 */
export async function runApartWhereHeld<Item, Result>(
  items: readonly Item[],
  run: (items: readonly Item[], way: Way) => Promise<ReadonlyMap<string, Result>>,
): Promise<{ done: ReadonlyMap<string, Result>; held: RowLockedElsewhere | null }> {
  if (items.length === 1) return { done: await run(items, 'callers'), held: null };
  const together = await run(items, 'shared').catch(rowLockedOf);
  if (!(together instanceof RowLockedElsewhere)) return { done: together, held: null };
  const done = new Map<string, Result>();
  const held: RowLockedElsewhere[] = [];
  for (const item of items) {
    const one = await run([item], 'alone').catch(rowLockedOf);
    if (one instanceof RowLockedElsewhere) held.push(one);
    else for (const [id, result] of one) done.set(id, result);
    if (held.length === MAX_HELD) break;
  }
  return { done, held: held[0] ?? null };
}

function rowLockedOf(fault: unknown): RowLockedElsewhere {
  if (fault instanceof RowLockedElsewhere) return fault;
  throw fault;
}
