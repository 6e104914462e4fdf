import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { isPassword } from '../../lib/passwords';
import { endLogin, recordRefusedLogin, startLogin, type LoginRequest } from '../../db/auth/logins';
import { findUserByEmail, setPassword, signUp } from '../../db/auth/users';
import { displayName, emailAddress, newPassword } from '../../domain/auth/users';
import { DomainError } from '../../domain/errors';
import { addressUnit } from '../../domain/limits/addresses';
import { ConsoleCookies } from '../cookies';
import { mayTryToLogIn } from '../login-throttle';
import { LogIn } from '../pages/log-in';
import { Password } from '../pages/password';
import { SignUp } from '../pages/sign-up';
import { checkForm, faultsOf, type Faults } from '../read-form';
import { consolePath } from '../return-path';
import type { ConsoleRoute } from '../routes';
import { sidePath } from '../sides';
import type { Answer, Visit } from '../visit';
import { actorOf, requestIdOf, userOf } from './user-of';

/** The same words for an unknown address and a wrong password: neither tells whether the other was right. */
const WRONG: Faults = { form: 'Email or password is wrong.' };
const TOO_MANY: Faults = { form: 'There were too many attempts. Wait a few minutes and try again.' };

/** Where somebody goes who has logged in: the page that was asked for, else the first one. */
function nextOf({ form, context }: Visit): string {
  return consolePath(form.get('next') ?? new URLSearchParams(context.querystring).get('next'));
}

function logInPage(visit: Visit, email: string, faults: Faults, status = 200): Answer {
  const { formToken, parts } = visit;
  const next = nextOf(visit);
  const { isSignUpOpen } = parts;
  const body = <LogIn formToken={formToken} email={email} next={next} faults={faults} isSignUpOpen={isSignUpOpen} />;
  return { kind: 'page', title: 'Sign in', body, status };
}

/** Whoever logs in gets a new token; the one that the browser came with is ended. */
async function begin(visit: Visit, user: { id: string; accountId: string | null }): Promise<Answer> {
  const { database, now, publicUrl } = visit.parts;
  const cookies = new ConsoleCookies(visit.context, publicUrl);
  const earlier = cookies.login();
  if (earlier !== null) await endLogin(database, earlier, requestIdOf(visit));
  cookies.setLogin(await startLogin(database, user, loginRequestOf(visit), now()));
  return { kind: 'redirect', location: nextOf(visit) };
}

/** What the audit log keeps instead of addresses and typed names. */
function keyedHash({ parts }: Visit, text: string): string {
  return createHmac('sha256', parts.vault.derive('audit: names and addresses')).update(text).digest('hex').slice(0, 16);
}

function loginRequestOf(visit: Visit): LoginRequest {
  return { requestId: requestIdOf(visit), addressHash: keyedHash(visit, addressUnit(visit.context.ip)) };
}

async function logIn(visit: Visit): Promise<Answer> {
  const { database } = visit.parts;
  const email = (visit.form.get('email') ?? '').trim().toLowerCase();
  const address = addressUnit(visit.context.ip);
  if (!(await mayTryToLogIn(database, email, address))) return logInPage(visit, email, TOO_MANY, 429);
  const found = await findUserByEmail(database, email);
  if (!(await isPassword(found?.passwordHash ?? null, visit.form.get('password') ?? '')) || found === null) {
    const name = keyedHash(visit, email);
    await recordRefusedLogin(database, { ...loginRequestOf(visit), name, user: found?.user ?? null });
    return logInPage(visit, email, WRONG, 401);
  }
  return begin(visit, found.user);
}

async function logOut(visit: Visit): Promise<Answer> {
  const cookies = new ConsoleCookies(visit.context, visit.parts.publicUrl);
  const token = cookies.login();
  if (token !== null) await endLogin(visit.parts.database, token, requestIdOf(visit));
  cookies.clearLogin();
  return { kind: 'redirect', location: '/console/login' };
}

function newAccount(email: string) {
  return z.object({ accountName: displayName, name: displayName, email: emailAddress, password: newPassword(email) });
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
  const checked = checkForm(newAccount(entered.email.trim()), entered);
  if (!checked.ok) return signUpPage(visit, checked.faults, 400);
  try {
    return await begin(visit, await signUp(database, { ...checked.value, requestId: requestIdOf(visit) }));
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
    return passwordPage(visit, { current: 'This is not the current password.' }, 400);
  }
  const checked = checkForm(z.object({ password: newPassword(user.email) }), {
    password: visit.form.get('password') ?? '',
  });
  if (!checked.ok) return passwordPage(visit, checked.faults, 400);
  await setPassword(database, user, checked.value.password, actorOf(visit));
  return begin(visit, user);
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
  { method: 'get', path: '/console/login', access: 'anyone', handle: async (visit) => logInPage(visit, '', {}) },
  { method: 'post', path: '/console/login', access: 'anyone', handle: logIn },
  { method: 'post', path: '/console/logout', access: 'anyone', handle: logOut },
  { method: 'get', path: '/console/sign-up', access: 'anyone', handle: showSignUp },
  { method: 'post', path: '/console/sign-up', access: 'anyone', handle: makeAccount },
  { method: 'get', path: '/console/password', access: 'user', handle: async (visit) => passwordPage(visit, {}) },
  { method: 'post', path: '/console/password', access: 'user', handle: changePassword },
];
