import { z } from 'zod';
import {
  acceptInvitation,
  findInvitation,
  INVITATION_DAYS,
  invite,
  listInvitations,
  withdrawInvitation,
  type OpenInvitation,
} from '../../db/auth/invitations';
import {
  changeRole,
  findMember,
  listMembers,
  removeMember,
  type Member,
  type MemberTarget,
} from '../../db/auth/members';
import { ACCOUNT_ROLES, displayName, emailAddress, newPassword } from '../../domain/auth/users';
import { DomainError } from '../../domain/errors';
import { addressUnit } from '../../domain/limits/addresses';
import { beginLogin } from '../begin-login';
import { mayTryToLogIn } from '../login-throttle';
import { ShownOnce } from '../pages/key-actions';
import { Join, JOIN, MemberDetail, Members, MEMBERS } from '../pages/members';
import { checkForm, faultsOf, type Faults } from '../read-form';
import type { ConsoleRoute } from '../route';
import { REFUSALS } from '../second-factor';
import type { Answer, Visit } from '../visit';
import { accountOf, actorOf, requestIdOf, userOf } from './user-of';

const role = z.enum(ACCOUNT_ROLES, 'Choose a role of the list.');
const InviteForm = z.object({ email: emailAddress, role });

async function membersPage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const { parts, form, context, formToken } = visit;
  const accountId = accountOf(visit);
  const [members, invitations] = await Promise.all([
    listMembers(parts.database, accountId),
    listInvitations(parts.database, accountId, parts.now()),
  ]);
  const mayManage = userOf(visit).role === 'owner';
  const entered = { email: form.get('email') ?? '', role: form.get('role') ?? 'developer' };
  const done = new URLSearchParams(context.querystring).get('done');
  const body = <Members {...{ members, invitations, mayManage, entered, formToken, faults, done }} />;
  return { kind: 'page', title: 'Members', body, status };
}

async function makeInvitation(visit: Visit): Promise<Answer> {
  const { form, parts } = visit;
  const checked = checkForm(InviteForm, { email: form.get('email') ?? '', role: form.get('role') ?? '' });
  if (!checked.ok) return membersPage(visit, checked.faults, 400);
  try {
    const request = { ...checked.value, accountId: accountOf(visit), actor: actorOf(visit), now: parts.now() };
    const { token } = await invite(parts.database, request);
    const link = `${parts.publicUrl}${JOIN}?${new URLSearchParams({ token }).toString()}`;
    const advice =
      `Copy it now and hand it over where nobody else reads along: whoever opens it first joins the account. ` +
      `It is good for ${INVITATION_DAYS} days.`;
    const body = <ShownOnce secret={link} what={`link for ${checked.value.email}`} {...{ advice }} back={MEMBERS} />;
    return { kind: 'page', title: 'The invitation', body, status: 201 };
  } catch (fault) {
    return membersPage(visit, faultsOf(fault), 400);
  }
}

async function withdraw(visit: Visit): Promise<Answer> {
  const id = visit.form.get('invitation') ?? '';
  await withdrawInvitation(visit.parts.database, { accountId: accountOf(visit), id, actor: actorOf(visit) });
  return { kind: 'redirect', location: `${MEMBERS}?done=withdrawn` };
}

function targetOf(visit: Visit): MemberTarget {
  return { accountId: accountOf(visit), userId: visit.params['userId'] ?? '', actor: actorOf(visit) };
}

async function memberOf(visit: Visit): Promise<Member> {
  const { accountId, userId } = targetOf(visit);
  const member = await findMember(visit.parts.database, accountId, userId);
  if (member === null) throw new DomainError('NOT_FOUND', 'There is no such member.');
  return member;
}

async function memberPage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const member = await memberOf(visit);
  const body = <MemberDetail {...{ member, faults }} formToken={visit.formToken} />;
  return { kind: 'page', title: member.name, body, status };
}

async function giveRole(visit: Visit): Promise<Answer> {
  const checked = checkForm(z.object({ role }), { role: visit.form.get('role') ?? '' });
  if (!checked.ok) return memberPage(visit, checked.faults, 400);
  try {
    await changeRole(visit.parts.database, { ...targetOf(visit), ...checked.value });
  } catch (fault) {
    return memberPage(visit, faultsOf(fault), 400);
  }
  return { kind: 'redirect', location: `${MEMBERS}?done=role` };
}

async function remove(visit: Visit): Promise<Answer> {
  try {
    await removeMember(visit.parts.database, targetOf(visit));
  } catch (fault) {
    return memberPage(visit, faultsOf(fault), 400);
  }
  return { kind: 'redirect', location: `${MEMBERS}?done=removed` };
}

function joinPage(visit: Visit, invitation: OpenInvitation, faults: Faults, status = 200): Answer {
  const { form, context, formToken } = visit;
  const token = form.get('token') ?? new URLSearchParams(context.querystring).get('token') ?? '';
  const { accountName, email, role: offered } = invitation;
  const entered = { name: form.get('name') ?? '' };
  const body = <Join {...{ accountName, email, token, entered, formToken, faults }} role={offered} />;
  return { kind: 'page', title: 'Join an account', body, status };
}

async function invitationOf({ parts, form, context }: Visit): Promise<OpenInvitation> {
  const token = form.get('token') ?? new URLSearchParams(context.querystring).get('token') ?? '';
  const invitation = await findInvitation(parts.database, token, parts.now());
  if (invitation !== null) return invitation;
  throw new DomainError('NOT_FOUND', 'This link is no longer good. Ask whoever gave it to you for a new one.');
}

async function join(visit: Visit): Promise<Answer> {
  const { parts, form, context } = visit;
  const invitation = await invitationOf(visit);
  const { email } = invitation;
  if (!(await mayTryToLogIn(parts.database, email, addressUnit(context.ip)))) {
    return joinPage(visit, invitation, { form: REFUSALS.tooMany }, 429);
  }
  const entered = { name: form.get('name') ?? '', password: form.get('password') ?? '' };
  const password = newPassword(email, [entered.name, invitation.accountName]);
  const checked = checkForm(z.object({ name: displayName, password }), entered);
  if (!checked.ok) return joinPage(visit, invitation, checked.faults, 400);
  try {
    const request = {
      ...checked.value,
      token: form.get('token') ?? '',
      requestId: requestIdOf(visit),
      now: parts.now(),
    };
    const user = await acceptInvitation(parts.database, request);
    return user === null
      ? { kind: 'redirect', location: '/console/login' }
      : await beginLogin(visit, user, { way: 'invitation' });
  } catch (fault) {
    return joinPage(visit, invitation, faultsOf(fault), 400);
  }
}

/** Source: docs/GAPS.md#A3 */
export const MEMBER_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: MEMBERS, access: 'account', handle: (visit) => membersPage(visit, {}) },
  { method: 'post', path: MEMBERS, access: 'owner', makesSecret: true, handle: makeInvitation },
  { method: 'post', path: `${MEMBERS}/withdraw`, access: 'owner', handle: withdraw },
  { method: 'get', path: `${MEMBERS}/:userId`, access: 'owner', handle: (visit) => memberPage(visit, {}) },
  { method: 'post', path: `${MEMBERS}/:userId`, access: 'owner', handle: giveRole },
  { method: 'post', path: `${MEMBERS}/:userId/remove`, access: 'owner', handle: remove },
  {
    method: 'get',
    path: JOIN,
    access: 'anyone',
    handle: async (visit) => joinPage(visit, await invitationOf(visit), {}),
  },
  { method: 'post', path: JOIN, access: 'anyone', handle: join },
];
