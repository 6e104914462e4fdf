import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '../domain/errors';

/** Argon2id with 19 MiB, two passes, one lane: the first choice of the OWASP cheat sheet on storing passwords. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashing takes the threads of libuv, of which files and other work need some, too. */
const MAX_AT_ONCE = 2;
/** At some 50 ms each, the last one waits for about a second. */
const MAX_WAITING = 32;

let running = 0;
const waiting: (() => void)[] = [];

/** @throws DomainError UNAVAILABLE when very many are waiting: a flood of logins takes neither memory nor threads */
async function inItsPlace<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= MAX_AT_ONCE) {
    if (waiting.length >= MAX_WAITING) {
      throw new DomainError('UNAVAILABLE', 'Too many passwords are being checked.', { retryAfterSeconds: 1 });
    }
    // Whoever wakes this one gives it the place.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** Hash of a password that nobody has: comparing with it takes as long as with a real one. */
const NOBODYS_HASH = hash('no user has this password', COST);

/** @throws DomainError UNAVAILABLE when too many are being checked */
export function hashPassword(password: string): Promise<string> {
  return inItsPlace(() => hash(password, COST));
}

/**
 * @param stored null for an unknown user; the answer is false then, after the same time
 * @throws DomainError UNAVAILABLE when too many are being checked
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const known = stored ?? (await NOBODYS_HASH);
  const matches = await inItsPlace(() => verify(known, password));
  return stored !== null && matches;
}
