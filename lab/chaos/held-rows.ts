import { setTimeout as delay } from 'node:timers/promises';
import { openOperatorDatabase, type Queryable } from '../../db/database';
import type { HeldRow } from './schedule';

/** Taken without a wait; where nothing is free, it is looked again. The lock is the strongest that a row can have. */
const LOCKS: Record<HeldRow, string> = {
  payment: `select id from payment_instructions where status not in ('settled', 'failed', 'cancelled', 'returned')
    order by id desc limit 1 for update skip locked`,
  account: `select id from accounts where name = 'Chaos' for update skip locked`,
  partner: `select id from partners where name = 'north' for update skip locked`,
  outbox: 'select id::text from outbox order by id desc limit 1 for update skip locked',
};

const LOOK_MS = 20;
const LOOKS = 500;

async function lockOne(client: Queryable, row: HeldRow): Promise<string | null> {
  for (let look = 0; look < LOOKS; look += 1) {
    const [locked] = await client.query<{ id: string }>(LOCKS[row]);
    if (locked !== undefined) return locked.id;
    await delay(LOOK_MS);
  }
  return null;
}

/**
 * Holds one row in a transaction of a connection of its own, as an administrator's tool does that was left open.
 * @param databaseUrl address of Postgres, past the proxies
 * @param whileHeld resolves when the row is let go
 * @returns the row's id; null where there was none within ten seconds
 */
export async function holdRow(
  databaseUrl: string,
  row: HeldRow,
  whileHeld: (id: string) => Promise<void>,
): Promise<string | null> {
  const elsewhere = openOperatorDatabase(databaseUrl);
  try {
    return await elsewhere.transaction(async (client) => {
      const id = await lockOne(client, row);
      if (id !== null) await whileHeld(id);
      return id;
    });
  } finally {
    await elsewhere.close();
  }
}
