import type { Environment } from '../../domain/auth/tenant';
import { LOCK_OUT } from '../../domain/limits/lock-out';
import { appendAuditEntry, type Actor } from '../auth/audit-log';
import { notifyKeys } from '../auth/key-notices';
import type { Database, Queryable } from '../database';
import { clearFlagOf, raiseFlag, type FlagKind } from '../operator-flags';

const FLAG_KIND: FlagKind = 'rate_limit_lock_out';

const NOW_MS = `(extract(epoch from clock_timestamp()) * 1000)::bigint`;

async function auditLockOut(client: Queryable, keyId: string, act: string, actor: Actor): Promise<void> {
  const [key] = await client.query<{ account_id: string | null }>('select account_id from api_keys where id = $1', [
    keyId,
  ]);
  await appendAuditEntry(client, { actor, act, subject: keyId, accountId: key?.account_id ?? null });
}

/**
 * Locks a key out for 15 minutes, with a flag for operators and an audit entry.
 * @returns false if it was locked out already
 * Source: docs/GAPS.md#L2
 */
export async function lockOut(database: Database, keyId: string): Promise<boolean> {
  const isNew = await database.transaction(async (client) => {
    const locked = await client.query(
      `update rate_buckets set locked_until_ms = ${NOW_MS} + $2::bigint * 60000
       where subject = $1 and (locked_until_ms is null or locked_until_ms <= ${NOW_MS}) returning subject`,
      [keyId, LOCK_OUT.minutes],
    );
    if (locked.length === 0) return false;
    // What led to this lock-out must not lead to the next one.
    await client.query('delete from rate_refusals where subject = $1', [keyId]);
    await raiseFlag(client, keyId, FLAG_KIND, { refusals: LOCK_OUT.refusals, minutes: LOCK_OUT.minutes });
    await auditLockOut(client, keyId, 'key.locked_out', 'corridor');
    return true;
  });
  if (isNew) await notifyKeys(database, 'id', keyId);
  return isNew;
}

/**
 * Ends a lock-out at once on every process and clears its flag.
 * @param actor who does it, for the audit log
 * @returns whether the key was locked out
 */
export async function liftLockOut(database: Database, keyId: string, actor: Actor): Promise<boolean> {
  const wasLocked = await database.transaction(async (client) => {
    const lifted = await client.query(
      `update rate_buckets set locked_until_ms = null where subject = $1 and locked_until_ms > ${NOW_MS} returning subject`,
      [keyId],
    );
    await client.query('delete from rate_refusals where subject = $1', [keyId]);
    await clearFlagOf(client, keyId, FLAG_KIND);
    if (lifted.length === 0) return false;
    await auditLockOut(client, keyId, 'key.lock_out_lifted', actor);
    return true;
  });
  await notifyKeys(database, 'id', keyId);
  return wasLocked;
}

export interface LockOutEntry {
  keyId: string;
  label: string;
  hint: string;
  accountName: string | null;
  /** Side of the account that the key is of. */
  environment: Environment;
  lockedUntil: Date;
}

/** Keys that are locked out now, the longest lock-out first. */
export async function listLockOuts(database: Database): Promise<LockOutEntry[]> {
  const rows = await database.query<{
    id: string;
    label: string;
    hint: string;
    account: string | null;
    environment: Environment;
    locked_until: Date;
  }>(
    `select k.id, k.label, k.hint, k.environment, a.name as account, to_timestamp(b.locked_until_ms / 1000.0) as locked_until
     from rate_buckets b join api_keys k on k.id = b.subject left join accounts a on a.id = k.account_id
     where b.locked_until_ms > ${NOW_MS} order by b.locked_until_ms desc limit 200`,
  );
  return rows.map((row) => ({
    keyId: row.id,
    label: row.label,
    hint: row.hint,
    accountName: row.account,
    environment: row.environment,
    lockedUntil: row.locked_until,
  }));
}
