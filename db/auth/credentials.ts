import { hash, randomBytes } from 'node:crypto';
import type { Queryable, Transacting } from '../database';
import { newId } from '../../lib/ids';
import { appendAuditEntry, type Actor } from './audit-log';
import { KEY_OWNER_SQL } from './makers';
import { notifyKeys } from './key-notices';
import { formatKey, keyHint, type KeyPrefix } from '../../domain/auth/keys';
import { operatorRolesIn } from '../../domain/auth/operator-roles';
import { SCOPES, UNOWNED_SCOPES, type Principal, type Scope } from '../../domain/auth/principal';
import type { Environment, Tenant } from '../../domain/auth/tenant';
import { invalidField, invalidRequest, type FieldFault } from '../../domain/errors';
import {
  customEndpointLimitFaults,
  readCustomEndpointLimits,
  type CustomEndpointLimits,
  type LimitedKey,
} from '../../domain/limits/custom-endpoint-limits';
import { PLANS, type Plan, type PlanLimits } from '../../domain/limits/plans';

/** Keys are 32 random bytes, so a plain SHA-256 is enough: there is nothing to guess. Source: docs/GAPS.md#A1 */
export function hashKey(key: string): Buffer {
  return Buffer.from(hashNameOf(key), 'base64');
}

/** The hash of a key in base64. */
export function hashNameOf(key: string): string {
  return hash('sha256', key, 'base64');
}

interface Row {
  id: string;
  kind: 'client' | 'partner' | 'operator';
  label: string;
  account_id: string | null;
  environment: Environment;
  scopes: string[];
  plan: string | null;
  per_minute: number | null;
  per_hour: number | null;
  per_day: number | null;
  endpoint_limits: boolean;
  custom_endpoint_limits: Record<string, unknown>;
  partner_id: string | null;
  partner_name: string | null;
  auth_mode: 'bearer' | 'signed' | null;
  is_partner_disabled: boolean;
  is_strict: boolean | null;
  user_id: string | null;
  creator_id: string | null;
  user_roles: string[] | null;
  expires_at: Date | null;
}

const FIND_SQL = `
  select k.id, k.kind, k.label, k.account_id, k.environment, k.scopes, coalesce(k.plan, a.plan) as plan,
         a.strict_payments as is_strict,
         k.per_minute, k.per_hour, k.per_day, k.endpoint_limits, k.custom_endpoint_limits, k.expires_at,
         p.id as partner_id, p.name as partner_name, p.auth_mode, k.user_id, u.operator_roles as user_roles,
         p.disabled_at is not null as is_partner_disabled,
         case when k.kind = 'client' then ${KEY_OWNER_SQL} end as creator_id
  from api_keys k
  left join partners p on p.id = k.partner_id
  left join accounts a on a.id = k.account_id
  left join users u on u.id = k.user_id and u.disabled_at is null and u.account_id is not distinct from k.account_id
  where k.hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
    and k.disabled_at is null and a.disabled_at is null and (k.user_id is null and k.kind <> 'operator' or u.id is not null)`;

function customLimits(row: Row): Partial<PlanLimits> {
  return {
    ...(row.per_minute === null ? {} : { perMinute: row.per_minute }),
    ...(row.per_hour === null ? {} : { perHour: row.per_hour }),
    ...(row.per_day === null ? {} : { perDay: row.per_day }),
  };
}

function toPrincipal(row: Row): Principal {
  if (row.kind === 'operator') {
    const roles = operatorRolesIn(row.scopes.filter((role) => row.user_roles?.includes(role)));
    return { kind: 'operator', keyId: row.id, label: row.label, personId: row.user_id ?? '', roles };
  }
  if (row.kind === 'partner') {
    return {
      kind: 'partner',
      keyId: row.id,
      partnerId: row.partner_id ?? '',
      partnerName: row.partner_name ?? '',
      authMode: row.auth_mode ?? 'bearer',
      isDisabled: row.is_partner_disabled,
      endpointLimits: row.endpoint_limits,
      customEndpointLimits: readCustomEndpointLimits(row.custom_endpoint_limits).limits,
    };
  }
  return {
    kind: 'client',
    keyId: row.id,
    memberId: row.user_id,
    creatorId: row.creator_id,
    tenant: { accountId: row.account_id ?? '', environment: row.environment },
    scopes: SCOPES.filter((scope) => row.scopes.includes(scope)),
    plan: PLANS.find((plan) => plan === row.plan) ?? 'free',
    customLimits: customLimits(row),
    endpointLimits: row.endpoint_limits,
    customEndpointLimits: readCustomEndpointLimits(row.custom_endpoint_limits).limits,
    isStrict: row.is_strict ?? false,
  };
}

export interface FoundKey {
  principal: Principal;
  expiresAt: Date | null;
}

/** @returns who a live key belongs to, or null for an unknown, revoked, expired or disabled one, or one whose person is */
export async function findKey(database: Queryable, hash: Buffer): Promise<FoundKey | null> {
  const [row] = await database.query<Row>(FIND_SQL, [hash]);
  return row === undefined ? null : { principal: toPrincipal(row), expiresAt: row.expires_at };
}

export interface NewClientKey extends Tenant {
  label: string;
  /** Null: whatever plan the account has. */
  plan: Plan | null;
  /** All by default, that of approvals for the key of a member alone. */
  scopes?: readonly Scope[];
  /** The member whose key it is: it ends with the membership. Source: docs/GAPS.md#P17 */
  memberId?: string | null;
  /** The user who sees it; null for a command that names no person. Source: docs/GAPS.md#A5 */
  madeBy?: string | null;
  limits?: Partial<PlanLimits>;
  endpointLimits?: boolean;
  customEndpointLimits?: CustomEndpointLimits;
  expiresAt?: Date | null;
  /** Id of the key that it takes the place of. */
  replaces?: string;
}

