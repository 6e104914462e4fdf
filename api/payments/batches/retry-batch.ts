import { Batch, BatchParams } from '../../../domain/payments/batches/batch-schema';
import { retryBatch } from '../../../db/payments/batches/retry-batch';
import { endpoint } from '../../endpoint';
import { batchNotFound, shownBatch } from './batch-view';

/** Source: docs/GAPS.md#P18 */
export const retryPaymentBatch = endpoint({
  operationId: 'retryPaymentBatch',
  summary: 'Make the failed rows of a batch',
  tag: 'Payments',
  method: 'post',
  path: '/api/v1/payments/batches/{batchId}/retry',
  access: { kind: 'client', scope: 'payments:write' },
  limit: null,
  envelope: 'wrapped',
  params: BatchParams,
  responses: { 202: { description: 'Failed rows wait again; without such rows nothing changes', schema: Batch } },
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
  async handle({ params: { batchId }, principal: { tenant }, actor }, services) {
    if (!(await retryBatch(services.database, { tenant, batchId, actor }))) throw batchNotFound();
    return { status: 202, data: await shownBatch(batchId, tenant, services) };
  },
});
