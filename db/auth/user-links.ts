import { randomBytes } from 'node:crypto';
import { userOfActor } from '../../domain/auth/actor';
import { LINK_DAYS, type LinkPurpose } from '../../domain/auth/user-links';
import type { AccountRole } from '../../domain/auth/users';
import { newId } from '../../lib/ids';
import type { Queryable } from '../database';
import { actorId, type Actor } from './audit-log';
import { hashToken } from './logins';

/** 128 bits. */
const TOKEN_BYTES = 16;

/** Condition in SQL of a row `l` of `user_links` that was not used and has not run out. */
export const LINK_IS_GOOD = 'l.used_at is null and l.expires_at > now()';

/** @returns the token of a new link, in 22 characters that need no escape in an address; only its hash is stored */
export function newLinkToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** @returns id of the user who acts; null where no person of the console does */
export function personOf(actor: Actor): string | null {
  return userOfActor(actorId(actor));
}

/** Whom a link is for: a future member, or a user. */
type LinkedPerson =
  { purpose: 'join'; accountId: string; email: string; role: AccountRole } | { purpose: 'password'; userId: string };

/**
 * Stores a link, and deletes unused earlier ones of the same purpose and person.
 * @param link `madeBy`: id of the user who creates it; null if made by a command
 * @returns its id
 */
export async function replaceUserLink(
  client: Queryable,
  link: LinkedPerson & { token: string; madeBy: string | null },
): Promise<string> {
  const { purpose, token, madeBy } = link;
  const { accountId, email, role } = link.purpose === 'join' ? link : { accountId: null, email: null, role: null };
  const userId = link.purpose === 'password' ? link.userId : null;
  await client.query(
    `delete from user_links l where purpose = $1 and used_at is null
       and (user_id = $2 or (account_id = $3 and email = $4))`,
    [purpose, userId, accountId, email],
  );
  const id = newId('userLink');
  await client.query(
    `insert into user_links (id, token_hash, purpose, account_id, email, role, user_id, made_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(days => $9))`,
    [id, hashToken(token), purpose, accountId, email, role, userId, madeBy, LINK_DAYS[purpose]],
  );
  return id;
}

/**
 * Marks a link as used.
 * @returns false if it is unknown, used or expired
 */
export async function useUserLink(client: Queryable, token: string, purpose: LinkPurpose): Promise<boolean> {
  const used = await client.query(
    `update user_links l set used_at = now() where token_hash = $1 and purpose = $2 and ${LINK_IS_GOOD} returning 1`,
    [hashToken(token), purpose],
  );
  return used.length === 1;
}
