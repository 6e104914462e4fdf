import type { Logger } from 'pino';
import type { Database } from '../db/database';
import { raiseFlag, type FlagKind } from '../db/operator-flags';
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
} from '../db/payments/dispatch';
import { readClosedDays } from '../db/payments/read-calendar';
import { recordFailover } from '../db/payments/failover';
import { openPrivateData } from '../db/payments/private-data';
import { readDatedPayment, recordRedating } from '../db/payments/redating';
import { flagOverdueReports } from '../db/payments/waiting-reports';
import type { Unanswered } from '../db/payments/wanted-questions';
import type { Vault } from '../lib/vault';
import { isUnavailable } from '../domain/errors';
import { callOf, type Call, type DispatchOrder, type StatusVersion } from '../domain/payments/decisions/dispatch';
import type { FailoverCause, RouteTerms } from '../domain/payments/failover';
import { datesAnew, isHeldUp } from '../domain/payments/redating';
import type { PaymentState } from '../domain/payments/state';
import type { WaitingReason } from '../domain/payments/waiting';
import { faultCode } from './failures';
import { findNextRoute } from './failover';
import { submissionOutcome, type GateEntry, type PartnerGate } from './partners/gate';
import type { PartnerAdapter, PartnerOrder, SubmitResult } from './partners/port';
import type { PartnerRegistry } from './partners/registry';
import { PartnerQuestions, type InquiryOutcome, type SilenceOutcome } from './payment-questions';

/** What became of trying to send an instruction. */
export type SendOutcome =
  | { kind: 'moved'; moved: StatusVersion }
  /** It has gone over to another route, by which it is to be sent, not before `releaseAtMs` (Unix time) where there is one. */
  | { kind: 'rerouted'; partnerName: string; releaseAtMs: number | null }
  /** Nothing was begun: the partner has as much in hand as it takes, or is known to be away, or its day has not come. */
  | { kind: 'held'; reason: 'partner_outage' | 'partner_busy' | 'value_date'; retryAfterMs: number }
  /** Nothing was written to the partner. */
  | { kind: 'not_delivered' }
  /** It was turned away without a verdict; `retryAfterMs` as the partner asked for, or null. */
  | { kind: 'not_taken'; retryAfterMs: number | null }
  /**
   * It may have arrived. `refusing`: what answered did not take it, this time or the last. `recorded`: the call that is on
   * record; absent, or `true`, in histories of an earlier release.
   */
  | { kind: 'ambiguous'; refusing: boolean; recorded?: Call | true }
  /** A person has to look before anything is sent. */
  | { kind: 'review' }
  /** Something of ours is missing or broken: people are told. */
  | { kind: 'blocked' };

export interface PaymentActivities {
  sendInstruction(instructionId: string): Promise<SendOutcome>;
  /** @param recorded the call that was on record when it was sent; absent: that is not known */
  inquireInstruction(instructionId: string, recorded?: Call | true): Promise<InquiryOutcome>;
  noteWaiting(instructionId: string, reason: WaitingReason): Promise<StatusVersion>;
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
  log: Logger;
}

/**
 * From taking the right to send until the first byte this much may pass. A process that was frozen in between sends
 * nothing any more: others may have asked, been told that it never arrived, and acted on it.
 */
const FRESH_MS = 4_000;
const FROZEN: SubmitResult = {
  kind: 'ambiguous',
  fault: 'the process was frozen before it could send',
  refusal: null,
  notTaken: false,
  isOutage: false,
};

/** Everything that is needed to send, found before the right to send is taken. */
interface Prepared {
  adapter: PartnerAdapter;
  order: Omit<PartnerOrder, 'attempt' | 'isFirstSend'>;
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

class PaymentWork {
  constructor(private readonly context: PaymentActivityContext) {}

