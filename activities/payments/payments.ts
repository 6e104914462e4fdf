import type { Logger } from 'pino';
import type { Database } from '../../db/database';
import type { DatabaseClock } from '../../db/database-clock';
import type { ScreeningRulesCache } from '../../db/compliance/screening-rules';
import type { WatchLists } from '../../db/compliance/watch-lists';
import { raiseFlag, type FlagKind } from '../../db/operator-flags';
import {
  beginDispatch,
  recordDelivered,
  recordRejected,
  recordUndelivered,
  recordWaiting,
  recordWithdrawal,
  statusVersionOf,
} from '../../db/payments/dispatch/dispatch';
import { readInstructionToSend, type InstructionToSend } from '../../db/payments/dispatch/instruction-to-send';
import { readClosedDays } from '../../db/payments/routing/read-calendar';
import { recordPayeeCheck } from '../../db/payments/review/payee-check';
import { recordConditions } from '../../db/payments/review/conditions';
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
import { destinationName } from '../../domain/payments/dispatch/destination';
import { renewDates, isDelayed } from '../../domain/payments/routing/redating';
import { isCancellationOpen, type PaymentState } from '../../domain/payments/instruction/state';
import type { WaitingReason } from '../../domain/payments/dispatch/waiting';
import { proveDispatch, recordedOf } from './dispatch-proof';
import { faultCode } from '../../lib/fault-code';
import { findNextRoute } from './failover';
import { rescreenPayment } from './rescreening';
import { submissionOutcome, type GateEntry, type PartnerGate } from '../partners/gate';
import type { PartnerAdapter, PartnerOrder, SubmitResult } from '../partners/port';
import { brokenRulesText, type RuleFault } from '../../domain/payments/iso20022/rule-fault';
import type { PartnerRegistry } from '../partners/registry';
import { approvalOutcome, heldUntil, unlessMoved, type SendOutcome } from './send-outcome';
import { PartnerQuestions, type InquiryOutcome, type SilenceOutcome } from './payment-questions';

export interface PaymentActivities {
  sendInstruction(instructionId: string): Promise<SendOutcome>;
  /** @param recorded the call that was on record when it was sent; absent: that is not known */
  inquireInstruction(instructionId: string, recorded?: DispatchProof): Promise<InquiryOutcome>;
  /** `endsAtMs`: when approvals that it waits for or its conditions expire, Unix time; absent where neither does. */
  noteWaiting(instructionId: string, reason: WaitingReason): Promise<StatusVersion & { endsAtMs?: number }>;
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
  rules: ScreeningRulesCache;
  clock: DatabaseClock;
  log: Logger;
}

/** Where this worker's clock is off the payment is tried again after so long, by whichever worker takes it then. */
const OTHER_WORKER_MS = 2_000;

/** What was read longer ago is read again before the right to send is taken, so that the call has time to begin. */
const KNOWN_FOR_MS = 3_000;

/** Screenings of one payment within one try. */
const MAX_SCREENINGS = 3;

/** Rules change with a day, or with the settings of the partner: it is tried again after so long, or once a person says so. */
const RULES_MS = 15 * 60_000;

/** Mark of a directory that cannot be read: a call into it has nowhere to go, and no denial is about it. */
const UNKNOWN_MARK = 'unknown';

/** Everything that is needed to send, found before the right to send is taken. */
interface Prepared {
  adapter: PartnerAdapter;
  /** Name of the destination that the adapter reaches. */
  destination: string;
  order: Omit<PartnerOrder, 'attempt' | 'isFirstSend' | 'takenAt' | 'mayBegin'>;
  /** Rules of its bank that the order would break. */
  broken: readonly RuleFault[];
}

type SendOrder = Extract<DispatchOrder, { kind: 'send' }>;

