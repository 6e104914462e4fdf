import {
  decideIdentity,
  type IdentityCandidate,
  type HomeAccount,
  type IdentityCandidates,
  type IdentityDecision,
  type VouchedIdentity,
} from '../../domain/auth/identities';
import type { AccountRole, Role, User } from '../../domain/auth/users';
import type { Database, Queryable, Transacting } from '../database';
import { appendAuditEntry, type Actor } from './audit-log';
import { insertUser, toUser, USER_COLUMNS, type UserRow } from './users';
import { userActor } from '../../domain/auth/actor';
import { MADE_BY_PROVIDER } from '../../domain/auth/independence';
import type { GroupRoles } from '../../domain/auth/identity-groups';
import { newId } from '../../lib/ids';
import { makerOf } from './makers';
import { giveRole } from './members';

interface CandidateRow extends UserRow {
  is_disabled: boolean;
  has_subject: boolean;
  is_vouched: boolean;
  group_roles: GroupRoles | null;
}

const CANDIDATES_SQL = `
  select ${USER_COLUMNS}, u.disabled_at is not null or a.disabled_at is not null as is_disabled, u.is_vouched,
         nullif(a.identity_roles, '{}') as group_roles,
         exists (select from user_identities i where i.user_id = u.id and i.issuer = $1) as has_subject
  from users u left join accounts a on a.id = u.account_id`;

const BY_SUBJECT_SQL = `${CANDIDATES_SQL}
  join user_identities k on k.user_id = u.id where k.issuer = $1 and k.subject = $2`;

const BY_EMAIL_SQL = `${CANDIDATES_SQL} where u.email = $2 and u.erased_at is null`;

function toCandidate(row: CandidateRow | undefined): IdentityCandidate | null {
  if (row === undefined) return null;
  return {
    userId: row.id,
    isDisabled: row.is_disabled,
    hasSubject: row.has_subject,
    isVouched: row.is_vouched,
    groupRoles: row.group_roles,
    isOperator: row.role === 'operator',
  };
}

/**
 * The account, if any, whose domain an address has, locked so that first logins of a person are decided one after
 * the other.
 */
async function findHome(client: Queryable, email: string | null): Promise<HomeAccount | null> {
  const [home] = await client.query<HomeAccount & Record<string, unknown>>(
    `select id as "accountId", identity_roles as "groupRoles" from accounts
     where identity_domain = split_part($1, '@', 2) and disabled_at is null for no key update`,
    [email],
  );
  return home ?? null;
}

/** Who is to be recognised, in which request. */
export interface Recognition extends Pick<IdentityCandidates, 'operatorGroups'> {
  vouched: VouchedIdentity;
  requestId: string;
  /** Whether a user is made of a person of an account's domain. */
  makesUsers: boolean;
}

/**
 * Decides which user a provider means, links the subject at the person's first login, creates a user if groups say so,
 * and applies the role that the groups give; each has an audit entry.
 * @returns the decision, with the user that it names
 * Source: docs/GAPS.md#A6
 */
export function recogniseIdentity(
  database: Database,
  { vouched, operatorGroups, requestId, makesUsers }: Recognition,
): Promise<{ decision: IdentityDecision; user: User | null }> {
  const { issuer, subject, email } = vouched;
  return database.transaction(async (client) => {
    const home = makesUsers ? await findHome(client, email) : null;
    // Two concurrent first logins of a person are decided one after the other.
    await client.query('select 1 from users where email = $1 for no key update', [email]);
    const [known] = await client.query<CandidateRow>(BY_SUBJECT_SQL, [issuer, subject]);
    const [found] = await client.query<CandidateRow>(BY_EMAIL_SQL, [issuer, email]);
    const [bySubject, byEmail] = [toCandidate(known), toCandidate(found)];
    const decision = decideIdentity(vouched, { bySubject, byEmail, home, operatorGroups });
    const userId =
      decision.kind === 'made' ? await makeUser(client, { vouched, requestId, ...decision }) : decision.userId;
    if (decision.kind === 'refused' && decision.why === 'no_group')
      await client.query('delete from logins where user_id = $1', [userId]);
    const user = userId === null ? null : await readUser(client, userId);
    if (user === null || decision.kind === 'refused') return { decision, user };
    if (decision.kind !== 'known') await linkIdentity(client, vouched, user, requestId);
    const role = await applyRole(client, { user, role: decision.role, issuer, requestId });
    return { decision, user: { ...user, role } };
  });
}