export interface IssuedKey {
  id: string;
  /** The key itself: shown to its owner once, stored nowhere. */
  key: string;
}

/** Stores the hash of a new key, and notifies the processes that cache keys. */
export async function insertKey(
  database: Queryable,
  prefix: KeyPrefix,
  key: string,
  columns: Record<string, unknown>,
): Promise<IssuedKey> {
  const id = newId('key');
  const row = {
    id,
    hash: hashKey(key),
    hint: keyHint(key),
    kind: prefix === 'live' || prefix === 'test' ? 'client' : prefix,
    ...columns,
  };
  const names = Object.keys(row);
  await database.query(
    `insert into api_keys (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
  await notifyKeys(database, 'id', id);
  return { id, key };
}

/** @throws DomainError INVALID_REQUEST unless an operator has opened the live side of the account */
async function checkLiveSide(database: Queryable, accountId: string): Promise<void> {
  const open = await database.query('select from accounts where id = $1 and live_opened_at is not null', [accountId]);
  if (open.length > 0) return;
  throw invalidField('environment', 'live_closed', 'The live side of this account is not open yet; ask its operator.');
}

/**
 * Checks that custom endpoint limits are allowed: they need an Enterprise plan, that of the request or else of the
 * account. A key that replaces another is not checked, because it inherits that key's limits.
 * @throws DomainError INVALID_REQUEST
 */
async function checkCustomLimitsAllowed(database: Queryable, request: NewClientKey): Promise<void> {
  const { accountId, customEndpointLimits = {}, replaces } = request;
  if (replaces !== undefined || Object.keys(customEndpointLimits).length === 0) return;
  const [row] = await database.query<{ plan: string }>(
    'select coalesce($2::text, plan) as plan from accounts where id = $1',
    [accountId, request.plan],
  );
  const faults = customEndpointLimitFaults({ kind: 'client', plan: row?.plan ?? null });
  if (faults.length > 0) throw invalidRequest(faults);
}

/**
 * Creates a client key; its prefix shows its side.
 * @throws DomainError INVALID_REQUEST for a live key of an account whose live side is closed, and for custom endpoint
 *   limits of a key that is not Enterprise
 * Source: docs/GAPS.md#A1, docs/GAPS.md#A4, docs/GAPS.md#L1
 */
export async function createClientKey(database: Queryable, request: NewClientKey): Promise<IssuedKey> {
  if (request.environment === 'live') await checkLiveSide(database, request.accountId);
  await checkCustomLimitsAllowed(database, request);
  const key = formatKey(request.environment, randomBytes(32));
  return insertKey(database, request.environment, key, {
    account_id: request.accountId,
    environment: request.environment,
    label: request.label,
    plan: request.plan,
    user_id: request.memberId ?? null,
    made_by: request.madeBy ?? null,
    scopes: [...(request.scopes ?? (typeof request.memberId === 'string' ? SCOPES : UNOWNED_SCOPES))],
    per_minute: request.limits?.perMinute ?? null,
    per_hour: request.limits?.perHour ?? null,
    per_day: request.limits?.perDay ?? null,
    endpoint_limits: request.endpointLimits ?? true,
    custom_endpoint_limits: request.customEndpointLimits ?? {},
    expires_at: request.expiresAt ?? null,
    replaces: request.replaces ?? null,
  });
}

export interface NewPartnerKey {
  partnerId: string;
  label: string;
  endpointLimits: boolean;
  customEndpointLimits?: CustomEndpointLimits;
  /** Given only for the built-in sandbox partner, whose key is derived from the data key. */
  key?: string;
}

/** Creates a key of a partner. Source: docs/GAPS.md#A2 */
export async function createPartnerKey(database: Queryable, request: NewPartnerKey): Promise<IssuedKey> {
  return insertKey(database, 'partner', request.key ?? formatKey('partner', randomBytes(32)), {
    partner_id: request.partnerId,
    label: request.label,
    endpoint_limits: request.endpointLimits,
    custom_endpoint_limits: request.customEndpointLimits ?? {},
  });
}

/**
 * Revokes any key at once, on every process.
 * @param options `ofAccount`: the account that it must belong to, any by default; `reason` goes into the audit log
 * @returns whether it was live
 */
export async function revokeKey(
  database: Transacting,
  keyId: string,
  actor: Actor,
  { ofAccount = null, reason }: { ofAccount?: string | null; reason?: string | undefined } = {},
): Promise<boolean> {
  return database.transaction(async (client) => {
    const [revoked] = await client.query<{ account_id: string | null }>(
      `update api_keys set revoked_at = now()
       where id = $1 and revoked_at is null and ($2::text is null or account_id = $2) returning account_id`,
      [keyId, ofAccount],
    );
    if (revoked === undefined) return false;
    const detail = reason === undefined ? {} : { reason };
    await appendAuditEntry(client, {
      actor,
      act: 'key.revoked',
      subject: keyId,
      accountId: revoked.account_id,
      detail,
    });
    await notifyKeys(client, 'id', keyId);
    return true;
  });
}

/**
 * Faults of a stored key's endpoint limits by its plan; empty for a key without custom ones. Source: docs/GAPS.md#L1
 */
export async function storedKeyFaults(database: Queryable, id: string): Promise<FieldFault[]> {
  const [key] = await database.query<LimitedKey>(
    `select k.kind, coalesce(k.plan, a.plan) as plan from api_keys k left join accounts a on a.id = k.account_id
     where k.id = $1 and k.custom_endpoint_limits <> '{}'`,
    [id],
  );
  return key === undefined ? [] : customEndpointLimitFaults(key);
}
