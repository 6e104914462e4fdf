import type { Logger } from 'pino';

/** Calls to Temporal at a time. */
const CONCURRENCY = 8;

/**
 * Does the work for each item; one that fails holds up no other, and is met again in the next round.
 * @throws the first fault when all of several failed: then it is not the items' own
 */
export async function each<Item>(
  log: Logger,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const faults: unknown[] = [];
  const carry = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await work(item).catch((fault: unknown) => faults.push(fault));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, carry));
  if (faults.length > 1 && faults.length === items.length) throw faults[0];
  for (const fault of faults) log.warn({ fault }, 'something could not be begun again');
}
