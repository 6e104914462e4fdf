import { randomBytes } from 'node:crypto';
import { formatKey, keyHint } from '../../domain/auth/keys';
import { OPERATOR_KEY_DAYS, OPERATOR_ROLES, type OperatorRole } from '../../domain/auth/operator-roles';
import type { Queryable, Transacting } from '../database';
import { appendAuditEntry, type Actor } from './audit-log';
import { hashKey, insertKey, type IssuedKey } from './credentials';
import { makerOf } from './makers';

const DAY_MS = 86_400_000;

export interface NewOperatorKey {
  label: string;
  /** The operator whose key it is. */
  userId: string;
  roles?: readonly OperatorRole[];
  /** 90 days from now where it is absent. */
  expiresAt?: Date;
  /** Whether its owner sees it first, in the console; until then it cannot be used. */
  awaitsOwner?: boolean;
  /** The user who sees it; null for a command that names no person. Source: docs/GAPS.md#A5 */
  madeBy?: string | null;
}

/** @returns when a key that is made now ends, where nothing else is said */
function usualEnd(): Date {
  return new Date(Date.now() + OPERATOR_KEY_DAYS * DAY_MS);
}

/** Creates a key of an operator, without an audit entry. Source: docs/GAPS.md#A3 */
export async function createOperatorKey(database: Queryable, request: NewOperatorKey): Promise<IssuedKey> {
  const { label, userId, roles = OPERATOR_ROLES, expiresAt = usualEnd(), awaitsOwner = false } = request;
  const madeBy = awaitsOwner ? userId : (request.madeBy ?? null);
  const times = { expires_at: expiresAt, awaits_owner: awaitsOwner };
  const columns = { label, user_id: userId, made_by: madeBy, scopes: [...roles], ...times };
  return insertKey(database, 'operator', formatKey('operator', randomBytes(32)), columns);
}

/** Creates a key of an operator with its audit entry. Source: docs/GAPS.md#A3 */
export function issueOperatorKey(
  database: Transacting,
  request: NewOperatorKey,
  { actor, reason }: { actor: Actor; reason?: string | undefined },
): Promise<IssuedKey> {
  const { label, userId: operator, roles = OPERATOR_ROLES, expiresAt = usualEnd() } = request;
  return database.transaction(async (client) => {
    const issued = await createOperatorKey(client, { ...request, expiresAt, madeBy: makerOf(actor) });
    const detail = { operator, label, roles, expiresAt, ...(reason === undefined ? {} : { reason }) };
    await appendAuditEntry(client, { actor, act: 'operator_key.created', subject: issued.id, accountId: null, detail });
    return issued;
  });
}

/** An operator key as its owner sees it. */
export interface OwnOperatorKey {
  id: string;
  label: string;
  hint: string;
  roles: readonly string[];
  expiresAt: Date;
  awaitsOwner: boolean;
}

/** @returns the working keys of an operator, the newest first */
export function listOperatorKeys(database: Queryable, userId: string): Promise<OwnOperatorKey[]> {
  return database.query<OwnOperatorKey & Record<string, unknown>>(
    `select id, label, hint, scopes as roles, expires_at as "expiresAt", awaits_owner as "awaitsOwner" from api_keys
     where user_id = $1 and revoked_at is null and disabled_at is null and expires_at > now() order by id desc limit 100`,
    [userId],
  );
}

/**
 * Creates the secret of a key that waits for its owner to collect it, once, with an audit entry.
 * @returns the key, or null where no such key waits for that owner
 * Source: docs/GAPS.md#A3
 */
export function collectOperatorKey(
  database: Transacting,
  { id, userId, actor }: { id: string; userId: string; actor: Actor },
): Promise<string | null> {
  const key = formatKey('operator', randomBytes(32));
  return database.transaction(async (client) => {
    const collected = await client.query(
      `update api_keys set hash = $3, hint = $4, awaits_owner = false
       where id = $1 and user_id = $2 and awaits_owner and revoked_at is null and disabled_at is null
         and expires_at > now() returning 1`,
      [id, userId, hashKey(key), keyHint(key)],
    );
    if (collected.length === 0) return null;
    await appendAuditEntry(client, { actor, act: 'operator_key.collected', subject: id, accountId: null });
    return key;
  });
}
