import type { Logger } from 'pino';
import type { Database } from '../../db/database';
import type { DatabaseClock } from '../../db/database-clock';
import type { WatchLists } from '../../db/compliance/watch-lists';
import { raiseFlag, type FlagKind } from '../../db/operator-flags';
import {
  beginDispatch,
  readInstructionToSend,
  recordDelivered,
  recordRejected,
  recordUndelivered,
  recordWaiting,
  recordWithdrawal,
  statusVersionOf,
  type InstructionToSend,
} from '../../db/payments/dispatch/dispatch';
import { readClosedDays } from '../../db/payments/routing/read-calendar';
import { recordApprovalWait } from '../../db/payments/review/approval';
import { recordFailover } from '../../db/payments/routing/failover';
import { openPrivateData } from '../../db/payments/instruction/private-data';
import { readDatedPayment, recordRedating } from '../../db/payments/routing/redating';
import { flagOverdueReports } from '../../db/payments/reports/waiting-reports';
import type { Unanswered } from '../../db/payments/dispatch/wanted-questions';
import type { Vault } from '../../lib/vault';
import { isUnavailable } from '../../domain/errors';
import {
  BEGIN_WITHIN_MS,
  type DispatchOrder,
  type DispatchProof,
  type StatusVersion,
} from '../../domain/payments/decisions/dispatch';
import { awaitsApproval } from '../../domain/payments/review/approval';
import { hashOfPaid, paidOf } from '../../domain/payments/review/paid';
import type { FailoverCause, RouteTerms } from '../../domain/payments/routing/failover';
import { datesAnew, isDelayed } from '../../domain/payments/routing/redating';
import type { PaymentState } from '../../domain/payments/instruction/state';
import type { WaitingReason } from '../../domain/payments/dispatch/waiting';
import { proveDispatch, recordedOf } from './dispatch-proof';
import { faultCode } from '../../lib/fault-code';
import { findNextRoute } from './failover';
import { submissionOutcome, type GateEntry, type PartnerGate } from '../partners/gate';
import type { PartnerAdapter, PartnerOrder, SubmitResult } from '../partners/port';
import type { PartnerRegistry } from '../partners/registry';
import { PartnerQuestions, type InquiryOutcome, type SilenceOutcome } from './payment-questions';

/** What became of trying to send an instruction. */
export type SendOutcome =
  | { kind: 'moved'; moved: StatusVersion; recorded?: DispatchProof }
  /** It was rerouted; it is to be sent by the new route, not before `releaseAtMs` (Unix time) where there is one. */
  | { kind: 'rerouted'; partnerName: string; releaseAtMs: number | null }
  /**
   * Nothing was begun: the partner has as much in hand as it takes, or is known to be away, or its day has not come, or
   * the bank details of its beneficiary were changed.
   * `blocked`: the clock of this worker is off, and another one may send it.
   */
  | {
      kind: 'held';
      reason: 'partner_outage' | 'partner_busy' | 'value_date' | 'beneficiary_changed' | 'blocked';
      retryAfterMs: number;
    }
  /** Nothing was written to the partner. */
  | { kind: 'not_delivered' }
  /** It was turned away without a verdict; `retryAfterMs` as the partner asked for, or null. */
  | { kind: 'not_taken'; retryAfterMs: number | null }
  /**
   * It may have arrived. `refusing`: what answered did not take it, this time or the last. `recorded`: the call that is on
   * record.
   */
  | { kind: 'ambiguous'; refusing: boolean; recorded?: DispatchProof }
  /** A person has to look before anything is sent. */
  | { kind: 'review' }
  /** Members of its account have to approve it first, for so long. */
  | { kind: 'approval'; endsInMs: number }
  /** Something of ours is missing or broken: people are told. */
  | { kind: 'blocked' };

