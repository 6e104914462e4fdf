import type { Logger } from 'pino';
import type { Database } from '../db/database';
import { recordCancellationAnswer } from '../db/payments/cancellation';
import { readClosedDays } from '../db/payments/read-calendar';
import { readOpenRecall, recordRecallRefused } from '../db/payments/recall';
import { recordKnown, recordLostDispatch, recordNeverReceived } from '../db/payments/dispatch';
import { readLastWord, readDispatchState, type PaymentDispatchState } from '../db/payments/read-dispatch';
import { findPartnerToStop, isUnanswered, type Unanswered } from '../db/payments/wanted-questions';
import { raiseFlag } from '../db/operator-flags';
import type { Call, StatusVersion } from '../domain/payments/decisions/dispatch';
import { silenceDeadline } from '../domain/payments/silence';
import { isOutcome } from '../domain/payments/status';
import type { PartnerRegistry } from './partners/registry';

/** What became of asking a partner about an instruction. */
export type InquiryOutcome =
  /** The database knows more than the workflow did, or the partner knows it. */
  | { kind: 'moved'; moved: StatusVersion }
  /** No partner has it: it may be sent. */
  | { kind: 'send_again' }
  /** Nothing certain yet; `denied`: the partner answered that it has it not, which it has yet to confirm. */
  | { kind: 'ask_again'; denied?: true };

/** What became of looking at a payment of which nothing was heard for a while. */
export interface SilenceOutcome {
  moved: StatusVersion;
  /** When to look again, in milliseconds from now. */
  nextCheckMs: number;
}

/** After a silence was shown to the operator, the partner is asked again this often. */
const SILENT_CHECK_MS = 4 * 60 * 60 * 1000;
const LEAST_CHECK_MS = 60_000;

const RECORD_LOST = 'its workflow sent it, and no dispatch was on record';

/** @returns whether the database lacks a call that was on record */
function isBehind(dispatch: PaymentDispatchState['dispatch'], recorded: Call | boolean): boolean {
  if (dispatch === null || typeof recorded === 'boolean') return dispatch === null && recorded !== false;
  return dispatch.attempt === recorded.attempt && dispatch.sends < recorded.sends;
}

export interface QuestionContext {
  database: Database;
  partners: PartnerRegistry;
  log: Logger;
}

/** What is asked of a partner about a payment that it may have, or has. */
export class PartnerQuestions {
  constructor(private readonly context: QuestionContext) {}

  /**
   * Asks the partner by our own reference; the database is looked at first, since it may know more than we do. It may know
   * less, too, after a restore of an earlier moment: a call that was on record is put there again. One of an attempt that
   * the database has not come to may have been at another partner: nothing is sent before a person has decided.
   * @param recorded the call that was on record; `true` where a workflow begun by an earlier release does not know which
   */
  async inquire(instructionId: string, recorded: Call | boolean = false): Promise<InquiryOutcome> {
    const { database } = this.context;
    const call = typeof recorded === 'object' ? { call: recorded } : {};
    const lost = { isTaken: false, isOfThisPartner: false, fault: RECORD_LOST, ...call };
    let state = await readDispatchState(database, instructionId);
    if (isBehind(state.dispatch, recorded) && (await recordLostDispatch(database, instructionId, lost))) {
      state = await readDispatchState(database, instructionId);
    }
    const { status, version, dispatch, readAt } = state;
    if (status !== 'pending') return { kind: 'moved', moved: { status, version } };
    if (typeof recorded === 'object' && dispatch !== null && dispatch.attempt < recorded.attempt) {
      await raiseFlag(database, instructionId, 'workflow_ahead', {
        says: `${RECORD_LOST}: attempt ${recorded.attempt}`,
      });
      return { kind: 'ask_again' };
    }
    if (dispatch === null || dispatch.state === 'not_delivered') return { kind: 'send_again' };
    return this.ask(instructionId, dispatch, readAt);
  }

