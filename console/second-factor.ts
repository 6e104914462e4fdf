import { randomBytes } from 'node:crypto';
import { takeRecoveryCode, takeStep, type SecondFactor } from '../db/auth/second-factors';
import {
  hashRecoveryCode,
  matchingStep,
  normalCode,
  recoveryCodeOf,
  RECOVERY_CODES,
} from '../domain/auth/one-time-codes';
import type { User } from '../domain/auth/users';
import { mayTryCode } from './login-throttle';
import { requestIdOf } from './routes/user-of';
import type { Visit } from './visit';
import { userActor } from '../domain/auth/actor';

/** What somebody is told whose code or password was not taken. */
export const REFUSALS = {
  tooMany: 'There were too many attempts. Wait a few minutes and try again.',
  wrongCode: 'This is not a code that can be used now.',
  notCurrent: 'This is not the current password.',
};

/** What became of a code that somebody typed. */
export type Proof = 'right' | 'wrong' | 'too many';

/** Checks the field `code` of a form: a one-time code or a recovery code, each good for one time. */
export async function proveSecondFactor(visit: Visit, user: User, factor: SecondFactor): Promise<Proof> {
  const { database, now } = visit.parts;
  if (!(await mayTryCode(database, user.id))) return 'too many';
  const typed = normalCode(visit.form.get('code') ?? '');
  const step = matchingStep(factor.secret, typed, now(), factor.lastStep);
  if (step !== null) return (await takeStep(database, user.id, step)) ? 'right' : 'wrong';
  const actor = userActor(user.id, requestIdOf(visit));
  return (await takeRecoveryCode(database, { user, actor }, hashRecoveryCode(typed))) ? 'right' : 'wrong';
}

/** New recovery codes, shown once, and what is kept of them. */
export function makeRecoveryCodes(): { shown: string[]; hashes: Buffer[] } {
  const shown = Array.from({ length: RECOVERY_CODES.count }, () => recoveryCodeOf(randomBytes(RECOVERY_CODES.bytes)));
  return { shown, hashes: shown.map(hashRecoveryCode) };
}
