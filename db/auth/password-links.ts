import { userActor } from '../../domain/auth/actor';
import type { User } from '../../domain/auth/users';
import type { Database, Queryable, Transacting } from '../database';
import { appendAuditEntry, type Actor } from './audit-log';
import { makerOf } from './makers';
import { hashToken } from './logins';
import { replaceUserLink, LINK_IS_GOOD, personOf, useUserLink } from './user-links';
import { replacePassword, toUser, USER_COLUMNS, type UserRow } from './users';

/**
 * Removes the password of a user, ends all logins, and stores a link to choose the next one, with an audit entry.
 * @param request `token` of the link, see `newLinkToken`; `shownTo`: id of the user who sees it, null for a command
 * that named no person, the actor by default
 * Source: docs/GAPS.md#A8
 */
export async function startPasswordReset(
  database: Transacting,
  request: { userId: string; token: string; actor: Actor; shownTo?: string | null },
): Promise<void> {
  const { userId, token, actor, shownTo = makerOf(actor) } = request;
  await database.transaction(async (client) => {
    const accountId = await replacePassword(client, { userId, passwordHash: null, shownTo });
    await replaceUserLink(client, { purpose: 'password', userId, token, madeBy: personOf(actor) });
    await appendAuditEntry(client, { actor, act: 'user.link_made', subject: userId, accountId });
  });
}

/** The user whose password a link may set; null when it is used or expired, or its user cannot log in. */
export async function findPasswordLink(database: Queryable, token: string): Promise<User | null> {
  const [row] = await database.query<UserRow>(
    `select ${USER_COLUMNS} from user_links l join users u on u.id = l.user_id left join accounts a on a.id = u.account_id
     where l.token_hash = $1 and l.purpose = 'password' and ${LINK_IS_GOOD}
       and u.disabled_at is null and a.disabled_at is null`,
    [hashToken(token)],
  );
  return row === undefined ? null : toUser(row);
}

/**
 * Sets the password of a link's user, once, with an audit entry.
 * @returns the user, or null when the link is no longer good
 */
export function setPasswordByLink(
  database: Database,
  { token, passwordHash, requestId }: { token: string; passwordHash: string; requestId: string },
): Promise<User | null> {
  return database.transaction(async (client) => {
    const user = await findPasswordLink(client, token);
    if (user === null || !(await useUserLink(client, token, 'password'))) return null;
    await replacePassword(client, { userId: user.id, passwordHash });
    const actor = userActor(user.id, requestId);
    const detail = { way: 'link' };
    await appendAuditEntry(client, {
      ...{ actor, act: 'user.password_set', subject: user.id, accountId: user.accountId, detail },
    });
    return user;
  });
}
