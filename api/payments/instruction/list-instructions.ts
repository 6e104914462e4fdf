import { z } from 'zod';
import { ListedInstruction } from '../../../domain/payments/instruction/answer-schema';
import { CalendarDate, Currency } from '../../../domain/schema-tools';
import { listInstructions } from '../../../db/payments/instruction/list-instructions';
import { endpoint } from '../../endpoint';
import { PAYMENT_FILTERS, paymentFilter } from '../parameters';
import { listedPage } from './instruction-view';

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
    ...PAYMENT_FILTERS,
    toDate: CalendarDate.optional(),
    clientReference: z
      .string()
      .max(140)
      .optional()
      .meta({ description: 'The newest payment that has it; its `others` are the earlier ones' }),
    currency: Currency.optional(),
  }),
  responses: {
    200: {
      description: 'One page',
      schema: z.object({ items: z.array(ListedInstruction), nextCursor: z.string().nullable() }),
    },
  },
  errors: [],
  async handle(call, services) {
    const { limit, toDate, clientReference, currency } = call.query;
    const { database, vault } = services;
    const { tenant } = call.principal;
    const own = { tenant, toDate, clientReference, currency, limit: limit + 1 };
    const rows = await listInstructions(database, { ...paymentFilter(call.query, vault), ...own });
    return { status: 200, data: listedPage(rows, limit, vault) };
  },
});
