import { randomBytes } from 'node:crypto';
import type { Environment } from '../../domain/auth/tenant';
import { DomainError } from '../../domain/errors';
import { readCustomEndpointLimits } from '../../domain/limits/custom-endpoint-limits';
import type { Queryable, Transacting } from '../database';
import { addPartnerSecret } from '../payments/dispatch/partners';
import type { Vault } from '../../lib/vault';
import { appendAuditEntry, type Actor } from './audit-log';
import { createPartnerKey, type IssuedKey } from './credentials';
import { notifyKeys } from './key-notices';

/** How long the old secret and the old key go on after a rotation: so many hours unless told otherwise, at most a week. */
export const PARTNER_OVERLAP_HOURS = 24;
export const MAX_PARTNER_OVERLAP_HOURS = 168;

export interface PartnerEntry {
  id: string;
  name: string;
  environment: Environment;
  adapter: string;
  authMode: 'bearer' | 'signed';
  liveKeys: number;
  liveSecrets: number;
  newestSecretAt: Date | null;
}

/** Partners by name, all or one, with their keys and signing secrets. */
export async function listPartnerCredentials(database: Queryable, partnerId?: string): Promise<PartnerEntry[]> {
  const rows = await database.query<{
    id: string;
    name: string;
    environment: Environment;
    adapter: string;
    auth_mode: 'bearer' | 'signed';
    live_keys: string;
    live_secrets: string;
    newest_secret_at: Date | null;
  }>(
    `select p.id, p.name, p.environment, p.adapter, p.auth_mode,
            (select count(*) from api_keys k where k.partner_id = p.id and k.revoked_at is null
               and (k.expires_at is null or k.expires_at > now())) as live_keys,
            (select count(*) from partner_secrets s where s.partner_id = p.id
               and (s.expires_at is null or s.expires_at > now())) as live_secrets,
            (select max(s.created_at) from partner_secrets s where s.partner_id = p.id) as newest_secret_at
     from partners p where $1::text is null or p.id = $1 order by p.name limit 200`,
    [partnerId ?? null],
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    environment: row.environment,
    adapter: row.adapter,
    authMode: row.auth_mode,
    liveKeys: Number(row.live_keys),
    liveSecrets: Number(row.live_secrets),
    newestSecretAt: row.newest_secret_at,
  }));
}

/** Which partner gets a new key or secret, by whom and why; the former goes on for `overlapHours`. */
interface Rotation {
  partnerId: string;
  actor: Actor;
  overlapHours?: number | undefined;
  reason?: string | undefined;
}

async function lockPartner(client: Queryable, partnerId: string): Promise<void> {
  const rows = await client.query('select id from partners where id = $1 for no key update', [partnerId]);
  if (rows.length === 0) throw new DomainError('NOT_FOUND', 'There is no such partner.');
}

/**
 * Gives a partner a new signing secret, with an audit entry. During the overlap both verify, and the newer one signs.
 * @returns the secret, to be shown once
 * @throws DomainError NOT_FOUND
 * Source: docs/GAPS.md#A2
 */
export async function rotatePartnerSecret(
  database: Transacting,
  vault: Vault,
  request: Rotation & { secret?: string | undefined },
): Promise<string> {
  const { partnerId, actor, reason, overlapHours = PARTNER_OVERLAP_HOURS } = request;
  const secret = request.secret ?? `whsec_${randomBytes(32).toString('base64')}`;
  await database.transaction(async (client) => {
    await lockPartner(client, partnerId);
    await client.query(
      `update partner_secrets set expires_at = least(expires_at, now() + make_interval(hours => $2))
       where partner_id = $1 and (expires_at is null or expires_at > now())`,
      [partnerId, overlapHours],
    );
    await addPartnerSecret(client, vault, partnerId, secret);
    await appendAuditEntry(client, {
      actor,
      act: 'partner.secret_rotated',
      subject: partnerId,
      accountId: null,
      detail: { overlapHours, ...(reason === undefined ? {} : { reason }) },
    });
  });
  return secret;
}

/**
 * Gives a partner a new key with label and limits of its newest one, with an audit entry. The old ones work until the
 * overlap is over.
 * @throws DomainError NOT_FOUND
 */
export async function rotatePartnerKey(
  database: Transacting,
  request: Rotation & { key?: string | undefined },
): Promise<IssuedKey> {
  const { partnerId, actor, reason, key, overlapHours = PARTNER_OVERLAP_HOURS } = request;
  return database.transaction(async (client) => {
    await lockPartner(client, partnerId);
    const [newest] = await client.query<{
      label: string;
      endpoint_limits: boolean;
      custom_endpoint_limits: Record<string, unknown>;
    }>(
      `with ended as (
         update api_keys set expires_at = least(expires_at, now() + make_interval(hours => $2))
         where partner_id = $1 and revoked_at is null and (expires_at is null or expires_at > now())
         returning id, label, endpoint_limits, custom_endpoint_limits)
       select label, endpoint_limits, custom_endpoint_limits from ended order by id desc limit 1`,
      [partnerId, overlapHours],
    );
    const { label = '', endpoint_limits: endpointLimits = true, custom_endpoint_limits: custom = {} } = newest ?? {};
    const { limits: customEndpointLimits } = readCustomEndpointLimits(custom);
    await notifyKeys(client, 'partner_id', partnerId);
    const issued = await createPartnerKey(client, {
      ...{ partnerId, label, endpointLimits, customEndpointLimits },
      ...(key === undefined ? {} : { key }),
    });
    const detail = { successor: issued.id, overlapHours, ...(reason === undefined ? {} : { reason }) };
    await appendAuditEntry(client, { actor, act: 'partner.key_rotated', subject: partnerId, accountId: null, detail });
    return issued;
  });
}

/** What authenticates a partner, by what an operator calls it. */
export type PartnerCredential = 'key' | 'secret';

const END_EARLIER_SQL: Readonly<Record<PartnerCredential, string>> = {
  key: `update api_keys set revoked_at = now()
    where partner_id = $1 and revoked_at is null and (expires_at is null or expires_at > now())
      and id <> (select max(id) from api_keys where partner_id = $1 and revoked_at is null
        and (expires_at is null or expires_at > now())) returning id`,
  secret: `update partner_secrets set expires_at = now()
    where partner_id = $1 and (expires_at is null or expires_at > now())
      and id <> (select id from partner_secrets where partner_id = $1 order by created_at desc, id desc limit 1)
    returning id`,
};

/**
 * Revokes at once, on every process, all but the newest key or signing secret of a partner, after a leak during a
 * rotation. It grants nothing, so it needs no second person.
 * @returns how many were revoked; only then there is an audit entry
 * @throws DomainError NOT_FOUND
 * Source: docs/GAPS.md#A2
 */
export async function endEarlierCredentials(
  database: Transacting,
  request: { partnerId: string; what: PartnerCredential; actor: Actor },
): Promise<number> {
  const { partnerId, what: kind, actor } = request;
  return database.transaction(async (client) => {
    await lockPartner(client, partnerId);
    const ended = await client.query(END_EARLIER_SQL[kind], [partnerId]);
    if (ended.length === 0) return 0;
    const act = `partner.earlier_${kind}s_ended`;
    const detail = { count: ended.length };
    await appendAuditEntry(client, { actor, act, subject: partnerId, accountId: null, detail });
    await notifyKeys(client, 'partner_id', partnerId);
    return ended.length;
  });
}