export interface PaymentActivities {
  sendInstruction(instructionId: string): Promise<SendOutcome>;
  /** @param recorded the call that was on record when it was sent; absent: that is not known */
  inquireInstruction(instructionId: string, recorded?: DispatchProof): Promise<InquiryOutcome>;
  /** `approvalEndsAtMs`: until when its approvals may be given, Unix time; absent where it waits for none. */
  noteWaiting(instructionId: string, reason: WaitingReason): Promise<StatusVersion & { approvalEndsAtMs?: number }>;
  checkSilence(instructionId: string): Promise<SilenceOutcome>;
  flagWaitingReports(instructionId: string, workflowId: string): Promise<number>;
  /** @param partnerId who is asked; by default the partner that the payment was handed to last */
  askCancellation(instructionId: string, partnerId?: string): Promise<void>;
  askRecall(instructionId: string): Promise<void>;
  flagUnanswered(instructionId: string, what: Unanswered): Promise<void>;
}

export interface PaymentActivityContext {
  database: Database;
  vault: Vault;
  partners: PartnerRegistry;
  gate: PartnerGate;
  watchLists: WatchLists;
  clock: DatabaseClock;
  log: Logger;
}

/** Where this worker's clock is off the payment is tried again after so long, by whichever worker takes it then. */
const OTHER_WORKER_MS = 2_000;

/** A confirmation wakes the workflow at once; it looks again after so long in case that message was lost. */
const CONFIRMATION_MS = 3_600_000;

/** The wait for changed bank details. */
function heldForBeneficiary(until: Date, now: Date): SendOutcome {
  const retryAfterMs = Math.min(until.getTime() - now.getTime(), CONFIRMATION_MS);
  return { kind: 'held', reason: 'beneficiary_changed', retryAfterMs };
}

/** Everything that is needed to send, found before the right to send is taken. */
interface Prepared {
  adapter: PartnerAdapter;
  order: Omit<PartnerOrder, 'attempt' | 'isFirstSend' | 'takenAt' | 'mayBegin'>;
}

type SendOrder = Extract<DispatchOrder, { kind: 'send' }>;

/** Side effects of a payment's workflow. */
export function createPaymentActivities(context: PaymentActivityContext): PaymentActivities {
  return new PaymentWork(context).activities();
}

/** A payment that is pending no more, since a report came or its client wanted it back, waits for nothing. */
function unlessMoved({ state }: { state: PaymentState }, waiting: SendOutcome): SendOutcome {
  return state.status === 'pending' ? waiting : { kind: 'moved', moved: statusVersionOf({ state }) };
}

function approvalOutcome({ endsAt }: { endsAt: Date }, { readAt }: InstructionToSend): SendOutcome {
  return { kind: 'approval', endsInMs: Math.max(1, endsAt.getTime() - readAt.getTime()) };
}

class PaymentWork {
  constructor(private readonly context: PaymentActivityContext) {}

  activities(): PaymentActivities {
    const { database } = this.context;
    const questions = new PartnerQuestions(this.context);
    return {
      sendInstruction: (instructionId) => this.send(instructionId),
      inquireInstruction: (instructionId, recorded) => questions.inquire(instructionId, recorded),
      noteWaiting: async (instructionId, reason) => {
        const { status, version, approvalEndsAt } = await recordWaiting(database, instructionId, reason);
        return { status, version, ...(approvalEndsAt === null ? {} : { approvalEndsAtMs: approvalEndsAt.getTime() }) };
      },
      checkSilence: (instructionId) => questions.checkSilence(instructionId),
      flagWaitingReports: (instructionId, workflowId) => flagOverdueReports(database, instructionId, { workflowId }),
      askCancellation: (instructionId, partnerId) => questions.askCancellation(instructionId, partnerId ?? null),
      askRecall: (instructionId) => questions.askRecall(instructionId),
      flagUnanswered: (instructionId, what) => questions.flagUnanswered(instructionId, what),
    };
  }

  private flag(subject: string, kind: FlagKind, detail: object): Promise<void> {
    return raiseFlag(this.context.database, subject, kind, detail);
  }

