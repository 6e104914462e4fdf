import { createHash, randomBytes } from 'node:crypto';
import { LOGIN_IDLE_MS, LOGIN_LIFETIME_MS } from '../../domain/auth/logins';
import type { User } from '../../domain/auth/users';
import type { Queryable } from '../database';
import { toUser, USER_COLUMNS, type UserRow } from './users';

const TOKEN_BYTES = 32;

/** Only a hash is stored: a copy of the table lets nobody in. */
function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * Begins a login with a token that did not exist before, so a planted one is worth nothing.
 * @returns the token for the cookie
 */
export async function startLogin(database: Queryable, userId: string, now: Date): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await database.query(
    `with swept as (delete from logins where expires_at < $3)
     insert into logins (token_hash, user_id, created_at, last_seen_at, expires_at) values ($1, $2, $3, $3, $4)`,
    [hashToken(token), userId, now, new Date(now.getTime() + LOGIN_LIFETIME_MS)],
  );
  return token;
}

/** @returns whose login it is, or null when it is unknown, over, or unused for too long */
export async function findLogin(database: Queryable, token: string, now: Date): Promise<User | null> {
  const [row] = await database.query<UserRow>(
    `with seen as (
       update logins set last_seen_at = $2
       where token_hash = $1 and expires_at > $2 and last_seen_at > $3 returning user_id
     )
     select ${USER_COLUMNS} from seen s join users u on u.id = s.user_id left join accounts a on a.id = u.account_id
     where u.disabled_at is null`,
    [hashToken(token), now, new Date(now.getTime() - LOGIN_IDLE_MS)],
  );
  return row === undefined ? null : toUser(row);
}

export async function endLogin(database: Queryable, token: string): Promise<void> {
  await database.query('delete from logins where token_hash = $1', [hashToken(token)]);
}
