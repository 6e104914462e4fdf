import { createHash, randomBytes } from 'node:crypto';
import {
  formSeedOf,
  LOGIN_IDLE_MS,
  LOGIN_KNOWN_MS,
  LOGIN_LIFETIME_MS,
  NOTED_REFUSALS,
  PROOF_MS,
  REFUSED_IN_A_ROW,
  type LoginRefusal,
  type LoginWay,
} from '../../domain/auth/logins';
import type { User } from '../../domain/auth/users';
import type { Database, Queryable } from '../database';
import { raiseFlag } from '../operator-flags';
import { appendAuditEntry } from './audit-log';
import { toUser, USER_COLUMNS, type UserRow } from './users';
import { userActor } from '../../domain/auth/actor';

const TOKEN_BYTES = 32;
const SEED_BYTES = 16;

/** A token begins with the seed of its login's forms, which stays the same when the login gets another token. */
const newToken = (seed = randomBytes(SEED_BYTES).toString('base64url')): string =>
  `${seed}.${randomBytes(TOKEN_BYTES).toString('base64url')}`;

/** Only a hash is stored: a copy of the table gives no access. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The request by which a login begins, ends or is refused. */
export interface LoginRequest {
  requestId: string;
  /** Keyed hash of the caller's address: equal addresses have equal hashes, and none can be read back. */
  addressHash: string;
  /** Name by which the person recognises the login, see domain/auth/devices.ts. */
  device: string;
  way: LoginWay;
}

/** Ways of login that asked for the person's one-time code. */
const WITH_CODE: readonly LoginWay[] = ['password_and_code', 'provider_and_code'];

/** Begins a login: resets the person's counts of refusals and keeps their sum with the login. */
const START_SQL = `
  with swept as (delete from logins where expires_at < $6),
  before as (select wrong_passwords + wrong_codes as refused from users where id = $2 for no key update),
  counted as (update users set wrong_passwords = 0, wrong_codes = 0 where id = $2 and wrong_passwords + wrong_codes > 0)
  insert into logins
    (token_hash, user_id, created_at, last_seen_at, expires_at, device, second_factor_at, proven_at, refused_before)
  select $1, $2, $3, $3, $4, $5, case when $7 then $3::timestamptz end, case when $8 then clock_timestamp() end, refused
  from before`;

/**
 * Begins a login with a new token, so that a planted cookie is useless, and adds an audit entry.
 * @returns the token for the cookie
 */
export async function startLogin(
  database: Database,
  user: { id: string; accountId: string | null },
  { requestId, addressHash, device, way }: LoginRequest,
  now: Date,
): Promise<string> {
  const token = newToken();
  await database.transaction(async (client) => {
    await client.query(START_SQL, [
      hashToken(token),
      user.id,
      now,
      new Date(now.getTime() + LOGIN_LIFETIME_MS),
      device,
      new Date(now.getTime() - LOGIN_KNOWN_MS),
      WITH_CODE.includes(way),
      way !== 'provider',
    ]);
    const actor = userActor(user.id, requestId);
    const detail = { address: addressHash, way };
    await appendAuditEntry(client, {
      actor,
      act: 'login.started',
      subject: user.id,
      accountId: user.accountId,
      detail,
    });
  });
  return token;
}

/** Column that counts refusals, by reason. */
const COUNTED = { wrong_password: 'wrong_passwords', wrong_code: 'wrong_codes' } as const;

/** Counts a wrong password or code of a user; many in a row raise a flag for operators. */
async function countRefusal(client: Queryable, userId: string, why: keyof typeof COUNTED): Promise<void> {
  const [counted] = await client.query<{ count: number }>(
    `update users set ${COUNTED[why]} = ${COUNTED[why]} + 1 where id = $1 returning ${COUNTED[why]} as count`,
    [userId],
  );
  const inARow = counted?.count ?? 0;
  if (why === 'wrong_code' && inARow >= REFUSED_IN_A_ROW.codes) await raiseFlag(client, userId, 'codes_refused', {});
  if (why === 'wrong_password' && inARow >= REFUSED_IN_A_ROW.passwords) {
    await raiseFlag(client, userId, 'passwords_refused', {});
  }
}

/**
 * Records a refused login, or a refused proof within one, in the audit log: with the user if the name exists, else
 * with a keyed hash of the name. Wrong passwords and codes are counted.
 * @param refused `name` is the keyed hash of the typed name; `why` is the reason
 */
export async function recordRefusedLogin(
  database: Database,
  refused: LoginRequest & { name: string; user: { id: string; accountId: string | null } | null; why: LoginRefusal },
): Promise<void> {
  const { requestId, addressHash, name, user, way, why } = refused;
  await database.transaction(async (client) => {
    // The user is locked before the audit log, as everywhere: the other order could deadlock.
    if (user !== null && (why === 'wrong_password' || why === 'wrong_code')) await countRefusal(client, user.id, why);
    await appendAuditEntry(client, {
      actor: { id: 'anyone', requestId },
      act: way === 'proof' ? 'proof.refused' : 'login.refused',
      subject: user?.id ?? `login:${name}`,
      accountId: user?.accountId ?? null,
      detail: { address: addressHash, way, why },
    });
  });
}

/** Parameters: `$1` hash of the token, `$2` now, `$3` earliest last use. */
const IS_OPEN = 'token_hash = $1 and expires_at > $2 and last_seen_at > $3';

