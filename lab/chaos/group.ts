/** @returns the items by their key, in the order of their first occurrence (Node 20 has no Map.groupBy) */
export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** @returns each key that several items have, and how many have it */
export function moreThanOnce<Item>(items: readonly Item[], keyOf: (item: Item) => string): string[] {
  return [...groupBy(items, keyOf)].flatMap(([key, of]) => (of.length > 1 ? [`${key}: ${of.length}`] : []));
}
