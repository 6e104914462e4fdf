import { ACCOUNT_ROLES, type AccountRole } from '../../domain/auth/users';
import { DomainError, invalidField } from '../../domain/errors';
import { within, type Database, type Queryable } from '../database';
import { listKeysMadeBy } from './account-keys';
import { appendAuditEntry, type Actor } from './audit-log';
import { revokeKey } from './credentials';

/** A person of an account, as the others see them. */
export interface Member {
  id: string;
  email: string;
  name: string;
  role: AccountRole;
  createdAt: Date;
  /** The newest login that goes on; null where there is none. */
  lastSeenAt: Date | null;
  isTwoStep: boolean;
}

interface Row {
  id: string;
  email: string;
  name: string;
  role: string;
  created_at: Date;
  last_seen_at: Date | null;
  is_two_step: boolean;
}

const MEMBERS_SQL = `
  select u.id, u.email, u.name, u.role, u.created_at,
         (select max(l.last_seen_at) from logins l where l.user_id = u.id) as last_seen_at,
         exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as is_two_step
  from users u
  where u.account_id = $1 and u.disabled_at is null and u.erased_at is null and ($2::text is null or u.id = $2)
  order by u.created_at, u.id limit 500`;

function toMember(row: Row): Member {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: ACCOUNT_ROLES.find((role) => role === row.role) ?? 'viewer',
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    isTwoStep: row.is_two_step,
  };
}

/** @returns the people of an account who can log in, the first one first */
export async function listMembers(database: Queryable, accountId: string): Promise<Member[]> {
  return (await database.query<Row>(MEMBERS_SQL, [accountId, null])).map(toMember);
}

/** @returns one of them, or null: a person of another account counts as absent. Source: docs/GAPS.md#G7 */
export async function findMember(database: Queryable, accountId: string, userId: string): Promise<Member | null> {
  const [row] = await database.query<Row>(MEMBERS_SQL, [accountId, userId]);
  return row === undefined ? null : toMember(row);
}

export interface MemberTarget {
  accountId: string;
  userId: string;
  actor: Actor;
}

/**
 * Reads a member to be changed. The account is locked first, so that two owners who remove each other at once are decided
 * one after the other.
 */
async function lockMember(client: Queryable, { accountId, userId }: MemberTarget): Promise<Member> {
  await client.query('select 1 from accounts where id = $1 for no key update', [accountId]);
  const member = await findMember(client, accountId, userId);
  if (member === null) throw new DomainError('NOT_FOUND', 'There is no such member.');
  return member;
}

/** @throws DomainError INVALID_REQUEST if no other member of the account is an owner */
async function refuseLastOwner(client: Queryable, { accountId, userId }: Omit<MemberTarget, 'actor'>): Promise<void> {
  const others = await client.query(
    `select 1 from users where account_id = $1 and id <> $2 and role = 'owner' and disabled_at is null limit 1`,
    [accountId, userId],
  );
  if (others.length > 0) return;
  throw invalidField('role', 'last_owner', 'An account needs an owner. Make another person an owner first.');
}

/**
 * Refuses a change that would leave an account without an owner, and locks the account until the transaction ends, as
 * every change of its people does.
 * @param role the user's new role; null for a user to be disabled
 * @throws DomainError INVALID_REQUEST for the last owner
 */
export async function requireRemainingOwner(client: Queryable, userId: string, role: string | null): Promise<void> {
  if (role === 'owner') return;
  await client.query(
    'select 1 from accounts where id = (select account_id from users where id = $1) for no key update',
    [userId],
  );
  const [owner] = await client.query<{ account_id: string }>(
    `select account_id from users where id = $1 and role = 'owner' and disabled_at is null`,
    [userId],
  );
  if (owner !== undefined) await refuseLastOwner(client, { accountId: owner.account_id, userId });
}

/**
 * Gives a member another role, which applies from the next request on.
 * @returns whether that changed anything; only then there is an audit entry
 * @throws DomainError NOT_FOUND; INVALID_REQUEST for the last owner
 * Source: docs/GAPS.md#A3
 */
export function changeRole(database: Database, target: MemberTarget & { role: AccountRole }): Promise<boolean> {
  const { accountId, userId, role, actor } = target;
  return database.transaction(async (client) => {
    const member = await lockMember(client, target);
    if (member.role === role) return false;
    if (member.role === 'owner') await refuseLastOwner(client, target);
    await client.query('update users set role = $2 where id = $1', [userId, role]);
    const detail = { from: member.role, to: role };
    await appendAuditEntry(client, { actor, act: 'user.role_changed', subject: userId, accountId, detail });
    return true;
  });
}

/**
 * Gives a member the role that groups of the identity provider decide.
 * @returns false for the last owner, whose role stays
 */
export async function giveRole(
  client: Queryable,
  { accountId, userId, role }: Omit<MemberTarget, 'actor'> & { role: AccountRole },
): Promise<boolean> {
  await client.query('select 1 from accounts where id = $1 for no key update', [accountId]);
  const changed = await client.query(
    `update users u set role = $3 where u.id = $2 and u.account_id = $1 and (u.role <> 'owner' or exists (
       select from users o where o.account_id = $1 and o.id <> $2 and o.role = 'owner' and o.disabled_at is null))
     returning 1`,
    [accountId, userId, role],
  );
  return changed.length > 0;
}

/** Revokes all keys of a member for good: they do not work again if the person returns. */
async function revokeKeysOf(client: Queryable, { accountId, userId, actor }: MemberTarget): Promise<void> {
  const own = await client.query<{ id: string }>(
    'select id from api_keys where user_id = $1 and revoked_at is null order by id',
    [userId],
  );
  for (const { id } of own) {
    await revokeKey(within(client), id, actor, { ofAccount: accountId, reason: 'its member was removed' });
  }
}

/**
 * Removes a person from an account, with an audit entry: logins and the member's own keys end at once, and only a new
 * invitation lets them in again.
 * @param target `keyIds`: further keys, created by this member, that are revoked too
 * @throws DomainError NOT_FOUND; INVALID_REQUEST for the last owner
 * Source: docs/GAPS.md#A3
 */
export function removeMember(database: Database, target: MemberTarget & { keyIds?: readonly string[] }): Promise<void> {
  const { accountId, userId, actor, keyIds = [] } = target;
  return database.transaction(async (client) => {
    const { role } = await lockMember(client, target);
    if (role === 'owner') await refuseLastOwner(client, target);
    const made = keyIds.length === 0 ? [] : await listKeysMadeBy(client, accountId, userId);
    for (const { id } of made.filter(({ id: madeId }) => keyIds.includes(madeId))) {
      await revokeKey(within(client), id, actor, { ofAccount: accountId, reason: 'its maker was removed' });
    }
    await client.query('update users set disabled_at = now(), removed_at = now() where id = $1', [userId]);
    await revokeKeysOf(client, target);
    await client.query('delete from logins where user_id = $1', [userId]);
    await client.query('delete from login_challenges where user_id = $1', [userId]);
    await client.query('delete from user_identities where user_id = $1', [userId]);
    await client.query('delete from user_links where user_id = $1', [userId]);
    await appendAuditEntry(client, { actor, act: 'user.removed', subject: userId, accountId, detail: { role } });
  });
}
