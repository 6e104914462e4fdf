import { setTimeout as delay } from 'node:timers/promises';
import { recordEvent } from '../../../db/events';
import type { Database } from '../../../db/database';
import type { Tenant } from '../../../domain/auth/tenant';
import { atMost, plainRow, type BenchRow, type Pace } from '../harness';
import { allAnswered, openLoop } from '../load';
import { percentile } from '../statistics';
import { wakeRelays } from './publish';

const PER_SECOND = 50;
/** With what is waited for at the end the rows take at most fifteen seconds. */
const SECONDS = { quick: 5, default: 9, long: 9 };
const PATIENCE_MS = 5_000;
const POLL_MS = 20;

/** Unix time in milliseconds, with fractions. */
const now = (): number => performance.timeOrigin + performance.now();

/**
 * Events of one account at a steady pace, each to one endpoint. What has not arrived in the end counts with the time that
 * it was waited for.
 * @param arrivals when each event arrived, Unix time in milliseconds, by its id
 */
export async function measurePaced(
  { database, tenant, pace }: { database: Database; tenant: Tenant; pace: Pace },
  arrivals: ReadonlyMap<string, number>,
): Promise<BenchRow[]> {
  const wake = wakeRelays(database);
  const committed = new Map<string, number>();
  const load = { perSecond: PER_SECOND, count: PER_SECOND * SECONDS[pace] };
  const result = await openLoop(load, async (index) => {
    const event = { tenant, type: 'buyer.matched', object: { id: `event-${index}` }, subject: `${index}` } as const;
    const id = await database.transaction((client) => recordEvent(client, event));
    committed.set(id, now());
    wake();
  });
  allAnswered(result, 'events');
  const endAt = now() + PATIENCE_MS;
  while (now() < endAt && [...committed.keys()].some((id) => !arrivals.has(id))) await delay(POLL_MS);
  // A delivery may be quicker than the answer to the commit is read.
  const lags = [...committed].map(([id, at]) => Math.max((arrivals.get(id) ?? now()) - at, 0));
  const row = (share: number, name: string, must: number, aim: number): BenchRow =>
    plainRow({
      operation: `event committed -> received at ${PER_SECOND}/s, ${name}`,
      unit: 'ms',
      ours: percentile(lags, share),
      must: atMost(must),
      aim: atMost(aim),
    });
  return [row(0.5, 'p50', 40, 20), row(0.99, 'p99', 250, 80)];
}
