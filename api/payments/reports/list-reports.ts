import { paymentNotFound } from '../../../domain/errors';
import { z } from 'zod';
import { PartnerReport } from '../../../domain/payments/reports/receipt-schema';
import { Cursor, ListLimit, pageOf } from '../../../domain/schema-tools';
import { listReports, type StoredReport } from '../../../db/payments/reports/list-reports';
import { findOwnInstructionIds } from '../../../db/payments/instruction/read-instruction';
import { endpoint } from '../../endpoint';
import { InstructionParams } from '../parameters';

/** A report as its partner and the payment's client see it. */
export function reportView({ id, effectiveAt, recordedAt, returned, ...report }: StoredReport) {
  const money = returned === null ? null : { amount: Number(returned.amount), currency: returned.currency };
  return {
    ...report,
    returned: money,
    reportId: id,
    effectiveAt: effectiveAt.toISOString(),
    recordedAt: recordedAt.toISOString(),
  };
}

/** Source: docs/GAPS.md#P3, docs/GAPS.md#G8 */
export const listPartnerReports = endpoint({
  operationId: 'listPaymentReports',
  summary: "List the partner's reports on a payment instruction, oldest first",
  tag: 'Payments',
  method: 'get',
  path: '/api/v1/payments/instructions/{instructionId}/reports',
  access: { kind: 'client', scope: 'payments:read' },
  limit: null,
  envelope: 'wrapped',
  params: InstructionParams,
  query: z.object({ limit: ListLimit, cursor: Cursor }),
  responses: {
    200: {
      description: 'One page, including repeats with a new message or reference, and refused reports',
      schema: z.object({ items: z.array(PartnerReport), nextCursor: z.string().nullable() }),
    },
  },
  errors: ['NOT_FOUND'],
  async handle(call, services) {
    const { instructionId } = call.params;
    const { tenant } = call.principal;
    const { limit, cursor } = call.query;
    const known = await findOwnInstructionIds(services.database, tenant, [instructionId]);
    if (!known.has(instructionId)) throw paymentNotFound();
    const rows = await listReports(services.database, tenant, { instructionId, after: cursor, limit: limit + 1 });
    const { items, nextCursor } = pageOf(rows, limit);
    return { status: 200, data: { items: items.map(reportView), nextCursor } };
  },
});
