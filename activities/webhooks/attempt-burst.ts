import { retryDelayMs } from '../../domain/webhooks/retry';
import { beginFirstAttempts, type AttemptOrder } from '../../db/webhooks/attempts';
import { finishAttempts, type FinishedAttempt } from '../../db/webhooks/finish-attempts';
import { leaveBurst, readBurst } from '../../db/webhooks/bursts';
import { attemptUnderWay, sendAttempt, type DeliveryContext } from './attempt-delivery';

export interface BurstOutcome {
  delivered: number;
  /** Failed, or not to be attempted now: each goes on in a workflow of its own. */
  goingOn: number;
}

export interface BurstActivities {
  /** Makes the first attempts of a burst's deliveries and records them. */
  attemptBurst(burstId: string): Promise<BurstOutcome>;
}

interface Wave {
  delivered: number;
  /** Whether another run is making some of its attempts. */
  hasUnderWay: boolean;
}

/** Attempts of a burst under way at a time: two waves of five seconds where the receiver hangs. */
const ATTEMPTS_AT_ONCE = 25;

async function attemptFirst(
  order: AttemptOrder,
  context: DeliveryContext,
): Promise<FinishedAttempt & { endedAt: Date }> {
  const result = await sendAttempt(order, context);
  const delayMs = retryDelayMs(1) ?? 0;
  const endedAt = new Date();
  const isDelivered = result.statusCode === 200 && result.error === null;
  const nextAttemptAt = isDelivered ? null : new Date(endedAt.getTime() + delayMs);
  return { deliveryId: order.deliveryId, number: 1, nextAttemptAt, endedAt, isOrdered: order.isOrdered, ...result };
}

/** Side effects of a burst's workflow. Source: docs/GAPS.md#W10 */
export function createBurstActivities(context: DeliveryContext): BurstActivities {
  const { database, vault } = context;

  /** What is not to be sent begins by itself: there it is parked, or ended. */
  async function attemptWave(burstId: string, ids: readonly string[]): Promise<Wave> {
    const turns = await beginFirstAttempts(database, vault, ids, new Date());
    const orders = [...turns.values()].flatMap((turn) => (turn.kind === 'send' ? [turn.order] : []));
    const hasUnderWay = [...turns.values()].some(({ kind }) => kind === 'under_way');
    const stays = (id: string): boolean => ['send', 'under_way'].includes(turns.get(id)?.kind ?? 'cancelled');
    await leaveBurst(
      database,
      burstId,
      ids.filter((id) => !stays(id)),
    );
    if (orders.length === 0) return { delivered: 0, hasUnderWay };
    const finished = await Promise.all(orders.map((order) => attemptFirst(order, context)));
    finished.sort((one, other) => one.endedAt.getTime() - other.endedAt.getTime());
    await finishAttempts(database, finished);
    return { delivered: finished.filter(({ nextAttemptAt }) => nextAttemptAt === null).length, hasUnderWay };
  }

  return {
    async attemptBurst(burstId) {
      const ids = await readBurst(database, burstId);
      let delivered = 0;
      let hasUnderWay = false;
      for (let begin = 0; begin < ids.length; begin += ATTEMPTS_AT_ONCE) {
        const wave = await attemptWave(burstId, ids.slice(begin, begin + ATTEMPTS_AT_ONCE));
        delivered += wave.delivered;
        hasUnderWay ||= wave.hasUnderWay;
      }
      // A run that was given up may still be making them; this one looks again.
      if (hasUnderWay) throw attemptUnderWay();
      return { delivered, goingOn: ids.length - delivered };
    },
  };
}