  /** @param askedAt Postgres' clock before the partner is asked: its answer tells what is so then, or later */
  private async ask(
    instructionId: string,
    dispatch: NonNullable<PaymentDispatchState['dispatch']>,
    askedAt: Date,
  ): Promise<InquiryOutcome> {
    const { database, partners, log } = this.context;
    const { partnerId, attempt, sends } = dispatch;
    const adapter = await partners.adapterOf(partnerId);
    const answer = await adapter.inquire(instructionId);
    if (answer.kind === 'no_answer') {
      log.warn({ instructionId, reason: answer.fault }, 'a partner did not answer an inquiry');
      return { kind: 'ask_again' };
    }
    if (answer.kind === 'known') {
      const { partnerReference, status } = answer;
      const moved = await recordKnown(database, instructionId, { partnerId, partnerReference, status, askedAt });
      // What is kept and moves nothing ends no inquiry: the next one comes after the next longer pause.
      return moved.status === 'pending' ? { kind: 'ask_again' } : { kind: 'moved', moved };
    }
    const { outcome, moved } = await recordNeverReceived(database, instructionId, {
      call: { attempt, sends },
      at: askedAt,
    });
    switch (outcome) {
      case 'contradicts':
        await raiseFlag(database, instructionId, 'partner_denies', {});
        return moved.status === 'pending' ? { kind: 'ask_again' } : { kind: 'moved', moved };
      case 'moved':
        return { kind: 'moved', moved };
      case 'ask_again':
        return { kind: 'ask_again', denied: true };
      case 'send_again':
        return { kind: 'send_again' };
    }
  }

  /** Looks at a payment of which nothing was heard: after its time the operator is shown it and the partner is asked. */
  async checkSilence(instructionId: string): Promise<SilenceOutcome> {
    const { database } = this.context;
    const word = await readLastWord(database, instructionId);
    const { status, version, dispatch, heardAt, timeline, readAt } = word;
    const moved = { status, version };
    if (isOutcome(status) || dispatch === null) return { moved, nextCheckMs: SILENT_CHECK_MS };
    // Its workflow follows what is pending here: the database is behind, and its partner knows more.
    if (status !== 'pending') {
      const hours = { ...word, closed: await readClosedDays(database, word) };
      const leftMs = silenceDeadline(heardAt, timeline, hours).getTime() - readAt.getTime();
      if (leftMs > 0) return { moved, nextCheckMs: Math.max(leftMs, LEAST_CHECK_MS) };
      await raiseFlag(database, instructionId, 'silence', { heardAt: heardAt.toISOString() });
    }
    const answer = await this.ask(instructionId, dispatch, readAt);
    return { moved: answer.kind === 'moved' ? answer.moved : moved, nextCheckMs: SILENT_CHECK_MS };
  }

  /**
   * Asks a partner to cancel a payment, or to stop working on it; what nobody wants is not asked for.
   * @param asked who is asked; null: the partner that the payment was handed to last
   */
  async askCancellation(instructionId: string, asked: string | null): Promise<void> {
    const { database, partners } = this.context;
    const partnerId = await findPartnerToStop(database, instructionId, asked);
    if (partnerId === null) return;
    const adapter = await partners.adapterOf(partnerId);
    const answer = await adapter.cancel(instructionId);
    if (answer !== 'requested') await recordCancellationAnswer(database, { instructionId, partnerId }, answer);
  }

  /** Asks for settled money that its client wants back; what is not wanted any more is not asked for. */
  async askRecall(instructionId: string): Promise<void> {
    const { database, partners } = this.context;
    const recall = await readOpenRecall(database, instructionId);
    if (recall === null) return;
    const { partnerId, amount, ...asked } = recall;
    const adapter = await partners.adapterOf(partnerId);
    const answer = await adapter.recall(instructionId, { ...asked, amount: Number(amount) });
    if (answer === 'refused') await recordRecallRefused(database, { instructionId, partnerId });
  }

  /** Tells people that a partner has not answered, where an answer is still to come. */
  async flagUnanswered(instructionId: string, what: Unanswered): Promise<void> {
    const { database } = this.context;
    if (await isUnanswered(database, instructionId, what)) await raiseFlag(database, instructionId, what, {});
  }
}
