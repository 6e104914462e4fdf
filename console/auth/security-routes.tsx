import { randomBytes } from 'node:crypto';
import { endOtherLogins, listLogins } from '../../db/auth/logins';
import {
  confirmSecondFactor,
  prepareSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  type SecondFactor,
} from '../../db/auth/second-factors';
import { matchingStep, normalCode, ONE_TIME_CODE } from '../../domain/auth/one-time-codes';
import { mayTryCode } from './login-throttle';
import { RecoveryCodes, RenewRecoveryCodes, SetUpSecondFactor, TurnOffSecondFactor } from './second-factor-page';
import { Security, SECURITY } from './security-page';
import type { Faults } from '../forms/read-form';
import type { NoticeName } from '../notices';
import type { ConsoleRoute } from '../route';
import { codeFault, makeRecoveryCodes, passwordFault, REFUSALS, statusOfRefusal, type TypedCode } from './proof';
import type { Answer, Visit } from '../visit';
import { actorOf, requestIdOf, tokenOf, userOf } from '../user-of';

const toSecurity: Answer = { kind: 'redirect', location: SECURITY };

function factorOf(visit: Visit): Promise<SecondFactor | null> {
  const { database, vault } = visit.parts;
  return readSecondFactor(database, vault, userOf(visit).id);
}

async function securityPage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const { database, now } = visit.parts;
  const [factor, logins] = await Promise.all([
    factorOf(visit),
    listLogins(database, { userId: userOf(visit).id, token: tokenOf(visit), now: now() }),
  ]);
  const { needsSecondFactor, secondFactorAt, role } = userOf(visit);
  const isRequired = needsSecondFactor && secondFactorAt === null;
  const hasMail = role !== 'partner';
  const body = <Security {...{ factor, logins, isRequired, hasMail, faults }} formToken={visit.formToken} />;
  return { kind: 'page', title: visit.words.auth.security.title, body, status };
}

async function prepareFactor(visit: Visit): Promise<Answer> {
  const fault = await passwordFault(visit, visit.form.get('current'));
  if (fault !== null) return securityPage(visit, { current: fault }, statusOfRefusal(fault));
  const { database, vault } = visit.parts;
  await prepareSecondFactor(database, vault, userOf(visit).id, randomBytes(ONE_TIME_CODE.secretBytes));
  return { kind: 'redirect', location: `${SECURITY}/second-factor` };
}

async function setUpPage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const factor = await factorOf(visit);
  if (factor === null || factor.confirmedAt !== null) return toSecurity;
  const { email } = userOf(visit);
  const body = <SetUpSecondFactor secret={factor.secret} {...{ email, faults }} formToken={visit.formToken} />;
  return { kind: 'page', title: visit.words.auth.setUp.title, body, status };
}

function recoveryCodesPage({ words }: Visit, codes: readonly string[], name: NoticeName): Answer {
  const body = <RecoveryCodes codes={codes} back={SECURITY} />;
  return { kind: 'page', title: words.auth.recovery.title, body, status: 201, notice: { name } };
}

async function confirmFactor(visit: Visit): Promise<Answer> {
  const { database, now } = visit.parts;
  const user = userOf(visit);
  const factor = await factorOf(visit);
  if (factor === null || factor.confirmedAt !== null) return toSecurity;
  if (!(await mayTryCode(visit, user))) return setUpPage(visit, { code: REFUSALS.tooMany }, 429);
  const step = matchingStep(factor.secret, normalCode(visit.form.get('code') ?? ''), now(), factor.lastStep);
  if (step === null) return setUpPage(visit, { code: REFUSALS.wrongCode }, 400);
  const { shown: codes, hashes } = makeRecoveryCodes();
  const request = { user, actor: actorOf(visit), step, codes: hashes, token: tokenOf(visit) };
  await confirmSecondFactor(database, request);
  return recoveryCodesPage(visit, codes, 'factor-on');
}

/** The code of a form of the visitor's. */
const codeOf = (visit: Visit, factor: SecondFactor): TypedCode => {
  return { user: userOf(visit), factor, typed: visit.form.get('code'), way: 'proof' };
};

async function renewalPage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  if (((await factorOf(visit))?.confirmedAt ?? null) === null) return toSecurity;
  const body = <RenewRecoveryCodes formToken={visit.formToken} faults={faults} />;
  return { kind: 'page', title: visit.words.auth.recovery.newTitle, body, status };
}

async function replaceRecoveryCodes(visit: Visit): Promise<Answer> {
  const factor = await factorOf(visit);
  if (factor === null || factor.confirmedAt === null) return toSecurity;
  const fault = await codeFault(visit, codeOf(visit, factor));
  if (fault !== null) return renewalPage(visit, { code: fault }, statusOfRefusal(fault));
  const { shown: codes, hashes } = makeRecoveryCodes();
  await renewRecoveryCodes(visit.parts.database, { user: userOf(visit), actor: actorOf(visit), codes: hashes });
  return recoveryCodesPage(visit, codes, 'codes-renewed');
}

async function turnOffPage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  if (((await factorOf(visit))?.confirmedAt ?? null) === null) return toSecurity;
  const body = <TurnOffSecondFactor formToken={visit.formToken} faults={faults} />;
  return { kind: 'page', title: visit.words.auth.turnOff.title, body, status };
}

async function turnOffFactor(visit: Visit): Promise<Answer> {
  const factor = await factorOf(visit);
  if (factor === null || factor.confirmedAt === null) return toSecurity;
  const wrongPassword = await passwordFault(visit, visit.form.get('current'));
  if (wrongPassword !== null) return turnOffPage(visit, { current: wrongPassword }, statusOfRefusal(wrongPassword));
  const wrongCode = await codeFault(visit, codeOf(visit, factor));
  if (wrongCode !== null) return turnOffPage(visit, { code: wrongCode }, statusOfRefusal(wrongCode));
  await removeSecondFactor(visit.parts.database, { user: userOf(visit), actor: actorOf(visit) });
  return { kind: 'done', notice: { name: 'factor-off' }, location: SECURITY };
}

async function endLogins(visit: Visit): Promise<Answer> {
  const request = { user: userOf(visit), token: tokenOf(visit), requestId: requestIdOf(visit) };
  await endOtherLogins(visit.parts.database, { ...request, loginId: visit.form.get('login') });
  return { kind: 'done', notice: { name: 'login-ended' }, location: SECURITY };
}

const FACTOR = `${SECURITY}/second-factor`;
const CODES = `${SECURITY}/recovery-codes`;
const OFF = `${SECURITY}/turn-off`;

export const SECURITY_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: SECURITY, access: 'user', handle: (visit) => securityPage(visit, {}) },
  { method: 'post', path: FACTOR, access: 'user', handle: prepareFactor },
  { method: 'get', path: FACTOR, access: 'user', handle: (visit) => setUpPage(visit, {}) },
  { method: 'post', path: `${FACTOR}/confirm`, access: 'user', makesSecret: true, handle: confirmFactor },
  { method: 'get', path: CODES, access: 'user', handle: (visit) => renewalPage(visit, {}) },
  { method: 'post', path: CODES, access: 'user', makesSecret: true, handle: replaceRecoveryCodes },
  { method: 'get', path: OFF, access: 'user', handle: (visit) => turnOffPage(visit, {}) },
  { method: 'post', path: OFF, access: 'user', handle: turnOffFactor },
  { method: 'post', path: `${SECURITY}/logins`, access: 'user', handle: endLogins },
];
