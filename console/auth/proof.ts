import { randomBytes } from 'node:crypto';
import { recordRefusedLogin } from '../../db/auth/logins';
import { readSecondFactor, takeRecoveryCode, consumeTimeStep, type SecondFactor } from '../../db/auth/second-factors';
import { findUserByEmail } from '../../db/auth/users';
import { userActor } from '../../domain/auth/actor';
import type { LoginWay } from '../../domain/auth/logins';
import {
  hashRecoveryCode,
  matchingStep,
  normalCode,
  recoveryCodeOf,
  RECOVERY_CODES,
} from '../../domain/auth/one-time-codes';
import type { User } from '../../domain/auth/users';
import { isPassword } from '../../lib/passwords';
import { loginRequestOf } from './begin-login';
import { mayTryCode, mayTryToLogIn } from './login-throttle';
import { requestIdOf, userOf } from '../user-of';
import type { CodedFault } from '../forms/read-form';
import type { Visit } from '../visit';
import { WORDS, type Words } from '../words/use-words';

function faultOfCode(code: keyof Words['faults']['codes']): CodedFault {
  return { code, message: WORDS.en.faults.codes[code] };
}

/** Why a code or a password was not taken, as the page says it. */
export const REFUSALS = {
  tooMany: faultOfCode('too_many_attempts'),
  wrongCode: faultOfCode('wrong_code'),
  notCurrent: faultOfCode('not_current'),
  wrongLogin: faultOfCode('wrong_login'),
};

/** @returns the status of a page that shows one of these refusals */
export const statusOfRefusal = (refusal: CodedFault, wrong = 400): number =>
  refusal === REFUSALS.tooMany ? 429 : wrong;

/**
 * Checks the visitor's password.
 * @returns why it is refused; null if it is right
 */
export async function passwordFault(visit: Visit, typed: string | null): Promise<CodedFault | null> {
  const { database } = visit.parts;
  const user = userOf(visit);
  if (!(await mayTryToLogIn(visit, user.email))) return REFUSALS.tooMany;
  const found = await findUserByEmail(database, user.email);
  if (await isPassword(found?.passwordHash ?? null, typed ?? '')) return null;
  await recordRefusedLogin(database, { ...loginRequestOf(visit, 'proof'), name: user.id, user, why: 'wrong_password' });
  return REFUSALS.notCurrent;
}

/** @returns the second factor of the visitor; null where none is turned on */
export async function factorInUse(visit: Visit): Promise<SecondFactor | null> {
  const { database, vault } = visit.parts;
  const factor = await readSecondFactor(database, vault, userOf(visit).id);
  return factor === null || factor.confirmedAt === null ? null : factor;
}

/** A code that a person types, to log in or within a login. */
export interface TypedCode {
  user: User;
  factor: SecondFactor;
  typed: string | null;
  way: LoginWay;
}

/**
 * Uses up a one-time code or a recovery code.
 * @returns whether the code was valid
 */
async function useCode(visit: Visit, { user, factor, typed }: TypedCode): Promise<boolean> {
  const { database, now } = visit.parts;
  const code = normalCode(typed ?? '');
  const step = matchingStep(factor.secret, code, now(), factor.lastStep);
  if (step !== null) return consumeTimeStep(database, user.id, step);
  return takeRecoveryCode(database, { user, actor: userActor(user.id, requestIdOf(visit)) }, hashRecoveryCode(code));
}

/**
 * Checks a one-time code or a recovery code, each of which can be used once.
 * @returns why it is refused; null if it was right and is used up
 */
export async function codeFault(visit: Visit, code: TypedCode): Promise<CodedFault | null> {
  const { database } = visit.parts;
  const { user, way } = code;
  if (!(await mayTryCode(visit, user))) return REFUSALS.tooMany;
  if (await useCode(visit, code)) return null;
  await recordRefusedLogin(database, { ...loginRequestOf(visit, way), name: user.id, user, why: 'wrong_code' });
  return REFUSALS.wrongCode;
}

/** New recovery codes, shown once, and what is kept of them. */
export function makeRecoveryCodes(): { shown: string[]; hashes: Buffer[] } {
  const shown = Array.from({ length: RECOVERY_CODES.count }, () => recoveryCodeOf(randomBytes(RECOVERY_CODES.bytes)));
  return { shown, hashes: shown.map(hashRecoveryCode) };
}
