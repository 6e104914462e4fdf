import { z } from 'zod';
import { isPassword } from '../../lib/passwords';
import { endChallenge, findChallenge, startChallenge, type FirstFactor } from '../../db/auth/login-challenges';
import { endLogin, recordRefusedLogin } from '../../db/auth/logins';
import { readSecondFactor } from '../../db/auth/second-factors';
import { findUserByEmail, setPassword, signUp } from '../../db/auth/users';
import { displayName, emailAddress, newPassword, type User } from '../../domain/auth/users';
import { DomainError } from '../../domain/errors';
import { addressUnit } from '../../domain/limits/addresses';
import { beginLogin, keyedHash, loginRequestOf, nextOf } from '../begin-login';
import { ConsoleCookies } from '../cookies';
import { mayTryToLogIn } from '../login-throttle';
import { LogIn } from '../pages/log-in';
import { LOG_IN_CODE, LogInCode } from '../pages/log-in-code';
import { Password } from '../pages/password';
import { SignUp } from '../pages/sign-up';
import { checkForm, faultsOf, type Faults } from '../read-form';
import type { ConsoleRoute } from '../route';
import { proveSecondFactor, REFUSALS } from '../second-factor';
import { sidePath } from '../sides';
import type { Answer, Visit } from '../visit';
import { actorOf, requestIdOf, userOf } from './user-of';

/** The same words for an unknown address and a wrong password: neither tells whether the other was right. */
const WRONG: Faults = { form: 'Email or password is wrong.' };
const WRONG_CODE: Faults = { form: REFUSALS.wrongCode };
export const TOO_MANY: Faults = { form: REFUSALS.tooMany };

/** The page on which somebody logs in, with what went wrong. */
export function logInPage(
  visit: Visit,
  asked: { email?: string; next?: string },
  faults: Faults,
  status = 200,
): Answer {
  const { formToken, parts } = visit;
  const { email = '', next = nextOf(visit) } = asked;
  const { isSignUpOpen, identityProvider } = parts;
  const provider = identityProvider?.name ?? null;
  const body = <LogIn {...{ formToken, email, next, faults, isSignUpOpen, provider }} />;
  return { kind: 'page', title: 'Sign in', body, status };
}

async function logIn(visit: Visit): Promise<Answer> {
  const { database } = visit.parts;
  const email = (visit.form.get('email') ?? '').trim().toLowerCase();
  const address = addressUnit(visit.context.ip);
  if (!(await mayTryToLogIn(database, email, address))) return logInPage(visit, { email }, TOO_MANY, 429);
  const found = await findUserByEmail(database, email);
  if (!(await isPassword(found?.passwordHash ?? null, visit.form.get('password') ?? '')) || found === null) {
    const name = keyedHash(visit, email);
    const [user, why] = found === null ? [null, 'no_such_user'] : [found.user, 'wrong_password'];
    await recordRefusedLogin(database, { ...loginRequestOf(visit, 'password'), name, user, why });
    return logInPage(visit, { email }, WRONG, 401);
  }
  return goOnAfter('password', visit, found.user, nextOf(visit));
}

/** The password was right, or the provider has vouched with one factor: where a code of ours is set up, it decides. */
export async function goOnAfter(way: FirstFactor, visit: Visit, user: User, next: string): Promise<Answer> {
  const { database, vault, now, publicUrl } = visit.parts;
  const factor = await readSecondFactor(database, vault, user.id);
  if (factor === null || factor.confirmedAt === null) return beginLogin(visit, user, { way, next });
  const token = await startChallenge(database, { userId: user.id, way, now: now() });
  new ConsoleCookies(visit.context, publicUrl).setChallenge(token);
  const query = next === '/console' ? '' : `?${new URLSearchParams({ next }).toString()}`;
  return { kind: 'redirect', location: `${LOG_IN_CODE}${query}` };
}

function codePage(visit: Visit, faults: Faults, status = 200): Answer {
  const body = <LogInCode formToken={visit.formToken} next={nextOf(visit)} faults={faults} />;
  return { kind: 'page', title: 'Enter a code', body, status };
}

/** Who has given the right password, or was vouched for, and owes a code. */
async function challenged(visit: Visit): Promise<{ user: User; way: FirstFactor; token: string } | null> {
  const token = new ConsoleCookies(visit.context, visit.parts.publicUrl).challenge();
  const found = token === null ? null : await findChallenge(visit.parts.database, token, visit.parts.now());
  return found === null || token === null ? null : { ...found, token };
}

const toLogIn: Answer = { kind: 'redirect', location: '/console/login' };

async function enterCode(visit: Visit): Promise<Answer> {
  const { database, vault, publicUrl } = visit.parts;
  const found = await challenged(visit);
  const factor = found === null ? null : await readSecondFactor(database, vault, found.user.id);
  if (found === null || factor === null) return toLogIn;
  const way = found.way === 'provider' ? 'provider_and_code' : 'password_and_code';
  const proof = await proveSecondFactor(visit, found.user, factor);
  if (proof === 'too many') return codePage(visit, TOO_MANY, 429);
  if (proof === 'wrong') {
    const { user } = found;
    await recordRefusedLogin(database, { ...loginRequestOf(visit, way), name: user.id, user, why: 'wrong_code' });
    return codePage(visit, WRONG_CODE, 401);
  }
  await endChallenge(database, found.token);
  new ConsoleCookies(visit.context, publicUrl).setChallenge(null);
  return beginLogin(visit, found.user, { way });
}

