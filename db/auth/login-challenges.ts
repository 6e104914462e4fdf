import { randomBytes } from 'node:crypto';
import { CHALLENGE_LIFETIME_MS } from '../../domain/auth/one-time-codes';
import type { User } from '../../domain/auth/users';
import type { Queryable } from '../database';
import { hashToken } from './logins';
import { toUser, USER_COLUMNS, type UserRow } from './users';

const TOKEN_BYTES = 32;

/**
 * Keeps that somebody has given the right password and owes a code.
 * @returns the token for a cookie; it lets nobody in
 */
export async function startChallenge(database: Queryable, userId: string, now: Date): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await database.query('insert into login_challenges (token_hash, user_id, expires_at) values ($1, $2, $3)', [
    hashToken(token),
    userId,
    new Date(now.getTime() + CHALLENGE_LIFETIME_MS),
  ]);
  return token;
}

/** @returns who owes the code, or null when nobody does, or not any more */
export async function findChallenge(database: Queryable, token: string, now: Date): Promise<User | null> {
  const [row] = await database.query<UserRow>(
    `select ${USER_COLUMNS} from login_challenges c
     join users u on u.id = c.user_id left join accounts a on a.id = u.account_id
     where c.token_hash = $1 and c.expires_at > $2 and u.disabled_at is null and a.disabled_at is null`,
    [hashToken(token), now],
  );
  return row === undefined ? null : toUser(row);
}

export async function endChallenge(database: Queryable, token: string): Promise<void> {
  await database.query('delete from login_challenges where token_hash = $1', [hashToken(token)]);
}
