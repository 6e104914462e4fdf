import { setTimeout as delay } from 'node:timers/promises';
import { mayHaveCommitted } from '../../db/faults';
import { DomainError, isUnavailable, RowLockedElsewhere } from '../../domain/errors';
import type { Reply } from '../endpoint';
import type { Services } from '../services';

/** How long the row of a request is searched before the answer says that it may exist. */
const LOOK_FOR_MS = 2_000;
/** Doubled after each look. */
const FIRST_PAUSE_MS = 100;
const RETRY_AFTER_SECONDS = 2;

function mayHaveBeenKept(id: string, cause: unknown): DomainError {
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
 * @returns whether nothing was written: Postgres refused it, such as for a lock that was waited for in vain. A lock without a
 *   cause is a refusal of ours to wait any longer, whose statement may still be under way.
 */
function isRolledBack(fault: unknown): boolean {
  return (fault instanceof RowLockedElsewhere && fault.cause !== undefined) || !mayHaveCommitted(fault);
}

/**
 * Answers a request whose commit was answered.
 * @param inHand the answer by what was committed
 * @param later the answer by what comes after the commit, which may fail
 * Source: docs/GAPS.md#P21
 */
export function answerKept(inHand: Reply, later: Promise<Reply>, { log }: Pick<Services, 'log'>): Promise<Reply> {
  return later.catch((fault: unknown) => {
    log.warn(
      { location: inHand.headers?.['Location'], fault },
      'a committed creation is answered without a further read',
    );
    return inHand;
  });
}

/** The same answer as that of a first request, which it is. */
function asFirst({ headers = {}, ...reply }: Reply): Reply {
  const kept = Object.entries(headers).filter(([name]) => name !== 'Idempotency-Replayed');
  return { ...reply, headers: Object.fromEntries(kept) };
}

/**
 * Answers a request whose commit, or whatever came after it, ended in a fault: as made if what it made is there.
 * @param madeId what it may have made; undefined while no statement has written anything
 * @param look reads the answer from what is stored; undefined where the operation has no such answer
 * @throws the fault of a request that made nothing; DomainError UNAVAILABLE naming the id where that cannot be known
 * Source: docs/GAPS.md#P21
 */
export async function answerMade(
  fault: unknown,
  madeId: string | undefined,
  look: (madeId: string) => Promise<Reply> | undefined,
): Promise<Reply> {
  if (madeId === undefined || (fault instanceof DomainError && fault.status < 500)) throw fault;
  const deadline = performance.now() + LOOK_FOR_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
    try {
      const found = await look(madeId);
      if (found === undefined) throw fault;
      return asFirst(found);
    } catch (unseen) {
      // Postgres finishes the statement of a connection that was lost, so an absent row may still appear.
      if (!isUnavailable(unseen) && isRolledBack(fault)) throw fault;
      if (performance.now() >= deadline) throw mayHaveBeenKept(madeId, fault);
    }
    await delay(pauseMs);
  }
}
