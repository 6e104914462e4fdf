import { z } from 'zod';
import { LIST_ORDERS, type ListOrder } from '../domain/list-order';
import { checkForm, emptyAsAbsent, requireSound } from './forms/read-form';
import type { Visit } from './visit';

const Asked = z.object({ order: emptyAsAbsent(z.enum(LIST_ORDERS, 'The order of a list is newest or oldest.')) });

/**
 * @returns which end of the list the address asks for first; absent: the newest
 * @throws DomainError INVALID_REQUEST for another order
 */
export function orderOf({ context }: Visit): ListOrder | undefined {
  return requireSound(checkForm(Asked, Object.fromEntries(new URLSearchParams(context.querystring)))).order;
}
