import { createHash } from 'node:crypto';
import { takeTokens, type Take } from '../../db/limits/take';
import type { Queryable } from '../../db/database';
import { raiseFlag } from '../../db/operator-flags';
import { CONSOLE_REFUSALS, LOGIN_ATTEMPTS, SECRETS_MADE } from '../../domain/auth/logins';
import type { User } from '../../domain/auth/users';
import { CODE_ATTEMPTS } from '../../domain/auth/one-time-codes';
import { addressUnit } from '../../domain/limits/addresses';
import { knownDevice } from './known-device';
import type { ConsoleParts, Visit } from '../visit';

function attempt(subject: string, limits: { perMinute: number; perHour: number }): Take {
  const levels = { minute: limits.perMinute, hour: limits.perHour, day: null, endpoint: null };
  return { planSubject: subject, endpointSubject: null, wanted: 1, limits: levels };
}

/**
 * Counts an attempt to enter a password, by address and by email, over all processes. A browser in which this person
 * has logged in before is counted separately, so that strangers cannot lock them out.
 * @returns whether the password may be checked
 */
export async function mayTryToLogIn(visit: Visit, email: string): Promise<boolean> {
  const { parts, context } = visit;
  const device = knownDevice(visit, email);
  // A hash, since whatever was typed into the field ends up here, even a password.
  const name = createHash('sha256').update(email).digest('base64url');
  const taken = await takeTokens(parts.database, [
    attempt(`login-address ${addressUnit(context.ip)}`, LOGIN_ATTEMPTS.address),
    attempt(device === null ? `login-user ${name}` : `login-device ${device}`, LOGIN_ATTEMPTS.user),
  ]);
  return taken.every(({ granted }) => granted === 1);
}

/**
 * Counts a person who is sent to the identity provider, among the attempts to log in from the address.
 * @returns whether they may be
 */
export async function mayAskProvider(database: Queryable, address: string): Promise<boolean> {
  const [taken] = await takeTokens(database, [attempt(`login-address ${address}`, LOGIN_ATTEMPTS.address)]);
  return taken?.granted === 1;
}

/** Once: the bucket is full again when the attempt has long been over. */
const FINISHED_ATTEMPT = { perMinute: 1, perHour: 1 } as const;

/**
 * Counts a person who comes back from the identity provider, over all processes.
 * @param state that of the attempt, which no other has
 * @returns whether it is used for the first time
 */
export async function mayFinishAttempt(database: Queryable, state: string): Promise<boolean> {
  const [taken] = await takeTokens(database, [attempt(`login-provider ${state}`, FINISHED_ATTEMPT)]);
  return taken?.granted === 1;
}

/**
 * Counts a code that a person types, over all processes, in a known browser for itself.
 * @returns whether it may be looked at
 */
export async function mayTryCode(visit: Visit, { id, email }: { id: string; email: string }): Promise<boolean> {
  const device = knownDevice(visit, email);
  const subject = device === null ? `login-code ${id}` : `login-code-device ${device}`;
  const [taken] = await takeTokens(visit.parts.database, [attempt(subject, CODE_ATTEMPTS)]);
  return taken?.granted === 1;
}

/**
 * Counts a form that makes a key or a secret, over all processes; a form that is refused for its fields counts too.
 * @returns whether it may be acted upon
 */
export async function mayMakeSecret(database: Queryable, userId: string): Promise<boolean> {
  const [taken] = await takeTokens(database, [attempt(`console-secrets ${userId}`, SECRETS_MADE)]);
  return taken?.granted === 1;
}

/** Counts refused requests of a person over all processes; many within an hour raise a flag for operators. */
export async function countRefusal({ database, log }: ConsoleParts, user: User | null): Promise<void> {
  if (user === null) return;
  try {
    const [taken] = await takeTokens(database, [attempt(`console-refusals ${user.id}`, CONSOLE_REFUSALS)]);
    if (taken?.granted !== 1) await raiseFlag(database, user.id, 'requests_refused', {});
  } catch (fault) {
    log.warn({ fault, userId: user.id }, 'a refusal could not be counted');
  }
}
