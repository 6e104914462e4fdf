import type { Logger } from 'pino';
import { atATime } from '../lib/at-a-time';

/** Calls to Temporal at a time. */
const CONCURRENCY = 8;

/**
 * Does the work for each item. One that fails is named in the log, holds up no other and is met again in the next round:
 * a page of what fails for good is passed like any other.
 * @param nameOf id of an item, for the log
 */
export async function each<Item>(
  log: Logger,
  items: readonly Item[],
  nameOf: (item: Item) => string,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  await atATime(CONCURRENCY, items, async (item) => {
    const id = nameOf(item);
    await work(item).catch((fault: unknown) => log.warn({ id, fault }, 'something could not be begun again'));
  });
}
