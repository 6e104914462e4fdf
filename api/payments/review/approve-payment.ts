import { recordApproval } from '../../../db/payments/review/approval';
import { ApprovalAnswer, ApprovalRequest } from '../../../domain/payments/review/approval-schema';
import { endpoint } from '../../endpoint';
import { InstructionParams } from '../parameters';
import { approvalView } from './approval-view';

/** Source: docs/GAPS.md#P17 */
export const approvePayment = endpoint({
  operationId: 'approvePaymentInstruction',
  summary: 'Approve or reject a payment that waits for approvals',
  tag: 'Payments',
  method: 'post',
  path: '/api/v1/payments/instructions/{instructionId}/approvals',
  access: { kind: 'client', scope: 'payments:approve' },
  limit: null,
  envelope: 'wrapped',
  params: InstructionParams,
  body: ApprovalRequest,
  responses: { 200: { description: 'Recorded; the status shows what follows', schema: ApprovalAnswer } },
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'DUPLICATE'],
  async handle(call, { database, vault }) {
    const { instructionId } = call.params;
    const { tenant, memberId: member } = call.principal;
    const { hash, decision, comment = null } = call.body;
    const { id: by, requestId } = call.actor;
    const word = { hash, decision, comment, member, by, requestId };
    const { state, approval, approvers } = await recordApproval(database, vault, { instructionId, tenant }, word);
    const { status } = state;
    const waitingReason = status === 'pending' ? state.waitingReason : null;
    return { status: 200, data: { instructionId, status, waitingReason, approval: approvalView(approval, approvers) } };
  },
});
