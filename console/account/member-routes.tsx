import { z } from 'zod';
import { invite, listInvitations, withdrawInvitation } from '../../db/auth/invitations';
import { listKeysMadeBy } from '../../db/auth/account-keys';
import { changeManaged } from '../../db/administration/change';
import {
  changeRole,
  findMember,
  listMembers,
  removeMember,
  type Member,
  type MemberTarget,
} from '../../db/auth/members';
import { removeSecondFactor } from '../../db/auth/second-factors';
import { LINK_DAYS, userLink } from '../../domain/auth/user-links';
import { ACCOUNT_ROLES, emailAddress } from '../../domain/auth/users';
import { NewSecretPage } from './key-actions';
import { MemberDetail, Members, MEMBERS } from './members-page';
import { checkForm, faultsOf, SpokenRefusal, type Faults } from '../forms/read-form';
import type { ConsoleRoute } from '../route';
import type { Answer, Visit } from '../visit';
import { accountOf, actorOf, userOf } from '../user-of';

const role = z.enum(ACCOUNT_ROLES, 'Choose a role of the list.');
const InviteForm = z.object({ email: emailAddress, role });

async function membersPage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const { parts, form, formToken } = visit;
  const accountId = accountOf(visit);
  const [members, invitations] = await Promise.all([
    listMembers(parts.database, accountId),
    listInvitations(parts.database, accountId),
  ]);
  const { role: own, needsSecondFactor: isRequired, secondFactorAt } = userOf(visit);
  const mayManage = own === 'owner';
  const isTwoStep = secondFactorAt !== null;
  const entered = { email: form.get('email') ?? '', role: form.get('role') ?? 'developer' };
  const body = <Members {...{ members, invitations, mayManage, isRequired, isTwoStep, entered, formToken, faults }} />;
  return { kind: 'page', title: visit.words.layout.places.members, body, status };
}

async function makeInvitation(visit: Visit): Promise<Answer> {
  const { form, parts } = visit;
  const checked = checkForm(InviteForm, { email: form.get('email') ?? '', role: form.get('role') ?? '' });
  if (!checked.ok) return membersPage(visit, checked.faults, 400);
  try {
    const request = { ...checked.value, accountId: accountOf(visit), actor: actorOf(visit) };
    const { token } = await invite(parts.database, request);
    const link = userLink(parts.publicUrl, token);
    const { invitations: words } = visit.words.members;
    const [what, advice] = [words.linkFor({ email: checked.value.email }), words.advice({ days: LINK_DAYS.join })];
    const body = <NewSecretPage secret={link} {...{ what, advice }} back={MEMBERS} />;
    return { kind: 'page', title: words.made, body, status: 201 };
  } catch (fault) {
    return membersPage(visit, faultsOf(fault), 400);
  }
}

/**
 * Sets whether every member needs a second factor. An owner who requires it must have one, so that an owner who can
 * undo it remains.
 */
async function saveSecondFactorRequirement(visit: Visit): Promise<Answer> {
  const isRequired = visit.form.get('required') === 'yes';
  if (isRequired && userOf(visit).secondFactorAt === null) {
    throw new SpokenRefusal('FORBIDDEN', visit.words.members.requirement.setUpFirst);
  }
  const changes = { needsSecondFactor: isRequired };
  const request = { kind: 'account', id: accountOf(visit), changes, actor: actorOf(visit) } as const;
  await changeManaged(visit.parts.database, request);
  return { kind: 'done', notice: { name: isRequired ? 'factor-required' : 'factor-optional' }, location: MEMBERS };
}

async function withdraw(visit: Visit): Promise<Answer> {
  const id = visit.form.get('invitation') ?? '';
  await withdrawInvitation(visit.parts.database, { accountId: accountOf(visit), id, actor: actorOf(visit) });
  return { kind: 'done', notice: { name: 'invitation-withdrawn' }, location: MEMBERS };
}

function targetOf(visit: Visit): MemberTarget {
  return { accountId: accountOf(visit), userId: visit.params['userId'] ?? '', actor: actorOf(visit) };
}

async function memberOf(visit: Visit): Promise<Member> {
  const { accountId, userId } = targetOf(visit);
  const member = await findMember(visit.parts.database, accountId, userId);
  if (member === null) throw new SpokenRefusal('NOT_FOUND', visit.words.members.noSuchMember);
  return member;
}

async function memberPage(visit: Visit, faults: Faults, status = 200): Promise<Answer> {
  const member = await memberOf(visit);
  const keys = await listKeysMadeBy(visit.parts.database, accountOf(visit), member.id);
  const body = <MemberDetail {...{ member, keys, faults }} formToken={visit.formToken} />;
  return { kind: 'page', title: member.name, body, status };
}

async function setMemberRole(visit: Visit): Promise<Answer> {
  const checked = checkForm(z.object({ role }), { role: visit.form.get('role') ?? '' });
  if (!checked.ok) return memberPage(visit, checked.faults, 400);
  try {
    await changeRole(visit.parts.database, { ...targetOf(visit), ...checked.value });
  } catch (fault) {
    return memberPage(visit, faultsOf(fault), 400);
  }
  return { kind: 'done', notice: { name: 'role-changed' }, location: MEMBERS };
}

async function removeFactor(visit: Visit): Promise<Answer> {
  const { id } = await memberOf(visit);
  if (id === userOf(visit).id) throw new SpokenRefusal('FORBIDDEN', visit.words.members.ownUnderSecurity);
  await removeSecondFactor(visit.parts.database, { user: { id, accountId: accountOf(visit) }, actor: actorOf(visit) });
  return { kind: 'done', notice: { name: 'factor-removed' }, location: MEMBERS };
}

async function removeFromAccount(visit: Visit): Promise<Answer> {
  try {
    await removeMember(visit.parts.database, { ...targetOf(visit), keyIds: visit.form.getAll('key') });
  } catch (fault) {
    return memberPage(visit, faultsOf(fault), 400);
  }
  return { kind: 'done', notice: { name: 'member-removed' }, location: MEMBERS };
}

/** Source: docs/GAPS.md#A3 */
export const MEMBER_ROUTES: readonly ConsoleRoute[] = [
  { method: 'get', path: MEMBERS, access: 'account', handle: (visit) => membersPage(visit, {}) },
  { method: 'post', path: MEMBERS, access: 'owner', makesSecret: true, handle: makeInvitation },
  { method: 'post', path: `${MEMBERS}/withdraw`, access: 'owner', handle: withdraw },
  { method: 'post', path: `${MEMBERS}/two-step`, access: 'owner', handle: saveSecondFactorRequirement },
  { method: 'get', path: `${MEMBERS}/:userId`, access: 'owner', handle: (visit) => memberPage(visit, {}) },
  { method: 'post', path: `${MEMBERS}/:userId`, access: 'owner', handle: setMemberRole },
  { method: 'post', path: `${MEMBERS}/:userId/second-factor`, access: 'owner', handle: removeFactor },
  { method: 'post', path: `${MEMBERS}/:userId/remove`, access: 'owner', handle: removeFromAccount },
];
