import type { output } from 'zod';
import type { Tenant } from '../../../domain/auth/tenant';
import type { CreatedInstruction } from '../../../domain/payments/instruction/answer-schema';
import { unmetMembers } from '../../../domain/payments/instruction/account-faults';
import type { CreateInstructionBody } from '../../../domain/payments/instruction/instruction-schema';
import { judgePayment } from '../../../domain/payments/iso20022/judged-order';
import { memberOf } from '../../../domain/unknown-value';
import type { Approval } from '../../../domain/payments/review/approval';
import type { PaymentStatus } from '../../../domain/payments/instruction/status';
import type { NewInstruction } from '../../../db/payments/instruction/create-instruction';
import type { Approvers } from '../../../db/payments/review/approval';
import { inArchive } from '../../../db/archive/in-archive';
import { readInstruction } from '../../../db/payments/instruction/read-instruction';
import type { Reply } from '../../endpoint';
import { approvalView } from '../review/approval-view';
import type { Services } from '../../services';

/** What an answer to a creation is made of, whether the instruction was kept just now or long ago. */
type CreatedMembers = Pick<
  NewInstruction,
  | 'id'
  | 'clientReference'
  | 'submittedAt'
  | 'expectedDate'
  | 'timeline'
  | 'partnerName'
  | 'channel'
  | 'dateExplanation'
  | 'feeEstimated'
  | 'feeBreakdown'
  | 'currency'
  | 'routeId'
  | 'routeReasons'
>;

/** State of an instruction in an answer; the reason is null unless it is pending, and approvals where none is needed. */
export interface AnsweredStatus {
  status: PaymentStatus;
  waitingReason: string | null;
  approval: Approval | null;
  approvers?: Approvers | null;
}

function createdView(
  kept: CreatedMembers,
  { status, waitingReason, approval, approvers }: AnsweredStatus,
): output<typeof CreatedInstruction> {
  const { partnerName, channel } = kept;
  return {
    instructionId: kept.id,
    status,
    waitingReason: status === 'pending' ? waitingReason : null,
    approval: approval === null ? null : approvalView(approval, approvers ?? {}),
    clientReference: kept.clientReference,
    submittedAt: kept.submittedAt.toISOString(),
    settlementDetails: {
      expectedSettlementDate: kept.expectedDate,
      settlementTimeline: kept.timeline,
      partnerName,
      channel,
      dateExplanation: kept.dateExplanation,
    },
    fees: { estimated: Number(kept.feeEstimated), currency: kept.currency, breakdown: kept.feeBreakdown },
    route: { routeId: kept.routeId, partnerName, channel, reasons: kept.routeReasons },
  };
}

/** The answer to a creation. */
export function createdAnswer(kept: CreatedMembers, answered: AnsweredStatus): Reply {
  const headers = { Location: `/api/v1/payments/instructions/${kept.id}` };
  return { status: 201, data: createdView(kept, answered), headers };
}

/**
 * Adds members to the reply that partners ask for and the payment lacks. Nothing here fails, because the payment is
 * committed. Source: docs/GAPS.md#P2, docs/GAPS.md#P23
 */
export async function withUnmet(
  reply: Reply,
  body: CreateInstructionBody,
  { routes, now }: Pick<Services, 'routes' | 'now'>,
): Promise<Reply> {
  // The payment is kept: nothing that fails from here on takes its answer away.
  const known = await routes.all().catch(() => []);
  const bank = known.find(({ id }) => id === memberOf(reply.data, 'route', 'routeId'))?.bankFiles ?? null;
  const timeline = String(memberOf(reply.data, 'settlementDetails', 'settlementTimeline'));
  const { unmet } = judgePayment(body, bank, { timeline, at: now() });
  return { ...reply, notes: { unmet: [...unmetMembers(body.beneficiary.bankAccount), ...unmet] } };
}

/**
 * The reply built from the stored row: for an instruction that an earlier request with the same key created, that was
 * rerouted meanwhile, or that its workflow keeps waiting.
 */
export async function storedAnswer(
  instructionId: string,
  tenant: Tenant,
  { database }: Pick<Services, 'database'>,
): Promise<Reply> {
  const row =
    (await readInstruction(database, instructionId, tenant)) ??
    (await readInstruction(inArchive(database), instructionId, tenant));
  if (row === null) throw new Error(`instruction ${instructionId} of an idempotency key is not in the database`);
  return createdAnswer(row, row);
}
