import { HEALTHY, type BreakerState } from '../domain/breaker';
import { columnOf, columnsAs } from './columns';
import type { Queryable } from './database';

/** The state of a breaker, at a moment of Postgres' clock. */
export interface StoredBreaker {
  state: BreakerState;
  now: Date;
}

/**
 * Reads and stores breakers in the table of partners or endpoints.
 * @param members columns of the state that the table has
 */
export function breakerTable(table: string, key: string, members: readonly (keyof BreakerState)[]) {
  const assigned = members.map((member, index) => `${columnOf(member)} = $${index + 2}`).join(', ');
  const readSql = `select ${columnsAs(table, members)}, clock_timestamp() as now from ${table} where ${key} = $1`;
  const storeSql = `update ${table} set ${assigned} where ${key} = $1`;
  const read = async (client: Queryable, sql: string, id: string): Promise<StoredBreaker | null> => {
    const [row] = await client.query<BreakerState & { now: Date }>(sql, [id]);
    if (row === undefined) return null;
    const { now, ...stored } = row;
    return { state: { ...HEALTHY, ...stored }, now };
  };
  return {
    /** @returns null when nothing is stored */
    read: (client: Queryable, id: string) => read(client, readSql, id),
    /** The same under a lock of the row. */
    lock: (client: Queryable, id: string) => read(client, `${readSql} for update`, id),
    async store(client: Queryable, id: string, state: BreakerState): Promise<void> {
      await client.query(storeSql, [id, ...members.map((member) => state[member])]);
    },
  };
}
