import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '../domain/errors';
import { Permits } from './permits';

/** Argon2id with 19 MiB, two passes, one lane: the first choice of the OWASP cheat sheet on storing passwords. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashing takes the threads of libuv, of which files and other work need some, too. */
const MAX_AT_ONCE = 2;
/** At some 50 ms each, the last one waits for about a second. */
const MAX_WAITING = 32;

const PERMITS = new Permits({ perKey: MAX_AT_ONCE, maxWaiting: MAX_WAITING });
/** All callers have one key, since an attacker may name any person. */
const EVERYBODY = '';

/**
 * Runs work with one of few permits, so that a flood of logins takes neither memory nor threads.
 * @throws DomainError UNAVAILABLE when the queue is full
 */
async function withPermit<Result>(work: () => Promise<Result>): Promise<Result> {
  const release = await PERMITS.take(EVERYBODY);
  if (release === null) {
    throw new DomainError('UNAVAILABLE', 'Too many passwords are being checked.', { retryAfterSeconds: 1 });
  }
  try {
    return await work();
  } finally {
    release();
  }
}

/** Hash of a password that no user has: a comparison with it takes as long as with a real one. */
const DUMMY_HASH = hash('no user has this password', COST);

/** @throws DomainError UNAVAILABLE when too many are being checked */
export function hashPassword(password: string): Promise<string> {
  return withPermit(() => hash(password, COST));
}

/**
 * @param stored null for an unknown user; the answer is false then, after the same time
 * @throws DomainError UNAVAILABLE when too many are being checked
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const known = stored ?? (await DUMMY_HASH);
  const matches = await withPermit(() => verify(known, password));
  return stored !== null && matches;
}
