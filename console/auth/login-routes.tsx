import { PROOF_PATH } from './proof-needed';
import { z } from 'zod';
import { isPassword } from '../../lib/passwords';
import { endChallenge, findChallenge, startChallenge, type FirstFactor } from '../../db/auth/login-challenges';
import { endLogin, recordRefusedLogin } from '../../db/auth/logins';
import { readSecondFactor } from '../../db/auth/second-factors';
import { findUserByEmail, setPassword, signUp } from '../../db/auth/users';
import { displayName, emailAddress, newPasswordSchema, type User } from '../../domain/auth/users';
import { DomainError } from '../../domain/errors';
import { beginLogin, keyedHash, loginRequestOf, nextOf } from './begin-login';
import { ConsoleCookies } from './cookies';
import { mayTryToLogIn } from './login-throttle';
import { LogInForm } from './log-in-page';
import { LOG_IN_CODE, LogInCodeForm } from './log-in-code-page';
import { PasswordForm } from './password-page';
import { SignUpForm } from './sign-up-page';
import { checkForm, faultsOf, type Faults } from '../forms/read-form';
import type { ConsoleRoute } from '../route';
import { codeFault, factorInUse, passwordFault, REFUSALS, statusOfRefusal } from './proof';
import { sidePath } from '../sides';
import type { Answer, Visit } from '../visit';
import { actorOf, requestIdOf, userOf } from '../user-of';

/** The same words for an unknown address and a wrong password: neither tells whether the other was right. */
const WRONG: Faults = { form: REFUSALS.wrongLogin };
export const TOO_MANY: Faults = { form: REFUSALS.tooMany };

/** The login page with its faults. */
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
  const body = <LogInForm {...{ formToken, email, next, faults, isSignUpOpen, provider }} />;
  return { kind: 'page', title: visit.words.auth.signIn, body, status };
}

async function logIn(visit: Visit): Promise<Answer> {
  const { database } = visit.parts;
  const email = (visit.form.get('email') ?? '').trim().toLowerCase();
  if (!(await mayTryToLogIn(visit, email))) return logInPage(visit, { email }, TOO_MANY, 429);
  const found = await findUserByEmail(database, email);
  if (!(await isPassword(found?.passwordHash ?? null, visit.form.get('password') ?? '')) || found === null) {
    const name = keyedHash(visit, email);
    const user = found?.user ?? null;
    const why = user === null ? 'no_such_user' : 'wrong_password';
    await recordRefusedLogin(database, { ...loginRequestOf(visit, 'password'), name, user, why });
    return logInPage(visit, { email }, WRONG, 401);
  }
  return continueLogin('password', visit, found.user, nextOf(visit));
}

/** Continues a login after password or provider: asks for a code if the person has a second factor. */
export async function continueLogin(way: FirstFactor, visit: Visit, user: User, next: string): Promise<Answer> {
  const { database, vault, now, publicUrl } = visit.parts;
  const factor = await readSecondFactor(database, vault, user.id);
  if (factor === null || factor.confirmedAt === null) return beginLogin(visit, user, { way, next });
  const token = await startChallenge(database, { userId: user.id, way, now: now() });
  new ConsoleCookies(visit.context, publicUrl).setChallenge(token);
  const query = next === '/console' ? '' : `?${new URLSearchParams({ next }).toString()}`;
  return { kind: 'redirect', location: `${LOG_IN_CODE}${query}` };
}

function codePage(visit: Visit, faults: Faults, status = 200): Answer {
  const body = <LogInCodeForm formToken={visit.formToken} next={nextOf(visit)} faults={faults} />;
  return { kind: 'page', title: visit.words.auth.enterCode, body, status };
}

/** The user who has passed the first factor and must enter a code; null if there is none. */
async function findChallengedUser(visit: Visit): Promise<{ user: User; way: FirstFactor; token: string } | null> {
  const token = new ConsoleCookies(visit.context, visit.parts.publicUrl).challenge();
  const found = token === null ? null : await findChallenge(visit.parts.database, token, visit.parts.now());
  return found === null || token === null ? null : { ...found, token };
}

const toLogIn: Answer = { kind: 'redirect', location: '/console/login' };

async function enterLogInCode(visit: Visit): Promise<Answer> {
  const { database, vault, publicUrl } = visit.parts;
  const found = await findChallengedUser(visit);
  const factor = found === null ? null : await readSecondFactor(database, vault, found.user.id);
  if (found === null || factor === null) return toLogIn;
  const way = found.way === 'provider' ? 'provider_and_code' : 'password_and_code';
  const { user } = found;
  const fault = await codeFault(visit, { user, factor, typed: visit.form.get('code'), way });
  if (fault !== null) return codePage(visit, { form: fault }, statusOfRefusal(fault, 401));
  await endChallenge(database, found.token);
  new ConsoleCookies(visit.context, publicUrl).setChallenge(null);
  return beginLogin(visit, user, { way });
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
  const password = newPasswordSchema(email.trim(), [accountName, name]);
  return z.object({ accountName: displayName, name: displayName, email: emailAddress, password });
}

