import { ONE_TIME_CODE } from '../../domain/auth/one-time-codes';
import type { User } from '../../domain/auth/users';
import { DomainError } from '../../domain/errors';
import type { Vault } from '../../lib/vault';
import type { Database, Queryable, Transacting } from '../database';
import { appendAuditEntry, type Actor } from './audit-log';
import { hashToken } from './logins';

/** The second factor of a person, turned on or about to be. */
export interface SecondFactor {
  secret: Buffer;
  /** Null until the first code was entered; before that no code is asked for. */
  confirmedAt: Date | null;
  /** Step of the code that was used last. */
  lastStep: number;
  /** Recovery codes that are left. */
  codesLeft: number;
}

/** A person who does something about the own second factor. */
export interface Person {
  user: Pick<User, 'id' | 'accountId'>;
  actor: Actor;
}

const purposeOf = (userId: string): string => `second-factor:${userId}`;

/** The second factor of a person, confirmed or not; null without one. */
export async function readSecondFactor(
  database: Queryable,
  vault: Vault,
  userId: string,
): Promise<SecondFactor | null> {
  const [row] = await database.query<{
    secret_sealed: Buffer;
    confirmed_at: Date | null;
    last_step: string;
    codes_left: number;
  }>(
    `select secret_sealed, confirmed_at, last_step,
            (select count(*) from recovery_codes c where c.user_id = f.user_id and used_at is null)::integer as codes_left
     from second_factors f where user_id = $1`,
    [userId],
  );
  if (row === undefined) return null;
  const secret = vault.openBytes(row.secret_sealed, purposeOf(userId));
  const { confirmed_at: confirmedAt, codes_left: codesLeft } = row;
  return { secret, confirmedAt, lastStep: Number(row.last_step), codesLeft };
}

/**
 * Stores a new secret until its first code is entered; a confirmed second factor stays as it is.
 * @param secret 20 random bytes
 */
export async function prepareSecondFactor(
  database: Queryable,
  vault: Vault,
  userId: string,
  secret: Buffer,
): Promise<void> {
  if (secret.length !== ONE_TIME_CODE.secretBytes) throw new Error('a secret of one-time codes has 20 bytes');
  await database.query(
    `insert into second_factors (user_id, secret_sealed) values ($1, $2)
     on conflict (user_id) do update set secret_sealed = excluded.secret_sealed, created_at = now()
     where second_factors.confirmed_at is null`,
    [userId, vault.sealBytes(secret, purposeOf(userId))],
  );
}

async function replaceCodes(client: Queryable, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await client.query('delete from recovery_codes where user_id = $1', [userId]);
  await client.query('insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])', [
    userId,
    hashes,
  ]);
}

/**
 * Turns the second factor on, with an audit entry, and ends every other login of the person, which began without it.
 * @param request `step` of the entered code; `codes` hashes of the recovery codes; `token` of the login that stays
 * @throws DomainError DUPLICATE when it is on already or was never prepared
 */
export async function confirmSecondFactor(
  database: Database,
  request: Person & { step: number; codes: readonly Buffer[]; token: string },
): Promise<void> {
  const { user, actor, step, codes, token } = request;
  await database.transaction(async (client) => {
    const confirmed = await client.query(
      `update second_factors set confirmed_at = now(), last_step = $2
       where user_id = $1 and confirmed_at is null returning 1`,
      [user.id, step],
    );
    if (confirmed.length === 0) throw new DomainError('DUPLICATE', 'Two-step sign-in is on already.');
    await replaceCodes(client, user.id, codes);
    await client.query('delete from logins where user_id = $1 and token_hash <> $2', [user.id, hashToken(token)]);
    await client.query('update logins set second_factor_at = now() where user_id = $1', [user.id]);
    await appendAuditEntry(client, {
      actor,
      act: 'second_factor.enabled',
      subject: user.id,
      accountId: user.accountId,
    });
  });
}

/**
 * Marks the code of a time step as used, once over all processes.
 * @returns false if it, or a later one, was used before
 */
export async function consumeTimeStep(database: Queryable, userId: string, step: number): Promise<boolean> {
  const used = await database.query(
    'update second_factors set last_step = $2 where user_id = $1 and last_step < $2 returning 1',
    [userId, step],
  );
  return used.length === 1;
}

/**
 * Marks a recovery code as used, with an audit entry.
 * @returns false if the person has no such unused code
 */
export async function takeRecoveryCode(database: Database, { user, actor }: Person, hash: Buffer): Promise<boolean> {
  return database.transaction(async (client) => {
    const used = await client.query(
      `update recovery_codes set used_at = now() where user_id = $1 and code_hash = $2 and used_at is null returning 1`,
      [user.id, hash],
    );
    if (used.length === 0) return false;
    const { id: subject, accountId } = user;
    await appendAuditEntry(client, { actor, act: 'second_factor.recovery_code_used', subject, accountId });
    return true;
  });
}

/** Replaces all recovery codes of a person, with an audit entry. */
export async function renewRecoveryCodes(
  database: Database,
  { user, actor, codes }: Person & { codes: readonly Buffer[] },
): Promise<void> {
  await database.transaction(async (client) => {
    await replaceCodes(client, user.id, codes);
    const { id: subject, accountId } = user;
    await appendAuditEntry(client, { actor, act: 'second_factor.recovery_codes_renewed', subject, accountId });
  });
}

/** Turns the second factor off. @returns whether it was on; only then there is an audit entry */
export async function removeSecondFactor(database: Transacting, { user, actor }: Person): Promise<boolean> {
  return database.transaction(async (client) => {
    const removed = await client.query<{ confirmed_at: Date | null }>(
      'delete from second_factors where user_id = $1 returning confirmed_at',
      [user.id],
    );
    await client.query('update logins set second_factor_at = null where user_id = $1', [user.id]);
    if (!removed.some(({ confirmed_at: confirmedAt }) => confirmedAt !== null)) return false;
    const { id: subject, accountId } = user;
    await appendAuditEntry(client, { actor, act: 'second_factor.disabled', subject, accountId });
    return true;
  });
}
