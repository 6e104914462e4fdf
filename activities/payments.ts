import type { Logger } from 'pino';
import type { Database } from '../db/database';
import { currentDispatch } from '../db/payments/read-dispatch';
import { recordCancellationAnswer } from '../db/payments/cancellation';
import {
  beginDispatch,
  noteDispatch,
  recordDelivered,
  recordRejected,
  recordWaiting,
  type DispatchOrder,
  type Moved,
} from '../db/payments/dispatch';
import { raiseFlag } from '../db/operator-flags';
import { WAITING_MESSAGES, type WaitingReason } from '../domain/payments/waiting';
import { openPrivateData } from '../db/payments/private-data';
import { flagOverdueReports } from '../db/payments/waiting-reports';
import type { Vault } from '../db/vault';
import type { PartnerRegistry } from './partners/registry';
import type { PartnerOrder, SubmitResult } from './partners/port';

export type SendOutcome = { kind: 'moved'; moved: Moved } | { kind: 'not_delivered' } | { kind: 'ambiguous' };
export type InquiryOutcome = { kind: 'known'; moved: Moved } | { kind: 'never_received' } | { kind: 'no_answer' };

export interface PaymentActivities {
  sendInstruction(instructionId: string): Promise<SendOutcome>;
  inquireInstruction(instructionId: string): Promise<InquiryOutcome>;
  noteWaiting(instructionId: string, reason: WaitingReason): Promise<Moved>;
  flagSilence(instructionId: string): Promise<InquiryOutcome>;
  flagWaitingReports(instructionId: string, workflowId: string): Promise<number>;
  askCancellation(instructionId: string): Promise<void>;
}

export interface PaymentActivityContext {
  database: Database;
  vault: Vault;
  partners: PartnerRegistry;
  log: Logger;
}

function partnerOrder(order: DispatchOrder, vault: Vault): PartnerOrder {
  return {
    instructionId: order.instructionId,
    attempt: order.attempt,
    amount: Number(order.amount),
    currency: order.currency,
    timeline: order.timeline,
    valueDate: order.valueDate,
    isFirstSend: order.isFirstSend,
    privateData: openPrivateData(vault, order.instructionId, order.privateSealed),
  };
}

/** Writes down what became of a submission. */
async function recordSubmission(
  { database, log }: PaymentActivityContext,
  order: DispatchOrder,
  result: SubmitResult,
): Promise<SendOutcome> {
  const { instructionId, attempt } = order;
  switch (result.kind) {
    case 'taken': {
      const { partnerReference, status } = result;
      const moved = await recordDelivered(database, { instructionId, attempt, partnerReference, status });
      return { kind: 'moved', moved };
    }
    case 'rejected': {
      const moved = await recordRejected(database, { instructionId, attempt, message: result.message });
      return { kind: 'moved', moved };
    }
    case 'not_delivered':
      await noteDispatch(database, order, 'not_delivered', result.fault, false);
      return { kind: 'not_delivered' };
    case 'not_taken':
      log.warn({ instructionId, attempt, reason: result.fault }, 'the partner turned a request away');
      await noteDispatch(database, order, 'not_delivered', result.fault);
      return { kind: 'not_delivered' };
    case 'ambiguous':
      log.warn({ instructionId, attempt, reason: result.fault }, 'the outcome of a dispatch is unknown');
      await noteDispatch(database, order, 'unknown', result.fault);
      return { kind: 'ambiguous' };
    default:
      return result satisfies never;
  }
}

/** Side effects of a payment's workflow. */
export function createPaymentActivities(context: PaymentActivityContext): PaymentActivities {
  const { database, vault, partners } = context;

  async function send(order: DispatchOrder): Promise<SendOutcome> {
    const adapter = await partners.adapterOf(order.partnerId);
    return recordSubmission(context, order, await adapter.submit(partnerOrder(order, vault)));
  }

  async function inquire(instructionId: string): Promise<InquiryOutcome> {
    const dispatch = await currentDispatch(database, instructionId);
    if (dispatch === null) return { kind: 'never_received' };
    const adapter = await partners.adapterOf(dispatch.partnerId);
    const answer = await adapter.inquire(instructionId);
    if (answer.kind === 'no_answer') return { kind: 'no_answer' };
    if (answer.kind === 'never_received') {
      if (dispatch.state !== 'delivered')
        await noteDispatch(database, { instructionId, attempt: dispatch.attempt }, 'not_delivered', 'never received');
      return { kind: 'never_received' };
    }
    const { partnerReference, status } = answer;
    const moved = await recordDelivered(database, {
      instructionId,
      attempt: dispatch.attempt,
      partnerReference,
      status,
    });
    return { kind: 'known', moved };
  }

  return {
    async sendInstruction(instructionId) {
      const turn = await beginDispatch(database, instructionId, new Date());
      if (turn.kind === 'moved') return turn;
      if (turn.kind === 'send') return send(turn.order);
      if (turn.kind === 'withdrawn') {
        return { kind: 'moved', moved: await recordCancellationAnswer(database, instructionId, 'cancelled') };
      }
      await noteDispatch(database, turn.order, 'unknown', 'an earlier call was not recorded');
      return { kind: 'ambiguous' };
    },

    inquireInstruction: inquire,

    noteWaiting: (instructionId, reason) =>
      recordWaiting(database, instructionId, { reason, message: WAITING_MESSAGES[reason] }),

    async flagSilence(instructionId) {
      await raiseFlag(database, instructionId, 'silence', { message: 'The partner has not reported for hours.' });
      return inquire(instructionId);
    },

    flagWaitingReports: (instructionId, workflowId) => flagOverdueReports(database, instructionId, { workflowId }),

    async askCancellation(instructionId) {
      const dispatch = await currentDispatch(database, instructionId);
      if (dispatch === null) return;
      const adapter = await partners.adapterOf(dispatch.partnerId);
      const answer = await adapter.cancel(instructionId);
      if (answer !== 'requested') await recordCancellationAnswer(database, instructionId, answer);
    },
  };
}
