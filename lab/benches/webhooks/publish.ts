import type { Database } from '../../../db/database';
import { recordEvent } from '../../../db/events';
import { createWake, type Wake } from '../../../db/wake';
import type { Tenant } from '../../../domain/auth/tenant';

const WRITERS = 8;
/** Events of one transaction, as of a busy importer. */
const OF_ONE_TRANSACTION = 25;

/** Tells the relays of what was committed, as a process that answers requests does. */
export function wakeRelays(database: Database): Wake {
  return createWake(database, (fault) => console.error(fault));
}

/** Writes events of one account as fast as eight connections can. */
export async function publishMany(database: Database, tenant: Tenant, count: number): Promise<void> {
  const wake = wakeRelays(database);
  let next = 0;
  async function write(): Promise<void> {
    while (next < count) {
      const begin = next;
      next = Math.min(begin + OF_ONE_TRANSACTION, count);
      const end = next;
      await database.transaction(async (client) => {
        for (let number = begin; number < end; number += 1) {
          const object = { id: `event-${number}` };
          await recordEvent(client, { tenant, type: 'buyer.matched', object, subject: `${number}` });
        }
      });
      wake();
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, write));
}

/** How many connections `publishMany` keeps busy. */
export const PUBLISHING_CONNECTIONS = WRITERS;
