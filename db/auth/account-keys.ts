import { userOfActor } from '../../domain/auth/actor';
import { SCOPES, UNOWNED_SCOPES, type Scope } from '../../domain/auth/principal';
import type { Environment, Tenant } from '../../domain/auth/tenant';
import { PERIOD_MS, refill, bucketStatus, type BucketStatus } from '../../domain/limits/bucket';
import {
  mayHaveCustomEndpointLimits,
  readCustomEndpointLimits,
  type CustomEndpointLimits,
} from '../../domain/limits/custom-endpoint-limits';
import { requestBuckets } from '../../domain/limits/request-buckets';
import { PLANS, type Plan } from '../../domain/limits/plans';
import { DomainError } from '../../domain/errors';
import type { Database, Queryable } from '../database';
import { actorId, appendAuditEntry, type Actor } from './audit-log';
import { createClientKey, revokeKey, type IssuedKey } from './credentials';
import { makerOf } from './makers';
import { notifyKeys } from './key-notices';

/** Keys of one side of an account that work; each has limits of its own, so there must be an end to them. */
export const MAX_WORKING_KEYS = 50;

/** A key as its owner sees it. */
export interface AccountKey {
  id: string;
  environment: Environment;
  label: string;
  hint: string;
  plan: Plan;
  scopes: readonly Scope[];
  /** Email address of the member whose key it is, or null. */
  member: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  /** Whether the limits of single operations apply. */
  endpointLimits: boolean;
  /** Requests a minute that it may make of single operations, where they are not the standard ones. */
  customEndpointLimits: CustomEndpointLimits;
  /** How full the buckets of the plan are now. */
  bucketStatuses: BucketStatus[];
}

interface Row {
  id: string;
  environment: Environment;
  label: string;
  hint: string;
  plan: string | null;
  scopes: string[];
  member: string | null;
  per_minute: number | null;
  per_hour: number | null;
  per_day: number | null;
  endpoint_limits: boolean;
  custom_endpoint_limits: Record<string, unknown>;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  minute_level: number | null;
  hour_level: number | null;
  day_level: number | null;
  filled_at_ms: number | null;
  now_ms: number;
}

/** The bucket rows tell when a key was used last; what sweepBuckets removes it notes in the key first. */
const LIST_SQL = `
  select k.id, k.environment, k.label, k.hint, coalesce(k.plan, (select plan from accounts where id = k.account_id)) as plan,
          k.scopes, (select u.email from users u where u.id = k.user_id) as member, k.per_minute, k.per_hour, k.per_day, k.endpoint_limits, k.custom_endpoint_limits,
         k.created_at, k.expires_at, k.revoked_at,
         greatest(k.last_used_at, to_timestamp(b.filled_at_ms / 1000.0)) as last_used_at,
         b.minute_level::float8, b.hour_level::float8, b.day_level::float8, b.filled_at_ms::float8,
         floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms
  from api_keys k left join rate_buckets b on b.subject = k.id
  where k.account_id = $1 and ($3::text is null or k.environment = $3) and (k.revoked_at is null or k.revoked_at > now() - interval '30 days')
    and ($2::text is null or k.id = $2)
  order by k.id desc limit 200`;

function limitsOf(row: Row): { perMinute?: number; perHour?: number; perDay?: number } {
  return {
    ...(row.per_minute === null ? {} : { perMinute: row.per_minute }),
    ...(row.per_hour === null ? {} : { perHour: row.per_hour }),
    ...(row.per_day === null ? {} : { perDay: row.per_day }),
  };
}

const planOf = (row: Row): Plan => PLANS.find((plan) => plan === row.plan) ?? 'free';

/** Fill levels of the buckets of a key's plan. */
function bucketStatusesOf(row: Row): BucketStatus[] {
  const levels = { minute: row.minute_level, hour: row.hour_level, day: row.day_level };
  const { plan } = requestBuckets(
    {
      kind: 'client',
      keyId: row.id,
      memberId: null,
      creatorId: null,
      tenant: { accountId: '', environment: 'test' },
      scopes: [],
      plan: planOf(row),
      customLimits: limitsOf(row),
      endpointLimits: false,
      customEndpointLimits: {},
      isStrict: false,
    },
    null,
  );
  return plan.map((bucket) => {
    const level = levels[bucket.period] ?? bucket.limit * PERIOD_MS[bucket.period];
    const fill = { level, atMs: row.filled_at_ms ?? row.now_ms };
    return bucketStatus(bucket, { level: refill(bucket, fill, row.now_ms), atMs: row.now_ms }, 0);
  });
}

