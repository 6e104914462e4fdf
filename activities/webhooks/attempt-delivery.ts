import { activityInfo, ApplicationFailure } from '@temporalio/activity';
import { hasDelivered, nextAttemptAfter } from '../../domain/webhooks/retry';
import { signDelivery } from '../../domain/webhooks/signature';
import {
  beginAttempt,
  readMadeAttempt,
  resolveDeliveryState,
  type AttemptOrder,
  type DeliveryState,
  type MadeAttempt,
} from '../../db/webhooks/attempts';
import { finishAttempts, type AttemptResult } from '../../db/webhooks/finish-attempts';
import { readRetryTurn } from '../../db/webhooks/retry-place';
import type { Hold } from '../../db/webhooks/turns';
import type { Database } from '../../db/database';
import type { Wake } from '../../db/wake';
import type { Vault } from '../../lib/vault';
import type { AttemptBounds } from './attempt-bounds';
import type { GuardedAgents } from './guarded-connect';
import { postDelivery } from './post';

export interface AttemptOutcome {
  /** `deferred`: not made, since its receiver would hold a workflow task; to be made outside of one. */
  status: 'delivered' | 'failed' | 'parked' | 'cancelled' | 'deferred' | 'waiting';
  /** Of `waiting`: the delivery of an earlier event, or else until when it waits, Unix time in milliseconds. */
  waitsFor?: string;
  untilMs?: number;
  /** Of `waiting`: since when its endpoint cannot be reached, where that is the reason. */
  unreachableSince?: string;
  /** When the attempt ended, Unix time in milliseconds: the schedule counts from it. Absent when none was made. */
  endedAtMs?: number;
  /** Whether a burst makes the next attempt. */
  inBurst?: true;
}

export interface DeliveryActivities {
  /** Makes attempt `number` of a delivery and records it. */
  attemptDelivery(deliveryId: string, number: number): Promise<AttemptOutcome>;
  /** Where a waiting delivery stands after its subscription changed. */
  parkDelivery(deliveryId: string): Promise<DeliveryState>;
}

export interface DeliveryContext {
  database: Database;
  vault: Vault;
  agents: GuardedAgents;
  trustedOrigins: readonly string[];
  /** Of the attempts inside workflow tasks of this process. */
  bounds: AttemptBounds;
  /** Tells the relays of what was written for them. */
  wake: Wake;
}

function outcomeOf({ delivered, endedAt, inBurst }: MadeAttempt): AttemptOutcome {
  const status = delivered ? 'delivered' : 'failed';
  return { status, endedAtMs: endedAt.getTime(), ...(inBurst && !delivered ? { inBurst } : {}) };
}

/** It is told when its endpoint answers again; should nobody tell it, it looks by itself after this. */
const UNREACHABLE_LOOK_MS = 3_600_000;

function waiting(hold: Hold): AttemptOutcome {
  switch (hold.reason) {
    case 'order':
      return { status: 'waiting', waitsFor: hold.deliveryId };
    case 'rate':
      return { status: 'waiting', untilMs: hold.until.getTime() };
    case 'unreachable': {
      const untilMs = hold.until?.getTime() ?? Date.now() + UNREACHABLE_LOOK_MS;
      return { status: 'waiting', untilMs, unreachableSince: hold.since.toISOString() };
    }
  }
}

/** Another run is making the attempt: what comes of it is on record soon, or its lease ends. */
export function attemptUnderWay(): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'AttemptUnderWay',
    message: 'another run is making this attempt',
    nextRetryDelay: '2 s',
  });
}

/** What recording the end of an attempt needs to know of its subscription. */
export function finishing({ isOrdered, hasBreaker, webhookId, accountId }: AttemptOrder) {
  return { isOrdered, ...(hasBreaker ? { breakerOf: { webhookId, accountId } } : {}) };
}

/**
 * A place inside a workflow task, for receivers that answered last time alone.
 * @returns a function that gives the place back, or null when there is none
 */
export function placeInTask(bounds: AttemptBounds, { url, accountId, isFailing }: AttemptOrder): (() => void) | null {
  return isFailing ? null : bounds.admit({ origin: new URL(url).origin, accountId });
}

/** Signs an event and posts it, once. */
export async function sendAttempt(
  order: AttemptOrder,
  { agents, trustedOrigins }: DeliveryContext,
): Promise<AttemptResult> {
  const signed = signDelivery(order.event, order.secrets, new Date());
  return postDelivery(order, signed, agents, [...trustedOrigins, ...order.trustedOrigins]);
}

/** Side effects of a delivery's workflow. Source: docs/GAPS.md#W4, docs/GAPS.md#W5 */
export function createDeliveryActivities(context: DeliveryContext): DeliveryActivities {
  const { database, vault, bounds, wake } = context;

  /** Within the bounds inside a workflow task; elsewhere every attempt. */
  function admit(order: AttemptOrder): (() => void) | null {
    return activityInfo().isLocal ? placeInTask(bounds, order) : () => undefined;
  }

  return {
    async attemptDelivery(deliveryId, number) {
      if (number !== 1) {
        const turn = await readRetryTurn(database, { deliveryId, number }, new Date());
        if (turn.kind === 'never') return { status: 'cancelled' };
        if (turn.kind === 'early') return { status: 'waiting', untilMs: turn.dueAt.getTime() };
      }
      let release: (() => void) | null = null;
      const mayBegin = (order: AttemptOrder): boolean => (release = admit(order)) !== null;
      const leave = (): void => release?.();
      const attempt = { deliveryId, number };
      const decision = await beginAttempt(database, vault, { ...attempt, mayBegin }, new Date()).catch(
        (fault: unknown) => {
          leave();
          throw fault;
        },
      );
      if (decision.kind !== 'send') leave();
      if (decision.kind === 'made') return outcomeOf(decision);
      if (decision.kind === 'under_way') throw attemptUnderWay();
      if (decision.kind === 'held') return waiting(decision.hold);
      if (decision.kind !== 'send') return { status: decision.kind };
      const { order } = decision;
      const result = await sendAttempt(order, context).finally(leave);
      const endedAt = new Date();
      const nextAttemptAt = order.test ? null : nextAttemptAfter(result, number, endedAt);
      const recorded = await finishAttempts(database, [{ ...attempt, ...result, nextAttemptAt, ...finishing(order) }]);
      // The next event of the subject is due now.
      if (order.isOrdered) wake();
      const own = { delivered: hasDelivered(result), endedAt, inBurst: false };
      if (recorded.has(deliveryId)) return outcomeOf(own);
      // Another run of this attempt was recorded first: its result is the one that counts.
      return outcomeOf((await readMadeAttempt(database, attempt)) ?? own);
    },

    parkDelivery: (deliveryId) => resolveDeliveryState(database, deliveryId),
  };
}