function enteredOf(form: URLSearchParams): { accountName: string; name: string; email: string; password: string } {
  const field = (name: string): string => form.get(name) ?? '';
  return { accountName: field('accountName'), name: field('name'), email: field('email'), password: field('password') };
}

function signUpPage({ formToken, form, words }: Visit, faults: Faults, status = 200): Answer {
  const { accountName, name, email } = enteredOf(form);
  const body = <SignUpForm formToken={formToken} entered={{ accountName, name, email }} faults={faults} />;
  return { kind: 'page', title: words.auth.signUp.title, body, status };
}

async function showSignUp(visit: Visit): Promise<Answer> {
  if (!visit.parts.isSignUpOpen) throw new DomainError('NOT_FOUND', 'This path does not exist.');
  return signUpPage(visit, {});
}

async function createAccountByForm(visit: Visit): Promise<Answer> {
  const { database, isSignUpOpen } = visit.parts;
  if (!isSignUpOpen) throw new DomainError('NOT_FOUND', 'This path does not exist.');
  const entered = enteredOf(visit.form);
  if (!(await mayTryToLogIn(visit, entered.email))) return signUpPage(visit, TOO_MANY, 429);
  const checked = checkForm(newAccount(entered), entered);
  if (!checked.ok) return signUpPage(visit, checked.faults, 400);
  try {
    const user = await signUp(database, { ...checked.value, requestId: requestIdOf(visit) });
    return await beginLogin(visit, { ...user, email: checked.value.email }, { way: 'sign_up' });
  } catch (fault) {
    return signUpPage(visit, faultsOf(fault), 400);
  }
}

async function passwordPage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const needsCode = (await factorInUse(visit)) !== null;
  const body = <PasswordForm formToken={visit.formToken} {...{ needsCode, faults }} />;
  return { kind: 'page', title: visit.words.auth.password, body, status };
}

/** Changes the password. A code can be used once, so it is checked last. */
async function changePassword(visit: Visit): Promise<Answer> {
  const { form, parts } = visit;
  const user = userOf(visit);
  const checked = checkForm(
    z.object({ password: newPasswordSchema(user.email, [user.name, user.accountName ?? '']) }),
    {
      password: form.get('password') ?? '',
    },
  );
  if (!checked.ok) return passwordPage(visit, checked.faults, 400);
  const wrongPassword = await passwordFault(visit, form.get('current'));
  if (wrongPassword !== null) return passwordPage(visit, { current: wrongPassword }, statusOfRefusal(wrongPassword));
  const factor = await factorInUse(visit);
  const wrongCode =
    factor === null ? null : await codeFault(visit, { user, factor, typed: form.get('code'), way: 'proof' });
  if (wrongCode !== null) return passwordPage(visit, { code: wrongCode }, statusOfRefusal(wrongCode));
  await setPassword(parts.database, { userId: user.id, password: checked.value.password, actor: actorOf(visit) });
  const way = factor === null ? 'password' : 'password_and_code';
  const begun = await beginLogin(visit, user, { way, next: firstPageOf(user) });
  return { ...begun, kind: 'done', notice: { name: 'password-changed' } };
}

function firstPageOf({ role }: User): string {
  if (role === 'operator') return '/console/operator';
  return role === 'partner' ? '/console/partner' : sidePath('test', '');
}

export const LOGIN_ROUTES: readonly ConsoleRoute[] = [
  {
    method: 'get',
    path: '/console',
    access: 'user',
    handle: async (visit) => ({
      kind: 'redirect',
      location: firstPageOf(userOf(visit)),
    }),
  },
  { method: 'get', path: '/console/login', access: 'anyone', handle: async (visit) => logInPage(visit, {}, {}) },
  { method: 'post', path: '/console/login', access: 'anyone', handle: logIn },
  {
    method: 'get',
    path: LOG_IN_CODE,
    access: 'anyone',
    handle: async (visit) => ((await findChallengedUser(visit)) === null ? toLogIn : codePage(visit, {})),
  },
  { method: 'post', path: LOG_IN_CODE, access: 'anyone', handle: enterLogInCode },
  { method: 'post', path: '/console/logout', access: 'anyone', handle: logOut },
  { method: 'get', path: '/console/sign-up', access: 'anyone', handle: showSignUp },
  { method: 'post', path: '/console/sign-up', access: 'anyone', handle: createAccountByForm },
  { method: 'get', path: '/console/password', access: 'user', handle: async (visit) => passwordPage(visit, {}) },
  { method: 'post', path: '/console/password', access: 'user', handle: changePassword },
  {
    method: 'post',
    path: PROOF_PATH,
    access: 'user',
    handle: async (visit) => ({ kind: 'redirect', location: firstPageOf(userOf(visit)) }),
  },
];