async function readUser(client: Queryable, userId: string): Promise<User | null> {
  const [row] = await client.query<UserRow>(
    `select ${USER_COLUMNS} from users u left join accounts a on a.id = u.account_id where u.id = $1`,
    [userId],
  );
  return row === undefined ? null : toUser(row);
}

interface MadeByGroups {
  vouched: VouchedIdentity;
  requestId: string;
  accountId: string;
  role: AccountRole;
}

/**
 * Creates a member by the provider's groups; no person of the account invited them.
 * @returns the id
 */
function makeUser(client: Queryable, { vouched, requestId, accountId, role }: MadeByGroups): Promise<string> {
  const id = newId('user');
  const email = vouched.email ?? '';
  const [name = email] = email.split('@');
  const actor = userActor(id, requestId);
  const user = { email, name, password: null, role, accountId, actor, maker: MADE_BY_PROVIDER };
  return insertUser(client, { id, isVouched: false }, user, null);
}

interface RoleByGroups {
  user: User;
  /** Null where groups decide nothing. */
  role: AccountRole | null;
  issuer: string;
  requestId: string;
}

/**
 * Gives a user the role of their groups, with an audit entry if it is new; the last owner of an account keeps theirs.
 * @returns the role that the user has now
 */
async function applyRole(client: Queryable, { user, role, issuer, requestId }: RoleByGroups): Promise<Role> {
  const { id, accountId } = user;
  if (role === null || role === user.role || accountId === null) return user.role;
  if (!(await giveRole(client, { accountId, userId: id, role }))) return user.role;
  const detail = { from: user.role, to: role, groupsOf: issuer };
  await appendAuditEntry(client, {
    actor: userActor(id, requestId),
    act: 'user.role_changed',
    subject: id,
    accountId,
    detail,
  });
  return role;
}

/** Links a subject of an identity provider to a user, with an audit entry. */
async function linkIdentity(
  client: Queryable,
  { issuer, subject }: VouchedIdentity,
  { id, accountId }: User,
  requestId: string,
): Promise<void> {
  await client.query('insert into user_identities (issuer, subject, user_id) values ($1, $2, $3)', [
    issuer,
    subject,
    id,
  ]);
  const actor = userActor(id, requestId);
  await appendAuditEntry(client, { actor, act: 'identity.linked', subject: id, accountId, detail: { issuer } });
}

/**
 * Records that a user's address is verified, so that an identity provider may log them in by it. For a user whom
 * groups made, the actor replaces the provider as the maker of the login.
 * @returns whether it was not recorded before; only then there is an audit entry
 */
export function vouchForUser(
  database: Transacting,
  { user, actor }: { user: Pick<User, 'id' | 'accountId'>; actor: Actor },
): Promise<boolean> {
  return database.transaction(async (client) => {
    const changed = await client.query(
      `update users set is_vouched = true,
         login_made_by = case when login_made_by = $2 then $3 else login_made_by end
       where id = $1 and not is_vouched returning 1`,
      [user.id, MADE_BY_PROVIDER, makerOf(actor)],
    );
    if (changed.length === 0) return false;
    const { id: subject, accountId } = user;
    await appendAuditEntry(client, { actor, act: 'user.vouched', subject, accountId });
    return true;
  });
}

/**
 * Deletes a user's links to identity providers: their next login there counts as a first one.
 * @returns whether there were any; only then there is an audit entry
 */
export function forgetIdentities(
  database: Transacting,
  { user, actor }: { user: Pick<User, 'id' | 'accountId'>; actor: Actor },
): Promise<boolean> {
  return database.transaction(async (client) => {
    const gone = await client.query('delete from user_identities where user_id = $1 returning 1', [user.id]);
    if (gone.length === 0) return false;
    const { id: subject, accountId } = user;
    await appendAuditEntry(client, { actor, act: 'identity.unlinked', subject, accountId });
    return true;
  });
}
