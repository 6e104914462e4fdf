import { Batch, BatchApprovalRequest, BatchParams } from '../../../domain/payments/batches/batch-schema';
import { recordBatchDecision } from '../../../db/payments/batches/approve-batch';
import { endpoint } from '../../endpoint';
import { batchNotFound, shownBatch } from './batch-view';

/** Source: docs/GAPS.md#P18 */
export const approvePaymentBatch = endpoint({
  operationId: 'approvePaymentBatch',
  summary: 'Approve or reject a batch whose payments all wait for approvals',
  tag: 'Payments',
  method: 'post',
  path: '/api/v1/payments/batches/{batchId}/approvals',
  access: { kind: 'client', scope: 'payments:approve' },
  limit: null,
  envelope: 'wrapped',
  params: BatchParams,
  body: BatchApprovalRequest,
  responses: { 202: { description: 'Recorded; it is taken to one payment after the other', schema: Batch } },
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'DUPLICATE'],
  async handle({ params: { batchId }, principal: { tenant, memberId: member }, actor, body }, services) {
    const { hash, decision, comment = null } = body;
    const word = { tenant, batchId, hash, decision, comment, member, actor };
    if (!(await recordBatchDecision(services.database, word))) throw batchNotFound();
    return { status: 202, data: await shownBatch(batchId, tenant, services) };
  },
});
