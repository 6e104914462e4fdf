import { setTimeout as delay } from 'node:timers/promises';
import type { Queryable } from '../../db/database';

const LOOK_MS = 100;
const LOOKS = 100;
/** A relay that reaches Temporal settles what it took sooner. */
const LOOKS_IN_HAND = 5;

async function readLeases(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ lease: string }>(
    'select lease::text from outbox where lease is not null and leased_until > now()',
  );
  return rows.map(({ lease }) => lease);
}

/**
 * Waits until a relay that does not reach Temporal has work in hand.
 * @returns how many items it holds; 0 where it had none within ten seconds
 */
export async function leasesInHand(database: Queryable): Promise<number> {
  const looksOf = new Map<string, number>();
  for (let look = 0; look < LOOKS; look += 1) {
    const leases = await readLeases(database);
    for (const lease of leases) looksOf.set(lease, (looksOf.get(lease) ?? 0) + 1);
    const held = leases.filter((lease) => (looksOf.get(lease) ?? 0) > LOOKS_IN_HAND);
    if (held.length > 0) return held.length;
    await delay(LOOK_MS);
  }
  return 0;
}
