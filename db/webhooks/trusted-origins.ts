import type { Environment } from '../../domain/auth/tenant';
import { appendAuditEntry, type Actor } from '../auth/audit-log';
import type { Database, Queryable } from '../database';

/** More are a rule of its own, which belongs into a proxy in front of the workers. */
export const MAX_TRUSTED_ORIGINS = 100;

/** Origins that an operator trusts for one side, as an SQL expression of `environment`; none on the live side. */
export function trustedOriginsSql(environment: string): string {
  return `case when ${environment} = 'test' then array(select origin from trusted_webhook_origins) else '{}'::text[] end`;
}

/** @returns origins that an operator trusts for webhooks of that side */
export async function readTrustedOrigins(database: Queryable, environment: Environment): Promise<string[]> {
  const [row] = await database.query<{ origins: string[] }>(`select ${trustedOriginsSql('$1::text')} as origins`, [
    environment,
  ]);
  return row?.origins ?? [];
}

/**
 * Trusts an origin for webhooks of the test side, with an audit entry: no process applies the target policy to it.
 * @param origin as `URL.origin` writes it
 * @returns false where it is trusted already, or where there are too many
 */
export function trustOrigin(database: Database, origin: string, actor: Actor): Promise<boolean> {
  return database.transaction(async (client) => {
    // A statement of its own: one that waits for a lock counts what was there before its wait. Reads go on beside it.
    await client.query('lock table trusted_webhook_origins in share row exclusive mode');
    const added = await client.query(
      `insert into trusted_webhook_origins (origin)
       select $1 where (select count(*) from trusted_webhook_origins) < ${MAX_TRUSTED_ORIGINS}
       on conflict do nothing returning origin`,
      [origin],
    );
    if (added.length === 0) return false;
    await appendAuditEntry(client, { actor, act: 'webhook_origin.trusted', subject: origin, accountId: null });
    return true;
  });
}

/** Ends the trust in an origin. @returns whether it was trusted; only then there is an audit entry */
export function untrustOrigin(database: Database, origin: string, actor: Actor): Promise<boolean> {
  return database.transaction(async (client) => {
    const removed = await client.query('delete from trusted_webhook_origins where origin = $1 returning origin', [
      origin,
    ]);
    if (removed.length === 0) return false;
    await appendAuditEntry(client, { actor, act: 'webhook_origin.untrusted', subject: origin, accountId: null });
    return true;
  });
}
