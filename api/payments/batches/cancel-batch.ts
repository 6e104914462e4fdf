import { z } from 'zod';
import { Batch, BatchParams } from '../../../domain/payments/batches/batch-schema';
import { optional } from '../../../domain/schema-tools';
import { cancelBatch } from '../../../db/payments/batches/cancel-batch';
import { endpoint } from '../../endpoint';
import { batchNotFound, shownBatch } from './batch-view';

/** Source: docs/GAPS.md#P18 */
export const cancelPaymentBatch = endpoint({
  operationId: 'cancelPaymentBatch',
  summary: 'Cancel what of a batch is not sent',
  tag: 'Payments',
  method: 'post',
  path: '/api/v1/payments/batches/{batchId}/cancel',
  access: { kind: 'client', scope: 'payments:write' },
  limit: null,
  envelope: 'wrapped',
  params: BatchParams,
  body: z.object({ reason: optional(z.string().max(500)) }),
  responses: {
    200: { description: 'Cancelled', schema: Batch },
    202: { description: 'Rows that waited are cancelled; payments that no partner has follow', schema: Batch },
  },
  errors: ['NOT_FOUND', 'CANCELLATION_NOT_ALLOWED'],
  async handle({ params: { batchId }, principal: { tenant }, actor, body }, services) {
    const cancellation = { tenant, batchId, actor, reason: body.reason ?? null };
    if (!(await cancelBatch(services.database, cancellation))) throw batchNotFound();
    const data = await shownBatch(batchId, tenant, services);
    return { status: data.status === 'cancelled' ? 200 : 202, data };
  },
});
