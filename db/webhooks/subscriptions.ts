import { randomBytes } from 'node:crypto';
import type { Tenant } from '../../domain/auth/tenant';
import { secretOf } from '../../domain/webhooks/signature';
import { originOf } from '../../domain/webhooks/target';
import { invalidField } from '../../domain/errors';
import { appendAuditEntry, type Actor } from '../auth/audit-log';
import type { Database, Queryable } from '../database';
import { nameIdempotentSubject, type HeldKey } from '../idempotency';
import { newId } from '../../lib/ids';
import type { Vault } from '../../lib/vault';
import { resetBreaker } from './breakers';
import { announceChange } from './changes';
import {
  CONTROL_COLUMNS,
  controlAssignments,
  controlValues,
  storedControls,
  type Controls,
  type NewControls,
  type StoredControls,
} from './controls';

/** A subscription as it is shown; its secret is not part of it. */
export interface Subscription extends StoredControls {
  id: string;
  url: string;
  events: string[];
  description: string;
  enabled: boolean;
  disabled_reason: string | null;
  created_at: Date;
}

const COLUMNS = [
  'id',
  'url',
  'events',
  'description',
  'enabled',
  'disabled_reason',
  'created_at',
  ...CONTROL_COLUMNS,
] as const;

const IN_TENANT = 'account_id = $1 and environment = $2 and deleted_at is null';

/** Each event is fanned out to all subscriptions of its tenant in one statement: their number has a bound. */
const MAX_SUBSCRIPTIONS = 100;

function purposeOf(webhookId: string): string {
  return `webhook:${webhookId}`;
}

function openSecret(vault: Vault, webhookId: string, sealed: Buffer): string {
  return vault.open(sealed, purposeOf(webhookId));
}

/** What a subscription signs with, as it is stored. */
export interface SealedSecrets {
  webhook_id: string;
  secret_sealed: Buffer;
  previous_secret_sealed: Buffer | null;
  overlap_until: Date | null;
}

/** @returns the secret of the single-value signatures, then what only the list has. Source: docs/GAPS.md#W3 */
export function liveSecrets(row: SealedSecrets, vault: Vault, now: Date): [string, ...string[]] {
  const current = openSecret(vault, row.webhook_id, row.secret_sealed);
  const { previous_secret_sealed: previous, overlap_until: until } = row;
  if (previous === null || until === null || until <= now) return [current];
  return [openSecret(vault, row.webhook_id, previous), current];
}

/** A subscription and who asks for something to be done to it. */
export interface SubscriptionTarget {
  tenant: Tenant;
  id: string;
  actor: Actor;
}

/** Adds an audit entry of a subscription, without its address, which may hold a token. Source: docs/GAPS.md#A3 */
function auditAct(
  client: Queryable,
  { tenant, id, actor }: SubscriptionTarget,
  act: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const { accountId, environment } = tenant;
  return appendAuditEntry(client, { actor, act, subject: id, accountId, detail: { environment, ...detail } });
}

/** A subscription after a change. */
export interface ChangedSubscription extends Subscription {
  /** Secrets of its former address, which the change has dropped: static headers and the key of its queue, by their member. */
  dropped: string[];
}

export interface SubscriptionChange extends Controls {
  url?: string | undefined;
  events?: string[] | undefined;
  description?: string | undefined;
  enabled?: boolean | undefined;
}

/**
 * Refuses a subscription if that side of the account has too many. It counts under a lock of the account, so that
 * concurrent requests cannot both take the last place; rows that refer to the account do not wait for that lock.
 */
async function refuseTooMany(client: Queryable, tenant: Tenant): Promise<void> {
  await client.query('select id from accounts where id = $1 for no key update', [tenant.accountId]);
  const [count] = await client.query<{ n: number }>(
    `select count(*)::int as n from webhook_subscriptions
     where account_id = $1 and environment = $2 and deleted_at is null`,
    [tenant.accountId, tenant.environment],
  );
  if ((count?.n ?? 0) < MAX_SUBSCRIPTIONS) return;
  throw invalidField('url', 'too_many', `each side of an account has at most ${MAX_SUBSCRIPTIONS} subscriptions`);
}

/**
 * Creates a subscription, with an audit entry.
 * @param held idempotency key of the request; null for one without
 * @returns it, with the secret, which is shown once
 * @throws DomainError INVALID_REQUEST when that side of the account has too many
 */