async function logOut(visit: Visit): Promise<Answer> {
  const cookies = new ConsoleCookies(visit.context, visit.parts.publicUrl);
  const token = cookies.login();
  if (token !== null) await endLogin(visit.parts.database, token, requestIdOf(visit));
  cookies.clearLogin();
  // Not "cookies": that would end those of every service on the same domain. Ours are ended one by one.
  return { kind: 'redirect', location: '/console/login', headers: { 'Clear-Site-Data': '"storage"' } };
}

function newAccount({ email, accountName, name }: { email: string; accountName: string; name: string }) {
  const password = newPassword(email.trim(), [accountName, name]);
  return z.object({ accountName: displayName, name: displayName, email: emailAddress, password });
}

function enteredOf(form: URLSearchParams): { accountName: string; name: string; email: string; password: string } {
  const field = (name: string): string => form.get(name) ?? '';
  return { accountName: field('accountName'), name: field('name'), email: field('email'), password: field('password') };
}

function signUpPage({ formToken, form }: Visit, faults: Faults, status = 200): Answer {
  const { accountName, name, email } = enteredOf(form);
  const body = <SignUp formToken={formToken} entered={{ accountName, name, email }} faults={faults} />;
  return { kind: 'page', title: 'Create an account', body, status };
}

async function showSignUp(visit: Visit): Promise<Answer> {
  if (!visit.parts.isSignUpOpen) throw new DomainError('NOT_FOUND', 'There is nothing at this path.');
  return signUpPage(visit, {});
}

async function makeAccount(visit: Visit): Promise<Answer> {
  const { database, isSignUpOpen } = visit.parts;
  if (!isSignUpOpen) throw new DomainError('NOT_FOUND', 'There is nothing at this path.');
  const entered = enteredOf(visit.form);
  const address = addressUnit(visit.context.ip);
  if (!(await mayTryToLogIn(database, entered.email, address))) return signUpPage(visit, TOO_MANY, 429);
  const checked = checkForm(newAccount(entered), entered);
  if (!checked.ok) return signUpPage(visit, checked.faults, 400);
  try {
    const user = await signUp(database, { ...checked.value, requestId: requestIdOf(visit) });
    return await beginLogin(visit, user, { way: 'sign_up' });
  } catch (fault) {
    return signUpPage(visit, faultsOf(fault), 400);
  }
}

function passwordPage({ formToken }: Visit, faults: Faults, status = 200): Answer {
  return { kind: 'page', title: 'Password', body: <Password formToken={formToken} faults={faults} />, status };
}

async function changePassword(visit: Visit): Promise<Answer> {
  const { database } = visit.parts;
  const user = userOf(visit);
  if (!(await mayTryToLogIn(database, user.email, addressUnit(visit.context.ip)))) {
    return passwordPage(visit, TOO_MANY, 429);
  }
  const found = await findUserByEmail(database, user.email);
  if (!(await isPassword(found?.passwordHash ?? null, visit.form.get('current') ?? ''))) {
    return passwordPage(visit, { current: REFUSALS.notCurrent }, 400);
  }
  const checked = checkForm(z.object({ password: newPassword(user.email, [user.name, user.accountName ?? '']) }), {
    password: visit.form.get('password') ?? '',
  });
  if (!checked.ok) return passwordPage(visit, checked.faults, 400);
  await setPassword(database, user, checked.value.password, actorOf(visit));
  return beginLogin(visit, user, { way: 'password' });
}

export const LOGIN_ROUTES: readonly ConsoleRoute[] = [
  {
    method: 'get',
    path: '/console',
    access: 'user',
    handle: async (visit) => ({
      kind: 'redirect',
      location: userOf(visit).role === 'operator' ? '/console/operator' : sidePath('test', ''),
    }),
  },
  { method: 'get', path: '/console/login', access: 'anyone', handle: async (visit) => logInPage(visit, {}, {}) },
  { method: 'post', path: '/console/login', access: 'anyone', handle: logIn },
  {
    method: 'get',
    path: LOG_IN_CODE,
    access: 'anyone',
    handle: async (visit) => ((await challenged(visit)) === null ? toLogIn : codePage(visit, {})),
  },
  { method: 'post', path: LOG_IN_CODE, access: 'anyone', handle: enterCode },
  { method: 'post', path: '/console/logout', access: 'anyone', handle: logOut },
  { method: 'get', path: '/console/sign-up', access: 'anyone', handle: showSignUp },
  { method: 'post', path: '/console/sign-up', access: 'anyone', handle: makeAccount },
  { method: 'get', path: '/console/password', access: 'user', handle: async (visit) => passwordPage(visit, {}) },
  { method: 'post', path: '/console/password', access: 'user', handle: changePassword },
];
