/**
 * Does the work for each item in their order, for so many at a time.
 * @throws what the work throws; what is under way then goes on
 */
export async function atATime<Item>(
  count: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const carry = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: count }, carry));
}
