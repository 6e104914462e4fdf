import { setTimeout as delay } from 'node:timers/promises';
import { mayHaveCommitted } from '../../db/faults';
import { DomainError, isUnavailable, RowLockedElsewhere } from '../../domain/errors';
import type { Reply } from '../endpoint';
import type { Services } from '../services';

/** How long to look for the row of a request before the reply says that it may exist. */
const LOOK_FOR_MS = 2_000;
/** Doubled after each look. */
const FIRST_PAUSE_MS = 100;
const RETRY_AFTER_SECONDS = 2;

function mayBeStoredFault(id: string, cause: unknown): DomainError {
  const message =
    `The database did not confirm ${id}, which may have been kept. Repeat the request with the ` +
    'same Idempotency-Key, or read it by its id or reference before you send the request again.';
  return new DomainError('UNAVAILABLE', message, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    extra: { mayHaveMade: id },
    cause,
  });
}

/**
 * Whether nothing was written: Postgres refused it, such as for a lock that was not available in time. A lock fault
 * without a cause means that we stopped waiting, so the statement may still run.
 */
function isRolledBack(fault: unknown): boolean {
  return (fault instanceof RowLockedElsewhere && fault.cause !== undefined) || !mayHaveCommitted(fault);
}

/**
 * The reply to a request that is committed: the fuller one or, if reading it fails, the one already at hand; the
 * failure is logged.
 * @param committed the reply by what was committed
 * @param fuller reads more after the commit
 * Source: docs/GAPS.md#P21
 */
export function replyOrFallback(
  committed: Reply,
  fuller: Promise<Reply>,
  { log }: Pick<Services, 'log'>,
): Promise<Reply> {
  return fuller.catch((fault: unknown) => {
    log.warn(
      { location: committed.headers?.['Location'], fault },
      'a committed creation is answered without a further read',
    );
    return committed;
  });
}

/** The reply without `Idempotency-Replayed`: to its client it is the first one. */
function withoutReplayHeader({ headers = {}, ...reply }: Reply): Reply {
  const kept = Object.entries(headers).filter(([name]) => name !== 'Idempotency-Replayed');
  return { ...reply, headers: Object.fromEntries(kept) };
}

/**
 * After a fault that leaves open whether a request was committed, looks for what it made, with doubling pauses for up
 * to 2 seconds, and replies as if nothing had failed.
 * @param madeId what it may have made; undefined while no statement has written anything
 * @param read reads the reply from what is stored; undefined where the operation cannot
 * @throws the fault if it is the client's (below 500) or nothing was written; DomainError UNAVAILABLE with the id if
 * that is still unknown in the end
 * Source: docs/GAPS.md#P21
 */
export async function recoverReply(
  fault: unknown,
  madeId: string | undefined,
  read: (madeId: string) => Promise<Reply> | undefined,
): Promise<Reply> {
  if (madeId === undefined || (fault instanceof DomainError && fault.status < 500)) throw fault;
  const deadline = performance.now() + LOOK_FOR_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
    try {
      const reply = read(madeId);
      if (reply === undefined) break;
      return withoutReplayHeader(await reply);
    } catch (unseen) {
      // Postgres finishes the statement of a connection that was lost, so an absent row may still appear.
      if (!isUnavailable(unseen) && isRolledBack(fault)) throw fault;
      if (performance.now() >= deadline) throw mayBeStoredFault(madeId, fault);
    }
    await delay(pauseMs);
  }
  throw isRolledBack(fault) ? fault : mayBeStoredFault(madeId, fault);
}
