import { randomBytes } from 'node:crypto';
import { CHALLENGE_LIFETIME_MS } from '../../domain/auth/one-time-codes';
import type { User } from '../../domain/auth/users';
import type { Queryable } from '../database';
import { hashToken } from './logins';
import { toUser, USER_COLUMNS, type UserRow } from './users';

const TOKEN_BYTES = 32;

/** What came before the code. */
export type FirstFactor = 'password' | 'provider';

/**
 * Records that a person has given the right password, or was identified by the provider, and must still give a code.
 * @returns the token for a cookie, which does not log in by itself
 */
export async function startChallenge(
  database: Queryable,
  { userId, way, now }: { userId: string; way: FirstFactor; now: Date },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await database.query('insert into login_challenges (token_hash, user_id, expires_at, way) values ($1, $2, $3, $4)', [
    hashToken(token),
    userId,
    new Date(now.getTime() + CHALLENGE_LIFETIME_MS),
    way,
  ]);
  return token;
}

/** The user who must still give a code; null for an unknown or expired token. */
export async function findChallenge(
  database: Queryable,
  token: string,
  now: Date,
): Promise<{ user: User; way: FirstFactor } | null> {
  const [row] = await database.query<UserRow & { way: string }>(
    `select ${USER_COLUMNS}, c.way from login_challenges c
     join users u on u.id = c.user_id left join accounts a on a.id = u.account_id
     where c.token_hash = $1 and c.expires_at > $2 and u.disabled_at is null and a.disabled_at is null`,
    [hashToken(token), now],
  );
  if (row === undefined) return null;
  return { user: toUser(row), way: row.way === 'provider' ? 'provider' : 'password' };
}

export async function endChallenge(database: Queryable, token: string): Promise<void> {
  await database.query('delete from login_challenges where token_hash = $1', [hashToken(token)]);
}
