import { setTimeout as delay } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/activity';
import type { Verdict } from '../../domain/webhooks/gate';
import { hasDelivered } from '../../domain/webhooks/retry';
import { signDelivery } from '../../domain/webhooks/signature';
import type { Database } from '../../db/database';
import { assignProbe } from '../../db/webhooks/breakers';
import type { AttemptOrder } from '../../db/webhooks/attempt-orders';
import { forgetStarts, readStartFacts, type StartFacts } from '../../db/webhooks/deliveries';
import { recordAttempts, type MadeAttempt } from '../../db/webhooks/record-attempts';
import { readSenderBacklog, releaseHeld, type SenderBacklog } from '../../db/webhooks/sender';
import { settleDelivery, takeAttempt, takeFirsts } from '../../db/webhooks/take-attempts';
import type { Wake } from '../../db/wake';
import { inTraceOf } from '../../lib/trace-context';
import type { Vault } from '../../lib/vault';
import { each } from '../each';
import type { BatchesUnderWay, UnderWay } from './batches-under-way';
import type { GuardedAgents } from './guarded-connect';
import { postDelivery } from './post';

/** What came of an attempt, or why there was none. */
export type AttemptOutcome = Exclude<Verdict, { status: 'send' | 'under_way' }>;

/** What came of a batch of first attempts. Times are Unix times in milliseconds. */
export interface BatchOutcome {
  /** By delivery: the status of the answer, or the fault. */
  attempts: Record<string, string>;
  /** Mean time of an attempt; 0 where none was made. */
  meanMs: number;
  /** What is left; absent after a full batch, which another one follows. */
  rest?: Omit<SenderBacklog, 'nextAt' | 'unreachableSince'> & { nextAtMs?: number; unreachableSince?: string };
  /** Where the next ones are released that were held when the subscription changed; absent: there are no more. */
  releasedTo?: string;
}

export interface WebhookActivities {
  /**
   * Takes first attempts of a subscription that may be made now, makes and records them, and begins the workflow of each
   * delivery that failed.
   * @param releaseAfter where the subscription has changed: id of the last delivery that was released, empty at first
   */
  sendFirsts(webhookId: string, releaseAfter: string | null): Promise<BatchOutcome>;
  /** Makes attempt `number` of a delivery that has a workflow of its own, and records it. */
  attemptDelivery(deliveryId: string, number: number): Promise<AttemptOutcome>;
  /** State of a waiting delivery after its subscription changed. */
  settleDelivery(deliveryId: string): Promise<'waiting' | 'paused' | 'cancelled'>;
}

export interface WebhookContext {
  database: Database;
  vault: Vault;
  agents: GuardedAgents;
  trustedOrigins: readonly string[];
  /** Starts the workflow of a delivery; starting it again changes nothing. */
  startDelivery: (start: StartFacts) => Promise<void>;
  log: Parameters<typeof each>[0];
  batches: BatchesUnderWay;
  /** Tells the relays of what was written for them. */
  wake: Wake;
}

/** First attempts of one batch at most. Source: docs/GAPS.md#W10 */
const BATCH_SIZE = 50;

/** The failure of an attempt that another run is making; the retry finds its result, or its lease expired. */
function underWayFailure(): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'AttemptUnderWay',
    message: 'another run is making this attempt',
    nextRetryDelay: '2 s',
  });
}

/** Waits for the slot of an attempt, then signs and posts its event once. */
async function sendWhenDue(order: AttemptOrder, { agents, trustedOrigins }: WebhookContext): Promise<MadeAttempt> {
  if (order.notBefore !== null) await delay(Math.max(0, order.notBefore.getTime() - Date.now()));
  const signed = signDelivery(order.event, order.secrets, new Date());
  const origins = [...trustedOrigins, ...order.trustedOrigins];
  const result = await inTraceOf(order.traceparent, () => postDelivery(order, signed, agents, origins));
  return { ...result, order, endedAt: new Date() };
}

/**
 * Starts the workflows of deliveries whose first attempt has failed; the relay starts those that cannot be started
 * here.
 * @param made attempts whose outbox items are written
 */
