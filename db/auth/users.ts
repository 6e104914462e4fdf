import { UniqueViolation } from '../faults';
import { invalidField } from '../../domain/errors';
import { isLanguage } from '../../domain/auth/languages';
import { OPERATOR_ROLES, operatorRolesIn, type OperatorRole } from '../../domain/auth/operator-roles';
import { ROLES, type PartnerOfUser, type Role, type User } from '../../domain/auth/users';
import type { Database, Queryable, Transacting } from '../database';
import { newId } from '../../lib/ids';
import { findOrCreateAccount } from './accounts';
import { appendAuditEntry, type Actor } from './audit-log';
import { makerOf } from './makers';
import { hashPassword } from '../../lib/passwords';
import { userActor } from '../../domain/auth/actor';

export interface UserRow {
  id: string;
  email: string;
  name: string;
  role: string;
  account_id: string | null;
  account_name: string | null;
  partner: PartnerOfUser | null;
  operator_roles: string[];
  language: string | null;
  needs_second_factor: boolean;
  /** Selected with a login alone. */
  second_factor_at?: Date | null;
  refused_before?: number;
}

/** Columns of a user joined with the account, as `u` and `a`. */
export const USER_COLUMNS = `u.id, u.email, u.name, u.role, u.operator_roles, u.language, u.account_id, a.name as account_name,
  coalesce(a.needs_second_factor, false) as needs_second_factor,
  (select jsonb_build_object('id', p.id, 'name', p.name, 'environment', p.environment) from partners p
   where p.id = u.partner_id) as partner`;

/** Roles and language of a user; what another release has stored grants nothing. */
export function rolesAndLanguageOf(
  row: Pick<UserRow, 'role' | 'operator_roles' | 'language'>,
): Pick<User, 'role' | 'operatorRoles' | 'language'> {
  return {
    role: ROLES.find((role) => role === row.role) ?? 'viewer',
    operatorRoles: operatorRolesIn(row.operator_roles),
    language: row.language !== null && isLanguage(row.language) ? row.language : null,
  };
}

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    ...rolesAndLanguageOf(row),
    accountId: row.account_id,
    accountName: row.account_name,
    partner: row.partner,
    needsSecondFactor: row.needs_second_factor,
    secondFactorAt: row.second_factor_at ?? null,
    refusedBefore: row.refused_before ?? 0,
  };
}

export interface NewUser {
  /** Lower case, see domain/auth/users.ts. */
  email: string;
  name: string;
  /** Null for a person who chooses it by a link; until then no login is possible. */
  password: string | null;
  role: Role;
  /** Null for operators and people of a partner, and for them only. */
  accountId: string | null;
  /** Of a person with the role `partner`, and of no other. */
  partnerId?: string;
  /** Of an operator: all where it is absent. */
  operatorRoles?: readonly OperatorRole[];
  /** Whether no login is possible until it is enabled. */
  isDisabled?: boolean;
  /** Who does it, for the audit log. */
  actor: Actor;
  /** Who made the login, where that is not who does it. Source: docs/GAPS.md#A5 */
  maker?: string;
}

/**
 * Inserts a user with its audit entry.
 * @returns the id
 */
export async function insertUser(
  client: Queryable,
  { id, isVouched }: { id: string; isVouched: boolean },
  request: NewUser,
  passwordHash: string | null,
): Promise<string> {
  const { actor, accountId, partnerId, role } = request;
  const roles = role === 'operator' ? [...(request.operatorRoles ?? OPERATOR_ROLES)] : [];
  await client.query(
    `insert into users (id, email, name, password_hash, role, operator_roles, account_id, is_vouched,
       partner_id, disabled_at, invited_by, login_made_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $10 then now() end, $11, $11)`,
    [
      ...[id, request.email, request.name, passwordHash, role, roles, accountId, isVouched],
      ...[partnerId ?? null, request.isDisabled ?? false, request.maker ?? makerOf(actor)],
    ],
  );
  const of = partnerId === undefined ? {} : { partner: partnerId };
  const detail = role === 'operator' ? { role, roles } : { role, ...of };
  await appendAuditEntry(client, { actor, act: 'user.created', subject: id, accountId, detail });
  return id;
}