  /** A fault here will be there at the next try too, so people are told; it lies before anything is on record. */
  private async prepare(toSend: InstructionToSend): Promise<Prepared | null> {
    const { vault, partners, log } = this.context;
    const { instructionId } = toSend;
    try {
      const adapter = await partners.adapterOf(toSend.partnerId);
      const privateData = openPrivateData(vault, instructionId, toSend.privateSealed);
      const { currency, timeline, valueDate, uetr, chargeBearer } = toSend;
      const terms = { amount: Number(toSend.amount), currency, timeline, valueDate, chargeBearer };
      const order = { instructionId, ...terms, uetr, privateData };
      // What members have approved is sent, and nothing else.
      if (toSend.approval !== null && toSend.approval.hash !== hashOfPaid(paidOf(order, privateData))) {
        throw new Error('what would be sent is not what was approved');
      }
      return { adapter, order };
    } catch (fault) {
      if (isUnavailable(fault)) throw fault;
      log.error({ instructionId, reason: faultCode(fault) }, 'a payment cannot be sent');
      await this.flag(instructionId, 'payment_blocked', { reason: faultCode(fault) });
      return null;
    }
  }

  private async send(instructionId: string): Promise<SendOutcome> {
    const toSend = await readInstructionToSend(this.context.database, instructionId);
    const withdrawn = toSend.isWantedBack ? await this.withdraw(instructionId) : null;
    if (withdrawn !== null) return withdrawn;
    const unapproved = awaitsApproval(toSend.approval) ? await this.awaitApproval(toSend) : null;
    if (unapproved !== null) return unapproved;
    const prepared = await this.prepare(toSend);
    if (prepared === null) return { kind: 'blocked' };
    const { partnerId, releaseAt, readAt: now } = toSend;
    // A calendar that has changed since the workflow began its wait may have moved the day.
    if (releaseAt !== null && releaseAt > now) {
      return { kind: 'held', reason: 'value_date', retryAfterMs: releaseAt.getTime() - now.getTime() };
    }
    if (this.context.clock.isOff) return { kind: 'held', reason: 'blocked', retryAfterMs: OTHER_WORKER_MS };
    if (isDelayed(toSend, now)) await this.redate(instructionId, now);
    const entry = await this.context.gate.enter(partnerId);
    if (entry.kind === 'held') return this.holdOrReroute(toSend, entry);
    try {
      const listsFault = await this.context.watchLists.fault(toSend.environment);
      const begun = await beginDispatch(this.context.database, instructionId, partnerId, listsFault);
      const { result: order, state } = begun;
      if (order.kind === 'moved') return this.moved(begun);
      if (order.kind === 'rerouted') return await this.rerouted(instructionId);
      if (order.kind === 'review') return { kind: 'review' };
      if (order.kind === 'approval') return approvalOutcome(order, toSend);
      if (order.kind === 'held') return heldForBeneficiary(order.until, now);
      if (order.kind === 'ambiguous') return this.ambiguous(begun);
      const { attempt, isFirstSend, takenAt } = order;
      const mayBegin = (): boolean => this.isFresh(takenAt);
      const result = await prepared.adapter.submit({ ...prepared.order, attempt, isFirstSend, takenAt, mayBegin });
      const left = entry.leave(submissionOutcome(result));
      const outcome = await this.record(state, order, result);
      await left;
      return outcome;
    } finally {
      // Nothing, when the call was made.
      await entry.leave({ kind: 'not_called' });
    }
  }

  /** @returns null where it waits for no approval any more */
  private async awaitApproval(toSend: InstructionToSend): Promise<SendOutcome | null> {
    const changed = await recordApprovalWait(this.context.database, toSend.instructionId);
    if (changed.result.kind === 'waits') return approvalOutcome(changed.result, toSend);
    return changed.state.status === 'pending' ? null : this.moved(changed);
  }

  /**
   * Measured with two clocks of the process: the monotonic clock stops while a virtual machine is paused, and then differs
   * from the wall clock.
   */
  private isFresh(takenAt: Date): boolean {
    const { clock } = this.context;
    return !clock.isOff && clock.nowMs() - takenAt.getTime() <= BEGIN_WITHIN_MS;
  }

  /** @returns null where no cancellation is asked for any more */
  private async withdraw(instructionId: string): Promise<SendOutcome | null> {
    const changed = await recordWithdrawal(this.context.database, instructionId);
    if (changed.result === 'not_wanted') return null;
    return changed.result === 'ambiguous' ? this.ambiguous(changed) : this.moved(changed);
  }

  private moved({ state }: { state: PaymentState }): SendOutcome {
    const recorded = recordedOf(this.context.vault, state.id, state.dispatch);
    return { kind: 'moved', moved: statusVersionOf({ state }), ...recorded };
  }