/** Side effects of a payment's workflow. */
export function createPaymentActivities(context: PaymentActivityContext): PaymentActivities {
  return new PaymentWork(context).activities();
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
        const { status, version, endsAt } = await recordWaiting(database, instructionId, reason);
        return { status, version, ...(endsAt === null ? {} : { endsAtMs: endsAt.getTime() }) };
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

  /** The adapter and the order to send; null, with a flag for operators, where the next try would fail as well. */
  private async prepare(toSend: InstructionToSend): Promise<Prepared | null> {
    const { vault, partners, log } = this.context;
    const { id: instructionId, partnerId, amount, currency, approval } = toSend.state;
    try {
      const { adapter, generation } = await partners.locate(partnerId);
      const mark = (await adapter.mark?.().catch(() => UNKNOWN_MARK)) ?? null;
      const privateData = openPrivateData(vault, instructionId, toSend.privateSealed);
      const { timeline, valueDate, uetr, chargeBearer } = toSend;
      const terms = { amount: Number(amount), currency, timeline, valueDate, chargeBearer };
      const order = { instructionId, ...terms, uetr, privateData, mark };
      // What members have approved is sent, and nothing else.
      if (approval !== null && approval.hash !== hashOfPaid(paidOf(order, privateData))) {
        throw new Error('what would be sent is not what was approved');
      }
      const broken = adapter.judge?.(order, toSend.at) ?? [];
      return { adapter, destination: destinationName(generation, mark), order, broken };
    } catch (fault) {
      if (isUnavailable(fault)) throw fault;
      log.error({ instructionId, reason: faultCode(fault) }, 'a payment cannot be sent');
      await this.flag(instructionId, 'payment_blocked', { reason: faultCode(fault) });
      return null;
    }
  }

  private async send(instructionId: string, screenings = 0): Promise<SendOutcome> {
    const toSend = await readInstructionToSend(this.context.database, instructionId);
    const { state: known, at: now } = toSend;
    const withdrawn = isCancellationOpen(known) ? await this.withdraw(instructionId) : null;
    if (withdrawn !== null) return withdrawn;
    const unmet = known.conditions === null ? null : await this.awaitConditions(toSend);
    if (unmet?.kind === 'moved') return unmet;
    const unapproved = awaitsApproval(known.approval) ? await this.awaitApproval(toSend) : null;
    if (unapproved !== null) return unapproved;
    if (unmet !== null) return unmet;
    const prepared = await this.prepare(toSend);
    if (prepared === null) return { kind: 'blocked' };
    const { partnerId, releaseAt } = known;
    // A calendar that has changed since the workflow began its wait may have moved the day.
    if (releaseAt !== null && releaseAt > now) {
      return { kind: 'held', reason: 'value_date', retryAfterMs: releaseAt.getTime() - now.getTime() };
    }
    if (this.context.clock.isOff) return { kind: 'held', reason: 'blocked', retryAfterMs: OTHER_WORKER_MS };
    if (isDelayed(known, now)) await this.redate(instructionId, now);
    const entry = await this.context.gate.enter(partnerId);
    if (entry.kind === 'held') return this.holdOrReroute(toSend, entry);
    try {
      const listsFault = await this.context.watchLists.fault(toSend.environment);
      const to = {
        destination: prepared.destination,
        listsFault,
        brokenRules: brokenRulesText(prepared.broken),
        known: this.isFresh(now, KNOWN_FOR_MS) ? toSend : null,
      };
      const begun = await beginDispatch(this.context.database, instructionId, partnerId, to);
      const { result: order, state } = begun;
      if (order.kind === 'moved') return this.movedOutcome(begun);
      if (order.kind === 'rerouted') return await this.rerouted(instructionId);
      if (order.kind === 'review' || order.kind === 'contradiction') return order;
      if (order.kind === 'approval') return approvalOutcome(order, toSend);
      if (order.kind === 'held') return heldUntil(order, now);
      if (order.kind === 'bank_rules') return await this.holdForRules(instructionId, prepared.broken);
      if (order.kind === 'ambiguous') return this.ambiguous(begun);
      if (order.kind === 'unscreened') {
        await entry.leave({ kind: 'not_called' });
        return await this.screenAndSend(instructionId, screenings);
      }
      if (order.kind === 'partner_moved') {
        this.context.partners.forget(partnerId);
        await entry.leave({ kind: 'not_called' });
        return await this.send(instructionId, screenings);
      }
      const { attempt, isFirstSend, takenAt } = order;
      const mayBegin = (): boolean => this.isFresh(takenAt, BEGIN_WITHIN_MS);
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

  private async holdForRules(instructionId: string, broken: readonly RuleFault[]): Promise<SendOutcome> {
    await this.flag(instructionId, 'bank_rules', { says: brokenRulesText(broken), rules: broken });
    return { kind: 'held', reason: 'bank_rules', retryAfterMs: RULES_MS };
  }

  /** Screens a payment again and sends it; holds it, with a flag, when the lists have changed too often meanwhile. */
  private async screenAndSend(instructionId: string, screenings: number): Promise<SendOutcome> {
    if (screenings >= MAX_SCREENINGS) {
      await this.flag(instructionId, 'payment_blocked', { reason: 'LISTS_CHANGE' });
      return { kind: 'held', reason: 'blocked', retryAfterMs: OTHER_WORKER_MS };
    }
    await rescreenPayment(this.context, instructionId);
    return this.send(instructionId, screenings + 1);
  }

  /** Records that the payment waits for approvals. @returns null if it does not any more, and may be sent */
  private async awaitApproval(toSend: InstructionToSend): Promise<SendOutcome | null> {
    const changed = await recordApprovalWait(this.context.database, toSend.state.id);
    if (changed.result.kind === 'waits') return approvalOutcome(changed.result, toSend);
    return changed.state.status === 'pending' ? null : this.movedOutcome(changed);
  }

  /** Records whether the conditions of the payment are met. @returns null if all are, and it may be sent */
  private async awaitConditions({ state: { id }, at }: InstructionToSend): Promise<SendOutcome | null> {
    const changed = await recordConditions(this.context.database, id);
    const { result } = changed;
    if (result.kind === 'ended') return this.movedOutcome(changed);
    return result.kind === 'waits' ? heldUntil({ because: 'conditions', until: result.until }, at) : null;
  }

  /**
   * Measured with two clocks of the process: the monotonic clock stops while a virtual machine is paused, and then differs
   * from the wall clock.
   */
  private isFresh(readAt: Date, withinMs: number): boolean {
    const { clock } = this.context;
    return !clock.isOff && clock.nowMs() - readAt.getTime() <= withinMs;
  }

  /** Cancels an unsent payment whose client wants that. @returns null if no cancellation is requested */
  private async withdraw(instructionId: string): Promise<SendOutcome | null> {
    const changed = await recordWithdrawal(this.context.database, instructionId);
    if (changed.result === 'not_wanted') return null;
    return changed.result === 'ambiguous' ? this.ambiguous(changed) : this.movedOutcome(changed);
  }

  private movedOutcome({ state }: { state: PaymentState }): SendOutcome {
    const recorded = recordedOf(this.context.vault, state.id, state.dispatch);
    return { kind: 'moved', moved: statusVersionOf({ state }), ...recorded };
  }

  private ambiguous({ state }: { state: PaymentState }): SendOutcome {
    return { kind: 'ambiguous', refusing: false, ...recordedOf(this.context.vault, state.id, state.dispatch) };
  }

  /** Records new expected dates for a payment that was held here, if its old ones have changed. */
  private async redate(instructionId: string, at: Date): Promise<void> {
    const { database } = this.context;
    const payment = await readDatedPayment(database, instructionId);
    const dates = renewDates(payment, { at, closed: await readClosedDays(database, payment) }, 'held');
    if (dates !== null) await recordRedating(database, instructionId, dates);
  }

  /** Holds a payment that the gate does not admit, or reroutes it if nothing at all can be written to the partner. */
  private async holdOrReroute(
    { state: { id: instructionId, partnerId } }: InstructionToSend,
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

  /** The outcome for a rerouted payment. @param next its new route; read when another run decided it */
  private async rerouted(instructionId: string, next: RouteTerms | null = null): Promise<SendOutcome> {
    const { partnerName, releaseAt } =
      next ?? (await readInstructionToSend(this.context.database, instructionId)).route;
    this.context.log.info({ instructionId }, 'a payment is rerouted');
    return { kind: 'rerouted', partnerName, releaseAtMs: releaseAt?.getTime() ?? null };
  }

  /** Records the result of a submission. @returns the outcome for the workflow */
  private async record(known: PaymentState, call: SendOrder, result: SubmitResult): Promise<SendOutcome> {
    const { database, vault, clock, log } = this.context;
    const { attempt, sends } = call;
    const named = { instructionId: known.id, attempt };
    // Before the outcome: a worker that dies here leaves an attempt that its partner is asked about.
    const about = { ...named, partnerId: known.partnerId, source: 'submission' as const };
    if ('payeeCheck' in result) await recordPayeeCheck(database, vault, about, result.payeeCheck);
    switch (result.kind) {
      case 'taken': {
        const { id: instructionId, partnerId } = known;
        const { partnerReference, status } = result;
        const at = new Date(clock.laterMs());
        const payment = { instructionId, known: clock.isOff ? null : { state: known, at } };
        const delivery = { attempt, sends, partnerId, partnerReference, status };
        const moved = await recordDelivered(database, payment, delivery);
        return { kind: 'moved', moved, recorded: proveDispatch(vault, known.id, call, true) };
      }
      case 'rejected': {
        const { message, reasonCode = null } = result;
        const next = await this.nextRoute(known.id, { kind: 'rejected', message });
        const changed = await recordRejected(database, known.id, call, { message, reasonCode, next });
        if (changed.result === 'rerouted') return this.rerouted(known.id, next);
        return this.movedOutcome(changed);
      }
      case 'not_delivered': {
        const next = sends === 1 ? await this.nextRoute(known.id, { kind: 'unreachable' }) : null;
        const changed = await recordUndelivered(database, known.id, call, { ...result, next });
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