/** The fault of a request that a violated unique constraint means; any other fault is returned unchanged. */
function translateFault(fault: unknown): unknown {
  if (!(fault instanceof UniqueViolation)) return fault;
  if (fault.constraint === 'users_email_key') {
    return invalidField('email', 'taken', 'There is already a user with this address.');
  }
  if (fault.constraint === 'accounts_name_key') {
    return invalidField('accountName', 'taken', 'There is already an account of this name.');
  }
  return fault;
}

/**
 * Creates a user of the console, whose address counts as verified by an operator, with an audit entry.
 * @param request the account by id or name; an account of that name is created if there is none
 * @returns the id
 * @throws DomainError INVALID_REQUEST when the address is in use; no account is created then
 */
export async function createUser(
  database: Transacting,
  request: NewUser | (Omit<NewUser, 'accountId'> & { accountName: string }),
): Promise<string> {
  const passwordHash = request.password === null ? null : await hashPassword(request.password);
  try {
    return await database.transaction(async (client) => {
      const accountId =
        'accountId' in request ? request.accountId : (await findOrCreateAccount(client, request.accountName)).id;
      return insertUser(client, { id: newId('user'), isVouched: true }, { ...request, accountId }, passwordHash);
    });
  } catch (fault) {
    throw translateFault(fault);
  }
}

/**
 * Creates an account with its owner; its live side is closed until an operator opens it.
 * @param request `requestId` is that of the owner's request, for the audit log
 * @returns the owner
 * @throws DomainError INVALID_REQUEST when the name or the address is taken
 */
export async function signUp(
  database: Database,
  request: { accountName: string; email: string; name: string; password: string; requestId: string },
): Promise<{ id: string; accountId: string }> {
  const passwordHash = await hashPassword(request.password);
  const { accountName, requestId, ...person } = request;
  const id = newId('user');
  const actor = userActor(id, requestId);
  try {
    return await database.transaction(async (client) => {
      const accountId = newId('account');
      await client.query('insert into accounts (id, name) values ($1, $2)', [accountId, accountName]);
      const owner: NewUser = { ...person, role: 'owner', accountId, actor };
      await insertUser(client, { id, isVouched: false }, owner, passwordHash);
      return { id, accountId };
    });
  } catch (fault) {
    throw translateFault(fault);
  }
}

/**
 * A user by email address with the hash of the password; null if there is none, or the user or its account is
 * disabled.
 */
export async function findUserByEmail(
  database: Queryable,
  email: string,
): Promise<{ user: User; passwordHash: string | null } | null> {
  const [row] = await database.query<UserRow & { password_hash: string | null }>(
    `select ${USER_COLUMNS}, u.password_hash from users u left join accounts a on a.id = u.account_id
     where u.email = $1 and u.disabled_at is null and a.disabled_at is null`,
    [email],
  );
  return row === undefined ? null : { user: toUser(row), passwordHash: row.password_hash };
}

/**
 * Stores the hash of a new password, or null for none, and ends every login and link of the user.
 * @param shownTo id of the user who saw the password, or the link to it; null for a command that named no person;
 * absent where the user chose it, which keeps the maker of the login
 * @returns the user's account; null for an operator
 * Source: docs/GAPS.md#A5
 */
export async function replacePassword(
  client: Queryable,
  { userId, passwordHash, shownTo }: { userId: string; passwordHash: string | null; shownTo?: string | null },
): Promise<string | null> {
  const [user] = await client.query<{ account_id: string | null }>(
    `update users set password_hash = $2,
       login_made_by = case when $3 and $4::text is distinct from id then $4 else login_made_by end
     where id = $1 returning account_id`,
    [userId, passwordHash, shownTo !== undefined, shownTo ?? null],
  );
  await client.query('delete from logins where user_id = $1', [userId]);
  await client.query('delete from login_challenges where user_id = $1', [userId]);
  await client.query('delete from user_links where user_id = $1 and used_at is null', [userId]);
  return user?.account_id ?? null;
}

/**
 * Sets a password and ends every login of the user, with an audit entry.
 * @param request `shownTo` as `replacePassword` takes it
 */
export async function setPassword(
  database: Transacting,
  { userId, password, actor, ...seen }: { userId: string; password: string; actor: Actor; shownTo?: string | null },
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await database.transaction(async (client) => {
    const accountId = await replacePassword(client, { userId, passwordHash, ...seen });
    await appendAuditEntry(client, { actor, act: 'user.password_set', subject: userId, accountId });
  });
}
