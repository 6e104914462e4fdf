import { setTimeout as delay } from 'node:timers/promises';
import { hasDelivered, nextAttemptAfter } from '../../domain/webhooks/retry';
import type { AttemptOrder } from '../../db/webhooks/attempts';
import { beginBurstAttempts, type AttemptsOfBurst } from '../../db/webhooks/burst-attempts';
import { finishAttempts, type FinishedAttempt } from '../../db/webhooks/finish-attempts';
import { leaveBurst, readBurst, type BurstMember } from '../../db/webhooks/bursts';
import { attemptUnderWay, finishing, placeInTask, sendAttempt, type DeliveryContext } from './attempt-delivery';

export interface BurstOutcome {
  /** By this run. */
  delivered: number;
  /** Not over and still in the burst. */
  goingOn: number;
  /** When the next retry of those is due, Unix time in milliseconds; absent: there is none. */
  nextDueAtMs?: number;
}

/** `isDeferred`: first attempts are left, which are to be made outside of workflow tasks. */
export interface FirstsOutcome extends BurstOutcome {
  isDeferred?: true;
}

export interface BurstActivities {
  /**
   * Makes a burst's first attempts, inside a workflow task: while its receiver answers, and while there is a place for
   * it there.
   */
  attemptFirsts(burstId: string): Promise<FirstsOutcome>;
  /** Makes the attempts of a burst's deliveries that are due now or within seconds, each when it is due. */
  attemptBurst(burstId: string): Promise<BurstOutcome>;
}

/** Retries that are due so close together share their statements; each waits for the last of them. */
const SHARED_MS = 250;
/** What is due later is waited for in the workflow, where a timer holds no place of a worker. */
const WAITED_FOR_MS = 8_000;

/** Deliveries whose attempts begin together. */
interface Wave {
  atMs: number;
  members: BurstMember[];
}

/** @param retries in the order in which they are due */
function wavesOf(retries: readonly BurstMember[]): Wave[] {
  const waves: Wave[] = [];
  let firstMs = -Infinity;
  for (const member of retries) {
    const dueAtMs = member.dueAt?.getTime() ?? 0;
    const wave = waves.at(-1);
    if (wave !== undefined && dueAtMs - firstMs <= SHARED_MS) {
      wave.members.push(member);
      wave.atMs = dueAtMs;
    } else {
      waves.push({ atMs: dueAtMs, members: [member] });
      firstMs = dueAtMs;
    }
  }
  return waves;
}

type EndedAttempt = FinishedAttempt & { endedAt: Date };

async function attemptOne(order: AttemptOrder, number: number, context: DeliveryContext): Promise<EndedAttempt> {
  const result = await sendAttempt(order, context);
  const endedAt = new Date();
  const nextAttemptAt = nextAttemptAfter(result, number, endedAt);
  const isRetryOfBurst = number > 1;
  const ended = { deliveryId: order.deliveryId, number, nextAttemptAt, endedAt, isRetryOfBurst };
  return { ...ended, ...finishing(order), ...result };
}

/**
 * Makes attempts that begin together. What is not to be sent goes on by itself: there it is parked, or ended.
 * @returns how many were delivered; none where they may not begin
 */
async function attemptTogether(attempts: AttemptsOfBurst, context: DeliveryContext): Promise<number> {
  const { database, vault } = context;
  const { burst, members } = attempts;
  if (members.length === 0) return 0;
  const turns = await beginBurstAttempts(database, vault, attempts, new Date());
  if (turns === null) return 0;
  const leaving = members.filter(({ deliveryId }) => {
    const kind = turns.get(deliveryId)?.kind ?? 'cancelled';
    return !['send', 'under_way', 'made'].includes(kind);
  });
  await leaveBurst(
    database,
    burst,
    leaving.map(({ deliveryId }) => deliveryId),
  );
  const sent = members.flatMap(({ deliveryId, number }) => {
    const turn = turns.get(deliveryId);
    return turn?.kind === 'send' ? [attemptOne(turn.order, number, context)] : [];
  });
  if (sent.length === 0) return 0;
  const ended = await Promise.all(sent);
  ended.sort((one, other) => one.endedAt.getTime() - other.endedAt.getTime());
  await finishAttempts(database, ended);
  // The next events of their subjects are due now.
  if (ended.some(({ isOrdered }) => isOrdered)) context.wake();
  return ended.filter(hasDelivered).length;
}

/** Side effects of a burst's workflow. Source: docs/GAPS.md#W10 */
export function createBurstActivities(context: DeliveryContext): BurstActivities {
  const { database, bounds } = context;

  async function attemptRetries(burst: string, { atMs, members }: Wave): Promise<number> {
    await delay(Math.max(atMs - Date.now(), 0));
    return attemptTogether({ burst, members }, context);
  }

  /** Where a burst stands after a run; null while attempts are due that another run may be making. */
  async function outcomeOf(burst: string, members: number, delivered: number): Promise<BurstOutcome | null> {
    if (delivered === members) return { delivered, goingOn: 0 };
    const left = await readBurst(database, burst);
    if (left.some(({ dueAt }) => dueAt === null)) return null;
    const nextDueAtMs = left[0]?.dueAt?.getTime();
    return { delivered, goingOn: left.length, ...(nextDueAtMs === undefined ? {} : { nextDueAtMs }) };
  }

  return {
    async attemptFirsts(burst) {
      const members = await readBurst(database, burst);
      const firsts = members.filter(({ number }) => number === 1);
      let leave: (() => void) | null = null;
      const mayBegin = (order: AttemptOrder): boolean => (leave = placeInTask(bounds, order)) !== null;
      const made = attemptTogether({ burst, members: firsts, mayBegin }, context);
      const delivered = await made.finally(() => leave?.());
      return (await outcomeOf(burst, members.length, delivered)) ?? { delivered, goingOn: 0, isDeferred: true };
    },

    async attemptBurst(burst) {
      const members = await readBurst(database, burst);
      const untilMs = Date.now() + WAITED_FOR_MS;
      const firsts = members.filter(({ number }) => number === 1);
      const retries = members.filter(({ number }) => number > 1);
      const waves = wavesOf(retries).filter(({ atMs }) => atMs <= untilMs);
      const work = [
        attemptTogether({ burst, members: firsts }, context),
        ...waves.map((wave) => attemptRetries(burst, wave)),
      ];
      const done = await Promise.allSettled(work);
      for (const one of done) if (one.status === 'rejected') throw one.reason;
      const delivered = done.reduce((sum, one) => sum + (one.status === 'fulfilled' ? one.value : 0), 0);
      const outcome = await outcomeOf(burst, members.length, delivered);
      // A run that was given up may still be making them; this one looks again.
      if (outcome === null) throw attemptUnderWay();
      return outcome;
    },
  };
}