async function startWaiting(
  made: readonly MadeAttempt[],
  { database, startDelivery, log }: WebhookContext,
): Promise<void> {
  const failed = made.filter((one) => !hasDelivered(one)).map(({ order }) => order.deliveryId);
  if (failed.length === 0) return;
  const starts = await readStartFacts(database, failed);
  const started: string[] = [];
  const begin = async (start: StartFacts): Promise<void> => {
    await startDelivery(start);
    started.push(start.deliveryId);
  };
  await each(log, [...starts.values()], ({ deliveryId }) => deliveryId, begin);
  await forgetStarts(database, started);
}

function backlogOf({ nextAt, unreachableSince, ...more }: SenderBacklog): NonNullable<BatchOutcome['rest']> {
  return {
    ...more,
    ...(nextAt === null ? {} : { nextAtMs: nextAt.getTime() }),
    ...(unreachableSince === null ? {} : { unreachableSince: unreachableSince.toISOString() }),
  };
}

/** Activities of the workflows that deliver events. Source: docs/GAPS.md#W4, docs/GAPS.md#W10 */
export function createWebhookActivities(context: WebhookContext): WebhookActivities {
  const { database, vault, wake, batches } = context;

  /** Takes first attempts once, makes and records them, and starts the workflows of failed ones. */
  async function sendOnce(webhookId: string): Promise<{ made: readonly MadeAttempt[]; isFull: boolean }> {
    const { orders, seen } = await takeFirsts(database, vault, { webhookId, limit: BATCH_SIZE });
    const made = await Promise.all(orders.map((order) => sendWhenDue(order, context)));
    made.sort((one, other) => one.endedAt.getTime() - other.endedAt.getTime());
    if (made.length > 0) await recordAttempts(database, made);
    await startWaiting(made, context);
    return { made, isFull: seen === BATCH_SIZE && made.length > 0 };
  }

  async function readBacklog(webhookId: string): Promise<NonNullable<BatchOutcome['rest']>> {
    const backlog = await readSenderBacklog(database, webhookId);
    if (backlog.isClock) await assignProbe(database, webhookId);
    return backlogOf(backlog);
  }

  /** Goes on while events follow each other closely; a full batch ends at once, so that others run beside the next. */
  async function sendBatch(webhookId: string, underWay: UnderWay): Promise<Omit<BatchOutcome, 'releasedTo'>> {
    const attempts: Record<string, string> = {};
    const durations: number[] = [];
    let sent;
    do {
      sent = await sendOnce(webhookId);
      for (const { order, error, statusCode } of sent.made) attempts[order.deliveryId] = String(statusCode ?? error);
      durations.push(...sent.made.map(({ durationMs }) => durationMs));
    } while (!sent.isFull && sent.made.length > 0 && (await underWay.hasMore()));
    underWay.close();
    const meanMs = durations.reduce((sum, ms) => sum + ms, 0) / Math.max(durations.length, 1);
    const outcome = { attempts, meanMs: Math.round(meanMs) };
    return sent.isFull ? outcome : { ...outcome, rest: await readBacklog(webhookId) };
  }

  return {
    async sendFirsts(webhookId, releaseAfter) {
      const releasedTo = releaseAfter === null ? null : await releaseHeld(database, webhookId, releaseAfter);
      const outcome = await batches.run(webhookId, (underWay) => sendBatch(webhookId, underWay));
      return releasedTo === null ? outcome : { ...outcome, releasedTo };
    },

    async attemptDelivery(deliveryId, number) {
      const decision = await takeAttempt(database, vault, { deliveryId, number });
      if (decision.status === 'under_way') throw underWayFailure();
      if (decision.status !== 'send') return decision;
      const made = await sendWhenDue(decision.order, context);
      const recorded = await recordAttempts(database, [made]);
      // The next event of the subject is due now.
      if (decision.order.isOrdered) wake();
      // Another run of this attempt was recorded first: its result is the one that counts.
      const status = recorded.get(deliveryId);
      if (status === undefined) throw underWayFailure();
      if (status === 'delivered' || status === 'cancelled') return { status };
      return { status: 'failed', endedAtMs: made.endedAt.getTime() };
    },

    settleDelivery: (deliveryId) => settleDelivery(database, deliveryId),
  };
}