  private ambiguous({ state }: { state: PaymentState }): SendOutcome {
    return { kind: 'ambiguous', refusing: false, ...recordedOf(this.context.vault, state.id, state.dispatch) };
  }

  /** What waited at our side is promised for the date that is left, before silence is measured by it. */
  private async redate(instructionId: string, at: Date): Promise<void> {
    const { database } = this.context;
    const payment = await readDatedPayment(database, instructionId);
    const dates = datesAnew(payment, { at, closed: await readClosedDays(database, payment) }, 'held');
    if (dates !== null) await recordRedating(database, instructionId, dates);
  }

  /** Nothing is begun: where nothing can be written to the partner at all, the payment is rerouted. */
  private async holdOrReroute(
    { instructionId, partnerId }: InstructionToSend,
    entry: Extract<GateEntry, { kind: 'held' }>,
  ): Promise<SendOutcome> {
    const { isUnreachable, ...held } = entry;
    if (!isUnreachable) return held;
    const next = await this.nextRoute(instructionId, { kind: 'away' });
    if (next === null) return held;
    const { result } = await recordFailover(this.context.database, instructionId, partnerId, next);
    return result === 'rerouted' ? this.rerouted(instructionId, next) : held;
  }

  private nextRoute(instructionId: string, cause: FailoverCause): Promise<RouteTerms | null> {
    return findNextRoute(this.context.database, instructionId, cause);
  }

  /** @param next where it goes; read, when another run decided it */
  private async rerouted(instructionId: string, next: RouteTerms | null = null): Promise<SendOutcome> {
    const { partnerName, releaseAt } = next ?? (await readInstructionToSend(this.context.database, instructionId));
    this.context.log.info({ instructionId }, 'a payment is rerouted');
    return { kind: 'rerouted', partnerName, releaseAtMs: releaseAt?.getTime() ?? null };
  }

  /** Writes down what became of a submission. */
  private async record(known: PaymentState, call: SendOrder, result: SubmitResult): Promise<SendOutcome> {
    const { database, vault, log } = this.context;
    const { attempt, sends } = call;
    const named = { instructionId: known.id, attempt };
    switch (result.kind) {
      case 'taken': {
        const { partnerId } = known;
        const { partnerReference, status } = result;
        const moved = await recordDelivered(database, known.id, {
          attempt,
          sends,
          partnerId,
          partnerReference,
          status,
        });
        return { kind: 'moved', moved, recorded: proveDispatch(vault, known.id, call, true) };
      }
      case 'rejected': {
        const { message, reasonCode = null } = result;
        const next = await this.nextRoute(known.id, { kind: 'rejected', message });
        const changed = await recordRejected(database, known.id, call, { message, reasonCode, next });
        if (changed.result === 'rerouted') return this.rerouted(known.id, next);
        return this.moved(changed);
      }
      case 'not_delivered': {
        const next = sends === 1 ? await this.nextRoute(known.id, { kind: 'unreachable' }) : null;
        const { fault } = result;
        const changed = await recordUndelivered(database, known.id, call, { kind: 'not_delivered', fault, next });
        if (changed.result === 'rerouted') return this.rerouted(known.id, next);
        return unlessMoved(changed, { kind: 'not_delivered' });
      }
      case 'not_taken': {
        const { fault, retryAfterMs } = result;
        log.warn({ ...named, reason: fault }, 'the partner turned a request away');
        const changed = await recordUndelivered(database, known.id, call, { kind: 'not_taken', fault });
        await this.flag(known.partnerId, 'partner_refusing', { fault });
        return unlessMoved(changed, { kind: 'not_taken', retryAfterMs });
      }
      case 'ambiguous': {
        const { fault, refusal, notTaken } = result;
        log.warn({ ...named, reason: fault }, 'the outcome of a dispatch is unknown');
        await recordUndelivered(database, known.id, call, { kind: 'unknown', fault, refusal });
        return { kind: 'ambiguous', refusing: notTaken, recorded: proveDispatch(vault, known.id, call, false) };
      }
      default:
        return result satisfies never;
    }
  }
}
