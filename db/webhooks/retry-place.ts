import { retryDelayMs } from '../../domain/webhooks/retry';
import type { Queryable } from '../database';

/** How far a delivery has come. */
interface Place extends Record<string, unknown> {
  /** Whether it is over. */
  isOver: boolean;
  /** Attempts that have ended. */
  made: number;
  /** When the last of them ended; null before the first one. */
  endedAt: Date | null;
  /** When a rate or an outage lets it go on, or its retry is due. */
  nextAttemptAt: Date | null;
}

async function readPlace(database: Queryable, deliveryId: string): Promise<Place | null> {
  const [row] = await database.query<Place>(
    `select d.status in ('delivered', 'failed', 'cancelled') as "isOver", count(a.*)::int as made,
       max(a.started_at + make_interval(secs => a.duration_ms / 1000.0)) as "endedAt",
       d.next_attempt_at as "nextAttemptAt"
     from deliveries d
     left join delivery_attempts a on a.delivery_id = d.id and a.duration_ms is not null
     where d.id = $1 group by d.id`,
    [deliveryId],
  );
  return row ?? null;
}

function retryDueAt({ made, endedAt }: Place): Date | null {
  const delayMs = retryDelayMs(made);
  return delayMs === null || endedAt === null ? null : new Date(endedAt.getTime() + delayMs);
}

/** @returns when the next retry of a delivery is due by the attempts on record; null before its first attempt */
export async function readRetryDueAt(database: Queryable, deliveryId: string): Promise<Date | null> {
  const place = await readPlace(database, deliveryId);
  return place === null ? null : retryDueAt(place);
}

/** What a retry that somebody asks for is by the attempts on record. */
export type RetryTurn =
  /** It may be made, or was made. */
  | { kind: 'due' }
  | { kind: 'early'; dueAt: Date }
  /** The delivery is over, or has not come so far. */
  | { kind: 'never' };

/** The clocks of a worker and of Temporal, whose timer wakes a retry, differ by less. */
const CLOCKS_DIFFER_MS = 1_000;

/**
 * Tells whether a retry is the next attempt of its delivery and due: whoever started the workflow is not believed.
 * Source: docs/GAPS.md#W4
 */
export async function readRetryTurn(
  database: Queryable,
  { deliveryId, number }: { deliveryId: string; number: number },
  now: Date,
): Promise<RetryTurn> {
  const place = await readPlace(database, deliveryId);
  if (place === null || !Number.isInteger(number) || number < 1) return { kind: 'never' };
  if (number <= place.made) return { kind: 'due' };
  const dueAt = retryDueAt(place);
  if (place.isOver || number !== place.made + 1 || dueAt === null) return { kind: 'never' };
  const isDue = (at: Date): boolean => at.getTime() - CLOCKS_DIFFER_MS <= now.getTime();
  if (isDue(dueAt) || (place.nextAttemptAt !== null && isDue(place.nextAttemptAt))) return { kind: 'due' };
  return { kind: 'early', dueAt };
}
