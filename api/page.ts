import { z, type ZodType } from 'zod';
import { pageOf } from '../domain/schema-tools';

/** The answer of a list under `/v1`: one page and the cursor of the next. Source: docs/GAPS.md#G8 */
export function onePage<Item extends ZodType>(item: Item) {
  const schema = z.object({ data: z.array(item), next_cursor: z.string().nullable() });
  return { 200: { description: 'One page', schema } };
}

/**
 * Answers with a page.
 * @param rows one more than `limit` where there is a further page
 */
export function replyWithPage<Row extends { id: string }, View>(
  rows: readonly Row[],
  limit: number,
  view: (row: Row) => View,
): { status: 200; data: { data: View[]; next_cursor: string | null } } {
  const { items, nextCursor } = pageOf(rows, limit);
  return { status: 200, data: { data: items.map((row) => view(row)), next_cursor: nextCursor } };
}
