import type { Logger } from 'pino';

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
  const waiting = [...items];
  const carry = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const id = nameOf(item);
      await work(item).catch((fault: unknown) => log.warn({ id, fault }, 'something could not be begun again'));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, carry));
}