function endpointLimitsOf(row: Row): CustomEndpointLimits {
  const areInForce = row.endpoint_limits && mayHaveCustomEndpointLimits({ kind: 'client', plan: planOf(row) });
  return areInForce ? readCustomEndpointLimits(row.custom_endpoint_limits).limits : {};
}

function toKey(row: Row): AccountKey {
  return {
    id: row.id,
    environment: row.environment,
    label: row.label,
    hint: row.hint,
    plan: planOf(row),
    scopes: SCOPES.filter((scope) => row.scopes.includes(scope)),
    member: row.member,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    endpointLimits: row.endpoint_limits,
    customEndpointLimits: endpointLimitsOf(row),
    bucketStatuses: bucketStatusesOf(row),
  };
}

/** @returns the keys of one side of an account, the newest first; revoked ones for 30 days more */
export async function listAccountKeys(database: Queryable, tenant: Tenant): Promise<AccountKey[]> {
  return (await database.query<Row>(LIST_SQL, [tenant.accountId, null, tenant.environment])).map(toKey);
}

/** @returns a key of that account, of either side, or null: another account's is as good as absent. Source: docs/GAPS.md#G7 */
export async function findAccountKey(
  database: Queryable,
  accountId: string,
  keyId: string,
): Promise<AccountKey | null> {
  const [row] = await database.query<Row>(LIST_SQL, [accountId, keyId, null]);
  return row === undefined ? null : toKey(row);
}

/** A working key of an account with what distinguishes it from others. */
export type MadeKey = Pick<AccountKey, 'id' | 'environment' | 'label' | 'hint' | 'createdAt'>;

/** Working keys that a person has seen because they created or rotated them, live ones first. */
export function listKeysMadeBy(database: Queryable, accountId: string, userId: string): Promise<MadeKey[]> {
  return database.query<MadeKey & Record<string, unknown>>(
    `select k.id, k.environment, k.label, k.hint, k.created_at as "createdAt" from api_keys k
     where k.account_id = $1 and k.revoked_at is null and k.disabled_at is null
       and (k.expires_at is null or k.expires_at > now())
       and k.made_by = $2
     order by k.environment, k.id`,
    [accountId, userId],
  );
}

/** Locks the account until the transaction ends, so that its keys are counted one creation at a time. */
async function lockAccount(client: Queryable, accountId: string): Promise<void> {
  const rows = await client.query('select from accounts where id = $1 for no key update', [accountId]);
  if (rows.length === 0) throw new DomainError('NOT_FOUND', 'There is no such account.');
}

/**
 * Refuses a new key when a side has 50 working ones. It must run as a statement of its own after the lock, because a
 * statement keeps the snapshot that it took before it waited for a lock.
 */
async function refuseTooMany(client: Queryable, { accountId, environment }: Tenant): Promise<void> {
  const [count] = await client.query<{ n: number }>(
    `select count(*)::int as n from api_keys where account_id = $1 and environment = $2 and revoked_at is null
       and (expires_at is null or expires_at > now())`,
    [accountId, environment],
  );
  if ((count?.n ?? 0) < MAX_WORKING_KEYS) return;
  const message = `Each side of an account has at most ${MAX_WORKING_KEYS} working keys; revoke one first.`;
  throw new DomainError('INVALID_REQUEST', message);
}

export interface KeyRequest {
  tenant: Tenant;
  label: string;
  scopes: readonly Scope[];
  expiresAt: Date | null;
  actor: Actor;
}

/**
 * Creates a key with the limits of the account's plan, with an audit entry.
 * @throws DomainError INVALID_REQUEST when that side has 50 working keys, and for a live key while the live side is
 * closed
 * Source: specification, "Authentication"; docs/GAPS.md#A4
 */
