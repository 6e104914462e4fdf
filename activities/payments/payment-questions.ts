import type { Logger } from 'pino';
import type { Database } from '../../db/database';
import { recordCancellationAnswer } from '../../db/payments/dispatch/cancellation';
import { readClosedDays } from '../../db/payments/routing/read-calendar';
import { readOpenRecall, recordRecallRefused } from '../../db/payments/settlement/recall';
import { recordKnown, recordLostDispatch, recordNeverReceived } from '../../db/payments/dispatch/dispatch';
import { recordPayeeCheck } from '../../db/payments/review/payee-check';
import {
  readPartnerSilence,
  readDispatchState,
  type PaymentDispatchState,
} from '../../db/payments/dispatch/read-dispatch';
import { holdContradicted } from '../../db/payments/review/contradiction';
import { findPartnerToStop, isUnanswered, type Unanswered } from '../../db/payments/dispatch/wanted-questions';
import { raiseFlag } from '../../db/operator-flags';
import type { DispatchProof, StatusVersion } from '../../domain/payments/decisions/dispatch';
import { silenceDeadline } from '../../domain/payments/reports/silence';
import { isOutcome } from '../../domain/payments/instruction/status';
import type { Vault } from '../../lib/vault';
import { isProven, recordedOf } from './dispatch-proof';
import { destinationOf, type PartnerRegistry } from '../partners/registry';

/** What became of asking a partner about an instruction. */
export type InquiryOutcome =
  /** The database knows more than the workflow did, or the partner knows it. */
  | { kind: 'moved'; moved: StatusVersion; recorded?: DispatchProof }
  /** No partner has it: it may be sent. */
  | { kind: 'send_again' }
  /** Nothing certain yet; `denied`: the partner answered that it has it not, which it has yet to confirm. */
  | { kind: 'ask_again'; denied?: true; recorded?: DispatchProof };

/** What became of looking at a payment of which nothing was heard for a while. */
export interface SilenceOutcome {
  moved: StatusVersion;
  /** When to look again, in milliseconds from now. */
  nextCheckMs: number;
  recorded?: DispatchProof;
}

/** After a silence was shown to the operator, the partner is asked again this often. */
const SILENT_CHECK_MS = 4 * 60 * 60 * 1000;
const LEAST_CHECK_MS = 60_000;

const RECORD_LOST = 'its workflow sent it, and no dispatch was on record';

/** A call that was on record, as a workflow hands it on; undefined where none is known. */
type Recorded = DispatchProof | undefined;

/** @returns whether the database lacks a call that was on record */
function isBehind(dispatch: PaymentDispatchState['dispatch'], recorded: Recorded): boolean {
  if (dispatch === null || recorded === undefined) return dispatch === null && recorded !== undefined;
  return dispatch.attempt === recorded.attempt && dispatch.sends < recorded.sends;
}

function isOfLaterAttempt(dispatch: PaymentDispatchState['dispatch'], recorded: Recorded): boolean {
  return dispatch !== null && recorded !== undefined && dispatch.attempt < recorded.attempt;
}

export interface QuestionContext {
  database: Database;
  partners: PartnerRegistry;
  vault: Vault;
  log: Logger;
}

/** Inquiries, cancellations and recalls at a partner about a payment that it may have, or has. */
export class PartnerQuestions {
  constructor(private readonly context: QuestionContext) {}

  /**
   * Asks the partner by our own reference; the database is looked at first, since it may know more than we do. It may know
   * less, too, after a restore of an earlier moment: a call that is proven to have been on record is put there again.
   * What is not proven, or of an attempt that the database has not come to, which may have been at another partner, is held:
   * a person decides whether anything is sent.
   * @param recorded the call that was on record
   */
  async inquire(instructionId: string, recorded?: DispatchProof): Promise<InquiryOutcome> {
    const { database, vault } = this.context;
    let state = await readDispatchState(database, instructionId);
    if (isBehind(state.dispatch, recorded)) {
      if (await this.recordAgain(instructionId, recorded)) state = await readDispatchState(database, instructionId);
    }
    const { status, version, dispatch, readAt } = state;
    const known = recordedOf(vault, instructionId, dispatch);
    if (status !== 'pending') return { kind: 'moved', moved: { status, version }, ...known };
    const isUnsent = dispatch === null || dispatch.state === 'not_delivered';
    if (isOfLaterAttempt(dispatch, recorded) || (isUnsent && isBehind(dispatch, recorded))) {
      const which = recorded === undefined ? '' : `: attempt ${recorded.attempt}`;
      const found = { run: null, status: null, says: `${RECORD_LOST}${which}` };
      if ((await holdContradicted(database, instructionId, found)) !== 'decided') return { kind: 'ask_again' };
    }
    if (isUnsent) return { kind: 'send_again' };
    const answer = await this.ask(instructionId, dispatch, readAt);
    return answer.kind === 'send_again' ? answer : { ...answer, ...known };
  }