/** Of a login, as `findUserByStatement` reads it: what was refused before is noted while the login is new. */
const SEEN_COLUMNS = `user_id, second_factor_at,
  case when created_at > $2::timestamptz - make_interval(mins => ${NOTED_REFUSALS.forMinutes}) then refused_before else 0 end
    as refused_before`;

/**
 * The user of the open login that a statement returns, unless user or account is disabled.
 * @param seen statement that returns the columns above
 */
async function findUserByStatement(database: Queryable, seen: string, token: string, now: Date): Promise<User | null> {
  const [row] = await database.query<UserRow>(
    `with seen as (${seen})
     select ${USER_COLUMNS}, s.second_factor_at, s.refused_before from seen s
     join users u on u.id = s.user_id left join accounts a on a.id = u.account_id
     where u.disabled_at is null and a.disabled_at is null`,
    [hashToken(token), now, new Date(now.getTime() - LOGIN_IDLE_MS)],
  );
  return row === undefined ? null : toUser(row);
}

/** Marks a login as used. @returns its user, or null when it is unknown, has ended or was unused for too long */
export function findLogin(database: Queryable, token: string, now: Date): Promise<User | null> {
  return findUserByStatement(
    database,
    `update logins set last_seen_at = $2 where ${IS_OPEN} returning ${SEEN_COLUMNS}`,
    token,
    now,
  );
}

/** Like `findLogin`, but does not count as use of the login: for requests that a page makes without its user. */
export function peekLogin(database: Queryable, token: string, now: Date): Promise<User | null> {
  return findUserByStatement(database, `select ${SEEN_COLUMNS} from logins where ${IS_OPEN}`, token, now);
}

/**
 * Whether the person of a login has proved themselves with a password or code within five minutes, by Postgres' clock.
 */
export async function isProven(database: Queryable, token: string): Promise<boolean> {
  const proven = await database.query(
    'select from logins where token_hash = $1 and proven_at > clock_timestamp() - make_interval(secs => $2)',
    [hashToken(token), PROOF_MS / 1000],
  );
  return proven.length === 1;
}

/** How the person of a login has shown again who they are; `provider` is a fresh log-in at the identity provider. */
export type ProofKind = 'password' | 'code' | 'provider';

/**
 * Records that the person of a login has just given a password or code. The login continues under a new token and the
 * former one ends, so that a copied cookie gains nothing.
 * @returns the token for the cookie; null if the login has ended, or was renewed at the same moment
 * Source: docs/GAPS.md#A13
 */
export async function recordProof(database: Queryable, token: string, kind: ProofKind): Promise<string | null> {
  const renewed = newToken(formSeedOf(token));
  const proven = await database.query(
    `update logins set token_hash = $3, proven_at = clock_timestamp(),
       second_factor_at = case when $2 then clock_timestamp() else second_factor_at end
     where token_hash = $1 returning 1`,
    [hashToken(token), kind === 'code', hashToken(renewed)],
  );
  return proven.length === 1 ? renewed : null;
}

/** Ends a login, with an audit entry; a login that does not exist leaves none. */
export async function endLogin(database: Database, token: string, requestId: string): Promise<void> {
  await database.transaction(async (client) => {
    const [ended] = await client.query<{ id: string; account_id: string | null }>(
      `delete from logins l using users u where l.token_hash = $1 and u.id = l.user_id returning u.id, u.account_id`,
      [hashToken(token)],
    );
    if (ended === undefined) return;
    const { id, account_id: accountId } = ended;
    await appendAuditEntry(client, {
      actor: userActor(id, requestId),
      act: 'login.ended',
      subject: id,
      accountId,
    });
  });
}

/** An open login, as its person sees it. */
export interface OpenLogin {
  id: string;
  device: string;
  startedAt: Date;
  lastSeenAt: Date;
  /** Whether it is the login of this request. */
  isThis: boolean;
}

/** @returns the logins of a person that are not over, the one used last first */
export async function listLogins(
  database: Queryable,
  { userId, token, now }: { userId: string; token: string; now: Date },
): Promise<OpenLogin[]> {
  const rows = await database.query<{
    id: string;
    device: string;
    created_at: Date;
    last_seen_at: Date;
    is_this: boolean;
  }>(
    `select id, device, created_at, last_seen_at, token_hash = $2 as is_this from logins
     where user_id = $1 and expires_at > $3 and last_seen_at > $4 order by last_seen_at desc, id`,
    [userId, hashToken(token), now, new Date(now.getTime() - LOGIN_IDLE_MS)],
  );
  return rows.map(({ id, device, created_at: startedAt, last_seen_at: lastSeenAt, is_this: isThis }) => {
    return { id, device, startedAt, lastSeenAt, isThis };
  });
}

/**
 * Ends other logins of a person: one by its id, or all.
 * @param request `token` of the login that asks, which continues
 * @returns how many ended; 0 leaves no audit entry
 */
export async function endOtherLogins(
  database: Database,
  request: { user: { id: string; accountId: string | null }; token: string; loginId: string | null; requestId: string },
): Promise<number> {
  const { user, token, loginId, requestId } = request;
  return database.transaction(async (client) => {
    const ended = await client.query(
      `delete from logins where user_id = $1 and token_hash <> $2 and ($3::text is null or id::text = $3) returning 1`,
      [user.id, hashToken(token), loginId],
    );
    if (ended.length === 0) return 0;
    await appendAuditEntry(client, {
      actor: userActor(user.id, requestId),
      act: 'login.others_ended',
      subject: user.id,
      accountId: user.accountId,
      detail: { count: ended.length },
    });
    return ended.length;
  });
}