export async function issueAccountKey(database: Database, request: KeyRequest): Promise<IssuedKey> {
  const { tenant, label, scopes, expiresAt, actor } = request;
  const { accountId, environment } = tenant;
  return database.transaction(async (client) => {
    await lockAccount(client, accountId);
    await refuseTooMany(client, tenant);
    const madeBy = makerOf(actor);
    const issued = await createClientKey(client, { ...tenant, label, plan: null, scopes, expiresAt, madeBy });
    const detail = { environment, label, scopes: scopes.length === UNOWNED_SCOPES.length ? 'all' : scopes };
    await appendAuditEntry(client, { actor, act: 'key.created', subject: issued.id, accountId, detail });
    return issued;
  });
}

interface RotatedKey extends Row {
  user_id: string | null;
  successor: string | null;
}

/** The key as it was before its end was brought forward, and its successor while that one works. */
const ROTATE_SQL = `
  with old as (
    select * from api_keys where id = $1 and account_id = $2 and revoked_at is null and disabled_at is null
      and (expires_at is null or expires_at > now()) for no key update),
  shortened as (
    update api_keys k set expires_at = least(k.expires_at, now() + make_interval(hours => $3)) from old
    where k.id = old.id)
  select old.*, (
    select s.id from api_keys s where s.replaces = old.id and s.revoked_at is null
      and (s.expires_at is null or s.expires_at > now()) limit 1) as successor
  from old`;

/**
 * Creates a successor of a key with the same side, label, scopes, limits and end, with an audit entry. The old key
 * works until the overlap is over; until then both count towards the account's keys.
 * @throws DomainError NOT_FOUND for a key that is not the account's or no longer works; FORBIDDEN for another member's;
 * INVALID_REQUEST for one that has a working successor, and when that side would have more than 50 working keys
 */
export async function rotateAccountKey(
  database: Database,
  request: { accountId: string; keyId: string; overlapHours: number; actor: Actor },
): Promise<IssuedKey> {
  const { accountId, keyId, overlapHours, actor } = request;
  return database.transaction(async (client) => {
    // The account is locked before its key, as wherever keys are made: two rotations at once count each other.
    await lockAccount(client, accountId);
    const [old] = await client.query<RotatedKey>(ROTATE_SQL, [keyId, accountId, overlapHours]);
    if (old === undefined) throw new DomainError('NOT_FOUND', 'There is no active key with this id.');
    if (old.user_id !== null && userOfActor(actorId(actor)) !== old.user_id) {
      throw new DomainError('FORBIDDEN', 'A key that belongs to a member is rotated by that member alone.');
    }
    if (old.successor !== null) {
      throw new DomainError('INVALID_REQUEST', `This key was rotated already; its successor is ${old.successor}.`);
    }
    const { environment } = old;
    await refuseTooMany(client, { accountId, environment });
    await notifyKeys(client, 'id', keyId);
    const issued = await createClientKey(client, {
      accountId,
      environment,
      label: old.label,
      plan: PLANS.find((plan) => plan === old.plan) ?? null,
      scopes: SCOPES.filter((scope) => old.scopes.includes(scope)),
      limits: limitsOf(old),
      endpointLimits: old.endpoint_limits,
      customEndpointLimits: readCustomEndpointLimits(old.custom_endpoint_limits).limits,
      expiresAt: old.expires_at,
      memberId: old.user_id,
      madeBy: makerOf(actor),
      replaces: keyId,
    });
    const detail = { successor: issued.id, overlapHours };
    await appendAuditEntry(client, { actor, act: 'key.rotated', subject: keyId, accountId, detail });
    return issued;
  });
}

/**
 * Ends a key at once on every process, with an audit entry.
 * @throws DomainError NOT_FOUND for a key that is not the account's or was revoked before
 */
export async function revokeAccountKey(
  database: Database,
  request: { accountId: string; keyId: string; actor: Actor },
): Promise<void> {
  const { accountId, keyId, actor } = request;
  const wasLive = await revokeKey(database, keyId, actor, { ofAccount: accountId });
  if (!wasLive) throw new DomainError('NOT_FOUND', 'There is no active key with this id.');
}