  activities(): PaymentActivities {
    const { database } = this.context;
    const questions = new PartnerQuestions(this.context);
    return {
      sendInstruction: (instructionId) => this.send(instructionId),
      inquireInstruction: (instructionId, recorded) => questions.inquire(instructionId, recorded),
      noteWaiting: async (instructionId, reason) => {
        const { status, version } = await recordWaiting(database, instructionId, reason);
        return { status, version };
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
      const { currency, timeline, valueDate, uetr } = toSend;
      const order = { instructionId, amount: Number(toSend.amount), currency, timeline, valueDate, uetr, privateData };
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
    const prepared = await this.prepare(toSend);
    if (prepared === null) return { kind: 'blocked' };
    const { partnerId, releaseAt, readAt: now } = toSend;
    // A calendar that has changed since the workflow began its wait may have moved the day.
    if (releaseAt !== null && releaseAt > now) {
      return { kind: 'held', reason: 'value_date', retryAfterMs: releaseAt.getTime() - now.getTime() };
    }
    if (isHeldUp(toSend, now)) await this.redate(instructionId, now);
    const entry = await this.context.gate.enter(partnerId);
    if (entry.kind === 'held') return this.holdOrReroute(toSend, entry);
    try {
      const beganAt = performance.now();
      const begun = await beginDispatch(this.context.database, instructionId, partnerId);
      const { result: order, state } = begun;
      if (order.kind === 'moved') return { kind: 'moved', moved: statusVersionOf(begun) };
      if (order.kind === 'rerouted') return await this.rerouted(instructionId);
      if (order.kind === 'review') return { kind: 'review' };
      if (order.kind === 'ambiguous') return { kind: 'ambiguous', refusing: false, recorded: callOf(state) };
      if (performance.now() - beganAt > FRESH_MS) return await this.record(state, order, FROZEN);
      const { attempt, isFirstSend } = order;
      const result = await prepared.adapter.submit({ ...prepared.order, attempt, isFirstSend });
      const left = entry.leave(submissionOutcome(result));
      const outcome = await this.record(state, order, result);
      await left;
      return outcome;
    } finally {
      // Nothing, when the call was made.
      await entry.leave({ kind: 'not_called' });
    }
  }

  /** @returns null where nobody wants it back any more */
  private async withdraw(instructionId: string): Promise<SendOutcome | null> {
    const changed = await recordWithdrawal(this.context.database, instructionId);
    if (changed.result === 'not_wanted') return null;
    if (changed.result === 'ambiguous') return { kind: 'ambiguous', refusing: false, recorded: callOf(changed.state) };
    return { kind: 'moved', moved: statusVersionOf(changed) };
  }

  /** What waited at our side is promised for the date that is left, before anybody is measured by it. */
  private async redate(instructionId: string, at: Date): Promise<void> {
    const { database } = this.context;
    const payment = await readDatedPayment(database, instructionId);
    const dates = datesAnew(payment, { at, closed: await readClosedDays(database, payment) }, 'held');
    if (dates !== null) await recordRedating(database, instructionId, dates);
  }

  /** Nothing is begun: where nothing can be written to the partner at all, the payment goes over to the next route. */
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

  /** @param next where it goes; read, when somebody else decided it */
  private async rerouted(instructionId: string, next: RouteTerms | null = null): Promise<SendOutcome> {
    const { partnerName, releaseAt } = next ?? (await readInstructionToSend(this.context.database, instructionId));
    this.context.log.info({ instructionId }, 'a payment goes over to the next route');
    return { kind: 'rerouted', partnerName, releaseAtMs: releaseAt?.getTime() ?? null };
  }

  /** Writes down what became of a submission. */
  private async record(known: PaymentState, call: SendOrder, result: SubmitResult): Promise<SendOutcome> {
    const { database, log } = this.context;
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
        return { kind: 'moved', moved };
      }
      case 'rejected': {
        const { message, reasonCode = null } = result;
        const next = await this.nextRoute(known.id, { kind: 'rejected', message });
        const changed = await recordRejected(database, known.id, call, { message, reasonCode, next });
        if (changed.result === 'rerouted') return this.rerouted(known.id, next);
        return { kind: 'moved', moved: statusVersionOf(changed) };
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
        return { kind: 'ambiguous', refusing: notTaken, recorded: { attempt: call.attempt, sends: call.sends } };
      }
      default:
        return result satisfies never;
    }
  }
}
