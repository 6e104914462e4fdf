import { ACCOUNT_ROLES, type AccountRole } from '../../domain/auth/users';
import { DomainError, invalidField } from '../../domain/errors';
import { newId } from '../../lib/ids';
import { hashPassword } from '../../lib/passwords';
import type { Database, Queryable } from '../database';
import { appendAuditEntry, type Actor } from './audit-log';
import { hashToken } from './logins';
import { userActor } from '../../domain/auth/actor';
import { replaceUserLink, LINK_IS_GOOD, newLinkToken, personOf, useUserLink } from './user-links';

/** People and open invitations of one account together. */
const MAX_MEMBERS = 100;

/** A person who was asked to join and has not yet. */
export interface Invitation {
  id: string;
  email: string;
  role: AccountRole;
  createdAt: Date;
  expiresAt: Date;
}

interface Row {
  id: string;
  email: string;
  role: string;
  created_at: Date;
  expires_at: Date;
}

function toInvitation(row: Row): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: ACCOUNT_ROLES.find((role) => role === row.role) ?? 'viewer',
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

/** The inviter must still be an owner, so that a removed owner cannot come back by an invitation of their own. */
const IS_GOOD = `l.purpose = 'join' and ${LINK_IS_GOOD}
  and (l.made_by is null or exists (select from users inviter where inviter.id = l.made_by
    and inviter.account_id = l.account_id and inviter.role = 'owner' and inviter.disabled_at is null))`;

/** @returns the invitations of an account that can be accepted, the newest first */
export async function listInvitations(database: Queryable, accountId: string): Promise<Invitation[]> {
  const rows = await database.query<Row>(
    `select id, email, role, created_at, expires_at from user_links l
     where account_id = $1 and ${IS_GOOD} order by id desc limit ${MAX_MEMBERS}`,
    [accountId],
  );
  return rows.map(toInvitation);
}

/** Refuses an invitation of an existing member, or of more people than an account may have; locks the account. */
async function refuseMember(client: Queryable, accountId: string, email: string): Promise<void> {
  await client.query('select 1 from accounts where id = $1 for no key update', [accountId]);
  const [found] = await client.query<{ is_member: boolean; people: number }>(
    `select exists (select from users where account_id = $1 and email = $2 and disabled_at is null) as is_member,
            ((select count(*) from users where account_id = $1 and disabled_at is null)
             + (select count(*) from user_links l
                where account_id = $1 and email <> $2 and purpose = 'join' and ${LINK_IS_GOOD}))::integer as people`,
    [accountId, email],
  );
  if (found?.is_member === true) throw invalidField('email', 'taken', 'This person is already a member.');
  if ((found?.people ?? 0) < MAX_MEMBERS) return;
  throw new DomainError('INVALID_REQUEST', `An account has at most ${MAX_MEMBERS} people; remove one first.`);
}

/**
 * Invites a person, with an audit entry. A second invitation of the same address replaces the first and its link.
 * @param request `email` in lower case
 * @returns the token of the link, which is stored as a hash and never shown again
 * @throws DomainError INVALID_REQUEST for an existing member, and for the 101st person
 * Source: docs/GAPS.md#A3
 */
export function invite(
  database: Database,
  request: { accountId: string; email: string; role: AccountRole; actor: Actor },
): Promise<{ id: string; token: string }> {
  const { accountId, email, role, actor } = request;
  const token = newLinkToken();
  return database.transaction(async (client) => {
    await refuseMember(client, accountId, email);
    const link = { purpose: 'join', accountId, email, role, token, madeBy: personOf(actor) } as const;
    const id = await replaceUserLink(client, link);
    await appendAuditEntry(client, { actor, act: 'member.invited', subject: id, accountId, detail: { role } });
    return { id, token };
  });
}

/** Deletes an invitation; without one there is no audit entry. */
export function withdrawInvitation(
  database: Database,
  request: { accountId: string; id: string; actor: Actor },
): Promise<void> {
  const { accountId, id, actor } = request;
  return database.transaction(async (client) => {
    const gone = await client.query(
      `delete from user_links where id = $1 and account_id = $2 and purpose = 'join' and used_at is null returning 1`,
      [id, accountId],
    );
    if (gone.length === 0) return;
    await appendAuditEntry(client, { actor, act: 'member.invitation_withdrawn', subject: id, accountId });
  });
}

export interface OpenInvitation extends Invitation {
  /** Id of the user who saw the link; null for a command. */
  madeBy: string | null;
  accountId: string;
  accountName: string;
}

/**
 * @returns the invitation of a link, or null when it was accepted, withdrawn, replaced or has expired, or its inviter
 *   is no longer an owner
 */
export async function findInvitation(database: Queryable, token: string): Promise<OpenInvitation | null> {
  const [row] = await database.query<Row & { account_id: string; account_name: string; made_by: string | null }>(
    `select l.id, l.email, l.role, l.created_at, l.expires_at, l.account_id, a.name as account_name, l.made_by
     from user_links l join accounts a on a.id = l.account_id
     where l.token_hash = $1 and a.disabled_at is null and ${IS_GOOD}`,
    [hashToken(token)],
  );
  if (row === undefined) return null;
  return { ...toInvitation(row), accountId: row.account_id, accountName: row.account_name, madeBy: row.made_by };
}

interface Newcomer {
  name: string;
  passwordHash: string;
}

/** A person who was removed from this account comes back as the same user, without the former credentials. */
const JOIN_SQL = `
  insert into users as u (id, email, name, password_hash, role, account_id, invited_by, login_made_by)
  values ($1, $2, $3, $4, $5, $6, $7, $7)
  on conflict (email) do update set name = excluded.name, password_hash = excluded.password_hash, role = excluded.role,
    disabled_at = null, removed_at = null, is_vouched = false,
    invited_by = excluded.invited_by, invited_at = now(), login_made_by = excluded.login_made_by
    where u.account_id = excluded.account_id and u.removed_at is not null
  returning id`;

/**
 * Creates or re-enables the user of an invitation; a former second factor is deleted.
 * @returns the id
 * @throws DomainError INVALID_REQUEST for an address of another account's user
 */
async function insertMember(
  client: Queryable,
  invitation: OpenInvitation,
  { name, passwordHash }: Newcomer,
): Promise<string> {
  const { email, role, accountId, madeBy } = invitation;
  const [user] = await client.query<{ id: string }>(JOIN_SQL, [
    newId('user'),
    email,
    name,
    passwordHash,
    role,
    accountId,
    madeBy,
  ]);
  if (user === undefined) throw invalidField('email', 'taken', 'There is already a user with this address.');
  await client.query('delete from second_factors where user_id = $1', [user.id]);
  return user.id;
}

/**
 * Accepts an invitation, once, with an audit entry.
 * @returns the new member, or null when the link is no longer valid
 * @throws DomainError INVALID_REQUEST when the address belongs to a person of another account
 * Source: docs/GAPS.md#A3
 */
export async function acceptInvitation(
  database: Database,
  request: { token: string; name: string; password: string; requestId: string },
): Promise<{ id: string; accountId: string } | null> {
  const { token, name, password, requestId } = request;
  const passwordHash = await hashPassword(password);
  return database.transaction(async (client) => {
    const invitation = await findInvitation(client, token);
    if (invitation === null || !(await useUserLink(client, token, 'join'))) return null;
    const { accountId, role } = invitation;
    const id = await insertMember(client, invitation, { name, passwordHash });
    const detail = { role, invitation: invitation.id };
    const actor = userActor(id, requestId);
    await appendAuditEntry(client, { actor, act: 'user.created', subject: id, accountId, detail });
    return { id, accountId };
  });
}
