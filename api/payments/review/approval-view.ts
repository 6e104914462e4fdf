import type { output } from 'zod';
import type { Approvers } from '../../../db/payments/review/approval';
import type { Approval, GivenApproval } from '../../../domain/payments/review/approval';
import type { ApprovalShape } from '../../../domain/payments/review/approval-schema';

/** The approvals of a payment as its account sees them. Source: docs/GAPS.md#P17 */
export function approvalView(approval: Approval, approvers: Approvers): output<typeof ApprovalShape> {
  const given = ({ by, at, comment }: GivenApproval) => ({ member: approvers[by] ?? by, at, comment });
  const { hash, agent, needed, rejection, expiresAt } = approval;
  const rejected = rejection === undefined ? null : given(rejection);
  const creator = agent === undefined ? {} : { creator: `agent of ${agent}` };
  return { hash, ...creator, needed, given: approval.given.map(given), rejected, expiresAt };
}
