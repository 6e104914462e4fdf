import type { Database } from '../../db/database';

/**
 * A database as two processes have it that do the same at the same moment: neither goes on from its first statement with
 * these words before both have its answer.
 */
export function twoThatMeet(database: Database, words: string): [Database, Database] {
  let arrived = 0;
  let release: () => void = () => undefined;
  const both = new Promise<void>((resolve) => {
    release = resolve;
  });
  const one = (): Database => {
    let hasMet = false;
    return {
      ...database,
      async query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
        const rows = await database.query<Row>(text, values);
        if (hasMet || !text.includes(words)) return rows;
        hasMet = true;
        arrived += 1;
        if (arrived === 2) release();
        await both;
        return rows;
      },
    };
  };
  return [one(), one()];
}

/** A database in which something happens, once, between a statement with these words and the next one. */
export function meanwhile(database: Database, words: string, act: () => Promise<unknown>): Database {
  let hasActed = false;
  return {
    ...database,
    async query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
      const rows = await database.query<Row>(text, values);
      if (hasActed || !text.includes(words)) return rows;
      hasActed = true;
      await act();
      return rows;
    },
  };
}
