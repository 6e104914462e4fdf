import { z } from 'zod';
import { acceptInvitation, findInvitation, type OpenInvitation } from '../../db/auth/invitations';
import { findPasswordLink, setPasswordByLink } from '../../db/auth/password-links';
import { LINK_PATH } from '../../domain/auth/user-links';
import { displayName, newPasswordSchema, type User } from '../../domain/auth/users';
import { hashPassword } from '../../lib/passwords';
import { beginLogin } from '../auth/begin-login';
import { ConsoleCookies } from '../auth/cookies';
import { mayTryToLogIn } from '../auth/login-throttle';
import { CHOOSE_PASSWORD, ChoosePasswordForm, JOIN, AcceptInvitationForm, OpenLink } from './user-links-page';
import { checkForm, faultsOf, SpokenRefusal, type Faults } from '../forms/read-form';
import type { ConsoleRoute } from '../route';
import type { Answer, Visit } from '../visit';
import { continueLogin, TOO_MANY } from '../auth/login-routes';
import { requestIdOf } from '../user-of';

const gone = ({ words }: Visit): SpokenRefusal => new SpokenRefusal('NOT_FOUND', words.userLinks.gone);

const cookiesOf = ({ context, parts }: Visit): ConsoleCookies => new ConsoleCookies(context, parts.publicUrl);
const tokenOf = (visit: Visit): string => cookiesOf(visit).link() ?? '';

function linkPage({ formToken, words }: Visit, faults: Faults, status = 200): Answer {
  return { kind: 'page', title: words.userLinks.open, body: <OpenLink {...{ formToken, faults }} />, status };
}

/**
 * Moves the token of the link into a cookie. The link remains valid until the next form uses it up.
 * Source: docs/GAPS.md#A8
 */
async function openLink(visit: Visit): Promise<Answer> {
  const { parts, form } = visit;
  const token = form.get('token')?.trim() ?? '';
  const isInvitation = (await findInvitation(parts.database, token)) !== null;
  if (!isInvitation && (await findPasswordLink(parts.database, token)) === null) {
    return linkPage(visit, { token: visit.words.userLinks.gone }, 404);
  }
  cookiesOf(visit).setLink(token);
  return { kind: 'redirect', location: isInvitation ? JOIN : CHOOSE_PASSWORD };
}

async function invitationOf(visit: Visit): Promise<OpenInvitation> {
  const invitation = await findInvitation(visit.parts.database, tokenOf(visit));
  if (invitation === null) throw gone(visit);
  return invitation;
}

function joinPage({ form, formToken, words }: Visit, invitation: OpenInvitation, faults: Faults, status = 200): Answer {
  const { accountName, email, role } = invitation;
  const entered = { name: form.get('name') ?? '' };
  const body = <AcceptInvitationForm {...{ accountName, email, role, entered, formToken, faults }} />;
  return { kind: 'page', title: words.userLinks.joinTitle, body, status };
}

async function joinAccount(visit: Visit): Promise<Answer> {
  const { parts, form } = visit;
  const invitation = await invitationOf(visit);
  const { email, accountName } = invitation;
  if (!(await mayTryToLogIn(visit, email))) return joinPage(visit, invitation, TOO_MANY, 429);
  const entered = { name: form.get('name') ?? '', password: form.get('password') ?? '' };
  const password = newPasswordSchema(email, [entered.name, accountName]);
  const checked = checkForm(z.object({ name: displayName, password }), entered);
  if (!checked.ok) return joinPage(visit, invitation, checked.faults, 400);
  try {
    const request = { ...checked.value, token: tokenOf(visit), requestId: requestIdOf(visit) };
    const user = await acceptInvitation(parts.database, request);
    if (user === null) throw gone(visit);
    cookiesOf(visit).setLink(null);
    return await beginLogin(visit, { ...user, email }, { way: 'invitation' });
  } catch (fault) {
    return joinPage(visit, invitation, faultsOf(fault), 400);
  }
}

async function userOfLink(visit: Visit): Promise<User> {
  const user = await findPasswordLink(visit.parts.database, tokenOf(visit));
  if (user === null) throw gone(visit);
  return user;
}

function passwordPage({ formToken, words }: Visit, { email }: User, faults: Faults, status = 200): Answer {
  const body = <ChoosePasswordForm {...{ email, formToken, faults }} />;
  return { kind: 'page', title: words.userLinks.passwordTitle, body, status };
}

async function choosePassword(visit: Visit): Promise<Answer> {
  const { parts, form } = visit;
  const user = await userOfLink(visit);
  if (!(await mayTryToLogIn(visit, user.email))) return passwordPage(visit, user, TOO_MANY, 429);
  const password = newPasswordSchema(user.email, [user.name, user.accountName ?? '']);
  const checked = checkForm(z.object({ password }), { password: form.get('password') ?? '' });
  if (!checked.ok) return passwordPage(visit, user, checked.faults, 400);
  const passwordHash = await hashPassword(checked.value.password);
  const request = { token: tokenOf(visit), passwordHash, requestId: requestIdOf(visit) };
  const person = await setPasswordByLink(parts.database, request);
  if (person === null) throw gone(visit);
  cookiesOf(visit).setLink(null);
  return continueLogin('password', visit, person, '/console');
}

/** Source: docs/GAPS.md#A8 */
export const USER_LINK_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: LINK_PATH, access: 'anyone', handle: async (visit) => linkPage(visit, {}) },
  { method: 'post', path: LINK_PATH, access: 'anyone', handle: openLink },
  {
    method: 'get',
    path: JOIN,
    access: 'anyone',
    handle: async (visit) => joinPage(visit, await invitationOf(visit), {}),
  },
  { method: 'post', path: JOIN, access: 'anyone', handle: joinAccount },
  {
    method: 'get',
    path: CHOOSE_PASSWORD,
    access: 'anyone',
    handle: async (visit) => passwordPage(visit, await userOfLink(visit), {}),
  },
  { method: 'post', path: CHOOSE_PASSWORD, access: 'anyone', handle: choosePassword },
];