export async function createSubscription(
  database: Database,
  vault: Vault,
  tenant: Tenant,
  request: {
    url: string;
    events: string[];
    description: string;
    enabled: boolean;
    controls?: NewControls;
    actor: Actor;
  },
  held: HeldKey | null,
): Promise<Subscription & { secret: string }> {
  const id = newId('webhook');
  const secret = secretOf(randomBytes(32));
  const { actor, controls = {}, ...wanted } = request;
  const row = { ...wanted, ...storedControls(controls), id, created_at: new Date(), disabled_reason: null };
  await database.transaction(async (client) => {
    await refuseTooMany(client, tenant);
    await client.query(
      `insert into webhook_subscriptions
         (id, account_id, environment, url, events, description, enabled, created_at, disabled_reason, secret_sealed)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        id,
        tenant.accountId,
        tenant.environment,
        row.url,
        row.events,
        row.description,
        row.enabled,
        row.created_at,
        row.disabled_reason,
        vault.seal(secret, purposeOf(id)),
      ],
    );
    await client.query(`update webhook_subscriptions set ${controlAssignments(2)} where id = $1`, [
      id,
      ...controlValues(
        vault,
        { id, destination: originOf(row.url, row.destination?.region), isMoved: false },
        controls,
      ),
    ]);
    await auditAct(client, { tenant, id, actor }, 'webhook.created', { events: row.events, enabled: row.enabled });
    await nameIdempotentSubject(client, held, id);
  });
  return { ...row, secret };
}

/**
 * A subscription, deleted or not, for a client that did not get the answer to its creation. It has its secret only
 * while that is the first one, because a later one was shown already.
 */
export async function findWithSecret(
  database: Database,
  vault: Vault,
  tenant: Tenant,
  id: string,
): Promise<(Subscription & { secret: string | undefined }) | null> {
  const [found] = await database.query<Subscription & { secret_sealed: Buffer; is_first: boolean }>(
    `select ${COLUMNS.join(', ')}, secret_sealed, overlap_until is null and deleted_at is null as is_first
     from webhook_subscriptions where id = $1 and account_id = $2 and environment = $3`,
    [id, tenant.accountId, tenant.environment],
  );
  if (found === undefined) return null;
  const { secret_sealed: sealed, is_first: isFirst, ...row } = found;
  return { ...row, secret: isFirst ? openSecret(vault, id, sealed) : undefined };
}

/** One page of subscriptions of a tenant, the newest first. */
export async function listSubscriptions(
  database: Database,
  tenant: Tenant,
  page: { limit: number; after: string | undefined },
): Promise<Subscription[]> {
  return database.query<Subscription>(
    `select ${COLUMNS.join(', ')} from webhook_subscriptions
     where ${IN_TENANT} and ($3::text is null or id < $3) order by id desc limit $4`,
    [tenant.accountId, tenant.environment, page.after, page.limit],
    'for_values',
  );
}

export async function findSubscription(database: Database, tenant: Tenant, id: string): Promise<Subscription | null> {
  const [row] = await database.query<Subscription>(
    `select ${COLUMNS.join(', ')} from webhook_subscriptions where ${IN_TENANT} and id = $3`,
    [tenant.accountId, tenant.environment, id],
  );
  return row ?? null;
}

/** What a change of address does to what was given for the former one, see `controlAssignments`. */
interface Move {
  destination: string;
  isMoved: boolean;
  dropped: string[];
}

/**
 * Where a subscription delivers after a change, whether that is another place, and which headers and key are dropped
 * then. Locks the subscription until the change is written.
 */
async function resolveMove(
  client: Queryable,
  { tenant, id }: SubscriptionTarget,
  change: SubscriptionChange,
): Promise<Move> {
  const [stored] = await client.query<
    Pick<Subscription, 'url' | 'destination' | 'header_names'> & { has_key: boolean }
  >(
    `select url, destination, header_names, credentials_sealed is not null as has_key from webhook_subscriptions
     where id = $1 and account_id = $2 and environment = $3 and deleted_at is null for no key update`,
    [id, tenant.accountId, tenant.environment],
  );
  const { url: address = '', destination: queue = null, header_names: names = [], has_key: hasKey } = stored ?? {};
  const destination = originOf(change.url ?? address, change.destination?.region ?? queue?.region);
  const isMoved = stored !== undefined && destination !== originOf(address, queue?.region);
  const headers = change.headers === undefined ? names.map((name) => `headers.${name}`) : [];
  const isKeyLeft = hasKey === true && change.destination?.secret_access_key === undefined;
  const left = [...headers, ...(isKeyLeft ? ['destination.secret_access_key'] : [])];
  return { destination, isMoved, dropped: isMoved ? left : [] };
}

/** Writes an audit entry of the changed members, and one of enabling or disabling. */
async function recordChange(
  client: Queryable,
  target: SubscriptionTarget,
  { dropped, ...change }: SubscriptionChange & Pick<Move, 'dropped'>,
): Promise<void> {
  const { enabled, ...others } = change;
  const changed = Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const lost = dropped.length === 0 ? {} : { dropped };
  if (changed.length > 0) await auditAct(client, target, 'webhook.changed', { changed, ...lost });
  if (enabled !== undefined) await auditAct(client, target, enabled ? 'webhook.enabled' : 'webhook.disabled');
}

/**
 * Changes the given members, with audit entries, and notifies waiting deliveries in the same transaction. Another
 * origin, or another region of a queue, drops secrets that were given for the former one and are not given again.
 * @returns null for an unknown subscription
 * Source: docs/GAPS.md#W5, docs/GAPS.md#A12
 */
export async function updateSubscription(
  database: Database,
  vault: Vault,
  target: SubscriptionTarget,
  change: SubscriptionChange,
): Promise<ChangedSubscription | null> {
  const { tenant, id } = target;
  const { url, events, description, enabled, ...controls } = change;
  return database.transaction(async (client) => {
    const { dropped, ...move } = await resolveMove(client, target, change);
    const [row] = await client.query<Subscription>(
      `update webhook_subscriptions set
         url = coalesce($4, url), events = coalesce($5, events), description = coalesce($6, description),
         enabled = coalesce($7, enabled),
         disabled_reason = case when $7 then null else disabled_reason end,
         failing_since = case when $7 or url <> $4 then null else failing_since end,
         failing_announced_at = case when $7 or url <> $4 then null else failing_announced_at end,
         ${controlAssignments(8)}
       where id = $1 and account_id = $2 and environment = $3 and deleted_at is null
       returning ${COLUMNS.join(', ')}`,
      [
        ...[
          id,
          tenant.accountId,
          tenant.environment,
          url ?? null,
          events ?? null,
          description ?? null,
          enabled ?? null,
        ],
        ...controlValues(vault, { id, ...move }, controls),
      ],
    );
    if (row === undefined) return null;
    await recordChange(client, target, { ...change, dropped });
    const { rate_per_second: rate, ordered, breaker } = controls;
    const isFreed = [url, enabled, breaker].some((value) => value !== undefined) && (await resetBreaker(client, id));
    if (isFreed || [enabled, events, rate, ordered].some((value) => value !== undefined))
      await announceChange(client, tenant.accountId, id);
    return { ...row, dropped };
  });
}

/**
 * Deletes a subscription and cancels its waiting deliveries, with an audit entry.
 * @returns whether there was one
 */
export async function deleteSubscription(database: Database, target: SubscriptionTarget): Promise<boolean> {
  const { tenant, id } = target;
  return database.transaction(async (client) => {
    const rows = await client.query(
      `update webhook_subscriptions set deleted_at = now(), enabled = false
       where id = $1 and account_id = $2 and environment = $3 and deleted_at is null returning id`,
      [id, tenant.accountId, tenant.environment],
    );
    if (rows.length === 0) return false;
    await auditAct(client, target, 'webhook.deleted');
    await announceChange(client, tenant.accountId, id);
    return true;
  });
}

/**
 * Gives a subscription a new secret, with an audit entry. During the overlap the old one signs the single-value forms.
 * A rotation within an overlap keeps that overlap and its old secret; one without overlap ends it.
 * @returns the new secret, or null for an unknown subscription
 * Source: docs/GAPS.md#W3
 */
export async function rotateSecret(
  database: Database,
  vault: Vault,
  target: SubscriptionTarget,
  overlapUntil: Date,
): Promise<string | null> {
  const { id, tenant } = target;
  const secret = secretOf(randomBytes(32));
  return database.transaction(async (client) => {
    const rows = await client.query(
      `update webhook_subscriptions
       set previous_secret_sealed = case
             when $5 <= now() then null
             when overlap_until > now() then previous_secret_sealed
             else secret_sealed end,
           overlap_until = case when overlap_until > now() and $5 > now() then overlap_until else $5 end,
           secret_sealed = $4
       where id = $1 and account_id = $2 and environment = $3 and deleted_at is null returning id`,
      [id, tenant.accountId, tenant.environment, vault.seal(secret, purposeOf(id)), overlapUntil],
    );
    if (rows.length === 0) return null;
    await auditAct(client, target, 'webhook.secret_rotated', { overlapUntil: overlapUntil.toISOString() });
    return secret;
  });
}