  /** @returns whether a lost call was proven, and is on record again */
  private async recordAgain(instructionId: string, recorded: Recorded): Promise<boolean> {
    const { database, vault } = this.context;
    if (recorded === undefined || !isProven(vault, instructionId, recorded)) return false;
    const lost = { isTaken: false, isOfThisPartner: false, fault: RECORD_LOST, call: recorded };
    return recordLostDispatch(database, instructionId, lost);
  }

  /** Asks the partner for a payment and records its answer. @param askedAt Postgres' clock before the question */
  private async ask(
    instructionId: string,
    dispatch: NonNullable<PaymentDispatchState['dispatch']>,
    askedAt: Date,
  ): Promise<InquiryOutcome> {
    const { database, partners, log } = this.context;
    const { partnerId, attempt, sends } = dispatch;
    const located = await partners.locate(partnerId);
    const place = (): Promise<string | null> => destinationOf(located).catch(() => null);
    const destination = await place();
    const answer = await located.adapter.inquire(instructionId);
    if (answer.kind === 'no_answer') {
      log.warn({ instructionId, reason: answer.fault }, 'a partner did not answer an inquiry');
      return { kind: 'ask_again' };
    }
    if (answer.kind === 'known') {
      const { partnerReference, status, payeeCheck } = answer;
      const about = { instructionId, partnerId, source: 'inquiry' as const };
      await recordPayeeCheck(database, this.context.vault, about, payeeCheck);
      const moved = await recordKnown(database, instructionId, { partnerId, partnerReference, status, askedAt });
      // What is kept and moves nothing ends no inquiry: the next one comes after the next longer pause.
      return moved.status === 'pending' ? { kind: 'ask_again' } : { kind: 'moved', moved };
    }
    const { outcome, moved } = await recordNeverReceived(database, instructionId, {
      call: { attempt, sends },
      at: askedAt,
      destination: destination === (await place()) ? destination : null,
    });
    switch (outcome) {
      case 'elsewhere':
        await raiseFlag(database, instructionId, 'partner_moved', {});
        return moved.status === 'pending' ? { kind: 'ask_again' } : { kind: 'moved', moved };
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
    const word = await readPartnerSilence(database, instructionId);
    const { status, version, dispatch, heardAt, restoredAt, timeline, readAt } = word;
    const moved = { status, version };
    const known = recordedOf(this.context.vault, instructionId, dispatch);
    if (isOutcome(status) || dispatch === null) return { moved, nextCheckMs: SILENT_CHECK_MS, ...known };
    // Its workflow follows what is pending here: the database is behind, and its partner knows more.
    if (status !== 'pending') {
      const hours = { ...word, closed: await readClosedDays(database, word) };
      const leftMs = silenceDeadline(heardAt, timeline, hours).getTime() - readAt.getTime();
      // What it said between the moment of a restore and the restore itself is not here: it is asked at once.
      const isForgotten = restoredAt !== null && restoredAt > heardAt;
      if (leftMs > 0 && !isForgotten) return { moved, nextCheckMs: Math.max(leftMs, LEAST_CHECK_MS), ...known };
      if (leftMs <= 0) await raiseFlag(database, instructionId, 'silence', { heardAt: heardAt.toISOString() });
    }
    const answer = await this.ask(instructionId, dispatch, readAt);
    // Its workflow was told that the partner has it: a person decides whether it is sent again.
    if (answer.kind === 'send_again') await raiseFlag(database, instructionId, 'partner_denies', {});
    return { moved: answer.kind === 'moved' ? answer.moved : moved, nextCheckMs: SILENT_CHECK_MS, ...known };
  }

  /**
   * Asks a partner to cancel a payment, or to stop working on it, if that is still wanted.
   * @param asked who is asked; null: the partner that the payment was handed to last
   */
  async askCancellation(instructionId: string, asked: string | null): Promise<void> {
    const { database, partners } = this.context;
    const partnerId = await findPartnerToStop(database, instructionId, asked);
    if (partnerId === null) return;
    const located = await partners.locate(partnerId);
    const destination = await destinationOf(located).catch(() => null);
    const answer = await located.adapter.cancel(instructionId);
    if (answer === 'requested') return;
    const taken = await recordCancellationAnswer(database, { instructionId, partnerId, destination }, answer);
    if (taken === 'elsewhere') await raiseFlag(database, instructionId, 'partner_moved', {});
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
