import { z } from 'zod';
import { Tracked } from '../../../domain/payments/instruction/answer-schema';
import { listInstructions } from '../../../db/payments/instruction/list-instructions';
import { inArchive } from '../../../db/archive/in-archive';
import { findOwnInstructionIds } from '../../../db/payments/instruction/read-instruction';
import { endpoint } from '../../endpoint';
import { PAYMENT_FILTERS, paymentFilter } from '../parameters';
import { listedPage } from './instruction-view';

/** Source: specification, "Limits" */
const MAX_IDS = 50;

const InstructionIds = z
  .string()
  .optional()
  .transform((text, context) => {
    if (text === undefined) return undefined;
    const ids = [...new Set(text.split(',').map((id) => id.trim()))].filter((id) => id !== '');
    if (ids.length >= 1 && ids.length <= MAX_IDS) return ids;
    context.addIssue({ code: 'custom', message: `must name 1 to ${MAX_IDS} instructions`, params: { code: 'count' } });
    return z.NEVER;
  })
  .meta({ description: 'Comma-separated ids, at most 50', override: { type: 'string' } });

function countByStatus(statuses: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Source: specification, "Payments" 5; docs/GAPS.md#P9 */
export const track = endpoint({
  operationId: 'trackPayments',
  summary: 'Track many payment instructions',
  tag: 'Payments',
  method: 'get',
  path: '/api/v1/payments/track',
  access: { kind: 'client', scope: 'payments:read' },
  limit: 'track',
  envelope: 'wrapped',
  query: z.object({
    instructionIds: InstructionIds,
    ...PAYMENT_FILTERS,
  }),
  responses: { 200: { description: 'What was found, counted by status', schema: Tracked } },
  errors: [],
  async handle(call, services) {
    const { instructionIds: ids, limit } = call.query;
    const { tenant } = call.principal;
    const filter = { ...paymentFilter(call.query, services.vault), tenant };
    const size = ids === undefined ? limit : MAX_IDS;
    const [rows, known] = await Promise.all([
      listInstructions(services.database, { ...filter, ids, limit: size + 1 }),
      ids === undefined ? new Set<string>() : findOwnInstructionIds(services.database, tenant, ids),
    ]);
    const elsewhere = (ids ?? []).filter((id) => !known.has(id));
    if (elsewhere.length > 0) {
      const archive = inArchive(services.database);
      const found = await findOwnInstructionIds(archive, tenant, elsewhere);
      for (const id of found) known.add(id);
      if (found.size > 0)
        rows.push(...(await listInstructions(archive, { ...filter, after: undefined, ids: [...found], limit: size })));
    }
    const { items, nextCursor } = listedPage(rows, size, services.vault);
    const data = {
      instructions: items,
      summary: { total: items.length, byStatus: countByStatus(items.map(({ status }) => status)) },
      notFound: (ids ?? []).filter((id) => !known.has(id)),
      nextCursor,
    };
    return { status: 200, data };
  },
});
