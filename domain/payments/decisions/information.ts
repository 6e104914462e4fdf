import { DomainError } from '../../errors';
import type { EventBody } from '../../webhooks/events';
import { unchangedPlan, type Decision, type PaymentChange } from '../instruction/change';
import { MAX_INFORMATION_REQUESTS, type InformationRequest } from '../review/information';
import type { PaymentState } from '../instruction/state';
import { requireHeld } from './screening';

/** A question or an answer with its words sealed. Source: docs/GAPS.md#information */
export interface Said {
  /** Id of the question. */
  id: string;
  sealed: Buffer;
  /** Who says it, as the audit log names actors. */
  by: string;
  /** Id of the HTTP request; null for a command. */
  requestId: string | null;
  at: Date;
}

/** What the asker had read of the questions before: their words are sealed, and nothing here can compare them. */
export interface QuestionsRead {
  /** Ids of all of them. */
  ids: readonly string[];
  /** Ids of those in the same words. */
  equal: readonly string[];
}

/** `repeated`: it was answered before, and the words have to be compared. */
export type AnswerResult = { kind: 'answered' | 'repeated'; answeredAt: string };

/** The event of a question to the client, without the question, which may name people. */
function noticeOf(
  { id: instructionId, clientReference }: PaymentState,
  { id, askedAt }: InformationRequest,
): EventBody {
  const object = { instructionId, clientReference, informationRequestId: id, askedAt };
  return { type: 'payment.information_requested', object };
}

/** Withdraws the proposal to release a held payment, because its proposer had not seen the new information. */
function withdrawnProposal({ complianceHold: hold }: PaymentState): Pick<PaymentChange, 'complianceHold'> {
  if (hold?.state !== 'review' || hold.proposal === undefined) return {};
  const { because } = hold;
  return { complianceHold: { state: 'review', ...(because === undefined ? {} : { because }) } };
}

/**
 * Asks the client of a held payment a question. It stays held; a proposal to release it is withdrawn. If the same
 * question is open already, it is returned and nothing changes.
 * @returns null when a question was added since they were read: read them again
 * @throws DomainError INVALID_TRANSITION when the payment is not held, or has the largest number of questions
 * Source: docs/GAPS.md#information
 */
export function decideQuestion(
  state: PaymentState,
  { id, sealed, by, requestId, at }: Said,
  read: QuestionsRead,
): Decision<InformationRequest | null> {
  requireHeld(state);
  if (state.information.some((one) => !read.ids.includes(one.id))) return { result: null, change: null };
  const same = state.information.find((one) => one.answeredAt === null && read.equal.includes(one.id));
  if (same !== undefined) return { result: same, change: null };
  if (state.information.length >= MAX_INFORMATION_REQUESTS) {
    const message = `A payment has at most ${MAX_INFORMATION_REQUESTS} questions.`;
    throw new DomainError('INVALID_TRANSITION', message, { extra: { current: state.status, allowed: [] } });
  }
  const asked: InformationRequest = {
    id,
    askedBy: by,
    askedAt: at.toISOString(),
    answeredBy: null,
    answeredAt: null,
  };
  const change: PaymentChange = {
    plan: unchangedPlan(state),
    at,
    ...withdrawnProposal(state),
    information: { requests: [...state.information, asked], words: { id, kind: 'question', sealed } },
    notices: [noticeOf(state, asked)],
    audit: { actor: by, act: 'payment.information_requested', requestId, detail: { informationRequestId: id } },
  };
  return { result: asked, change };
}

/**
 * Records the client's answer for the reviewers of the payment. It stays held; a proposal to release it, made without
 * the answer, is withdrawn.
 * @throws DomainError NOT_FOUND when there is no such question; INVALID_TRANSITION when the review is over
 * Source: docs/GAPS.md#information
 */
export function decideAnswer(state: PaymentState, { id, sealed, by, requestId, at }: Said): Decision<AnswerResult> {
  const request = state.information.find((one) => one.id === id);
  if (request === undefined) throw new DomainError('NOT_FOUND', 'This payment has no such question.');
  if (request.answeredAt !== null)
    return { result: { kind: 'repeated', answeredAt: request.answeredAt }, change: null };
  requireHeld(state);
  const answeredAt = at.toISOString();
  const requests = state.information.map((one) => (one === request ? { ...one, answeredBy: by, answeredAt } : one));
  const change: PaymentChange = {
    plan: unchangedPlan(state),
    at,
    ...withdrawnProposal(state),
    information: { requests, words: { id, kind: 'answer', sealed } },
    audit: { actor: by, act: 'payment.information_given', requestId, detail: { informationRequestId: id } },
  };
  return { result: { kind: 'answered', answeredAt }, change };
}
