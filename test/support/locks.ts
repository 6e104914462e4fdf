import type { Database } from '../../db/database';
import { DomainError } from '../../domain/errors';
import { eventually } from './builders';

const DEADLOCK = '40P01';

function isDeadlock(fault: unknown): boolean {
  return fault instanceof DomainError && fault.cause instanceof Error && Reflect.get(fault.cause, 'code') === DEADLOCK;
}

/** A database that counts the statements which Postgres ended because they waited for each other in a circle. */
export function countDeadlocks(database: Database): { database: Database; count: () => number } {
  let deadlocks = 0;
  return {
    database: {
      ...database,
      async query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
        try {
          return await database.query<Row>(text, values);
        } catch (fault) {
          if (isDeadlock(fault)) deadlocks += 1;
          throw fault;
        }
      },
    },
    count: () => deadlocks,
  };
}

/** @returns how many statements wait for locks of others in that database */
export async function countWaiting(database: Database): Promise<number> {
  const waiting = await database.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`,
  );
  return waiting.length;
}

export async function untilWaiting(database: Database, count: number): Promise<void> {
  const what = `${count} statements that wait`;
  await eventually(
    () => countWaiting(database),
    (waiting) => waiting === count,
    what,
  );
}
