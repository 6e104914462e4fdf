import type { ListOrder } from '../domain/list-order';

/**
 * A page in the order of its ids, which Postgres reads from an index in either direction.
 * @returns `beyond`: how its ids compare with the last one already seen
 */
export function inOrder(order: ListOrder | undefined): { beyond: '<' | '>'; direction: 'desc' | 'asc' } {
  return order === 'oldest' ? { beyond: '>', direction: 'asc' } : { beyond: '<', direction: 'desc' };
}
