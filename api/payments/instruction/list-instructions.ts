import { z } from 'zod';
import { ListedInstruction } from '../../../domain/payments/instruction/answer-schema';
import { PAYMENT_STATUSES } from '../../../domain/payments/instruction/status';
import { CalendarDate, Currency, Cursor, ListLimit, pageOf } from '../../../domain/schema-tools';
import { listInstructions } from '../../../db/payments/instruction/list-instructions';
import { endpoint } from '../../endpoint';
import { listedView } from './instruction-view';

/** Source: docs/GAPS.md#P8, docs/GAPS.md#G8 */
export const listPaymentInstructions = endpoint({
  operationId: 'listPaymentInstructions',
  summary: 'List payment instructions, the newest first',
  tag: 'Payments',
  method: 'get',
  path: '/api/v1/payments/instructions',
  access: { kind: 'client', scope: 'payments:read' },
  limit: null,
  envelope: 'wrapped',
  query: z.object({
    status: z.enum(PAYMENT_STATUSES).optional(),
    fromDate: CalendarDate.optional(),
    toDate: CalendarDate.optional(),
    clientReference: z.string().max(64).optional(),
    currency: Currency.optional(),
    limit: ListLimit,
    cursor: Cursor,
  }),
  responses: {
    200: {
      description: 'One page',
      schema: z.object({ items: z.array(ListedInstruction), nextCursor: z.string().nullable() }),
    },
  },
  errors: [],
  async handle(call, services) {
    const { limit, cursor, ...filter } = call.query;
    const { tenant } = call.principal;
    const rows = await listInstructions(services.database, { ...filter, tenant, after: cursor, limit: limit + 1 });
    const { items, nextCursor } = pageOf(rows, limit);
    return { status: 200, data: { items: items.map(listedView), nextCursor } };
  },
});
