import { HEALTHY, type BreakerState } from '../../../domain/breaker';
import { breakerTable, type StoredBreaker } from '../../breaker-table';
import type { Database, Queryable } from '../../database';
import { clearFlagOf, raiseFlag } from '../../operator-flags';

const HEALTH = breakerTable('partner_health', 'partner_id', Object.keys(HEALTHY) as (keyof BreakerState)[]);

/** @returns the health of a partner; one of which nothing is on record is healthy */
export async function readPartnerHealth(database: Queryable, partnerId: string): Promise<StoredBreaker> {
  // Nothing of a healthy partner depends on the time.
  return (await HEALTH.read(database, partnerId)) ?? { state: HEALTHY, now: new Date(0) };
}

/** A partner whose breaker is open and not yet due for a probe. */
export interface PartnerOutage {
  /** Whether nothing could be written to it, the last time; else it does not answer. */
  isUnreachable: boolean;
}

/** @returns the partners to which nothing is sent at present, by their ids */
export async function listOutages(database: Queryable): Promise<Map<string, PartnerOutage>> {
  const rows = await database.query<{ partner_id: string; is_unreachable: boolean }>(
    'select partner_id, is_unreachable from partner_health where open_until > clock_timestamp()',
  );
  return new Map(rows.map((row) => [row.partner_id, { isUnreachable: row.is_unreachable }]));
}

/**
 * Changes a partner's health under its row's lock. Opening the breaker raises the flag `partner_outage` in the same
 * transaction, closing it clears the flag.
 * @param decide pure; `now` is read while the lock is held
 * @returns the health before and after
 * Source: docs/GAPS.md#P14
 */
export async function changePartnerHealth(
  database: Database,
  partnerId: string,
  decide: (health: BreakerState, now: Date) => BreakerState,
): Promise<{ before: BreakerState; after: BreakerState; now: Date }> {
  return database.transaction(async (client) => {
    let stored = await HEALTH.lock(client, partnerId);
    if (stored === null) {
      await client.query('insert into partner_health (partner_id) values ($1) on conflict do nothing', [partnerId]);
      stored = await HEALTH.lock(client, partnerId);
    }
    if (stored === null) throw new Error(`the health of partner ${partnerId} is not in the database`);
    const { state: before, now } = stored;
    const after = decide(before, now);
    await HEALTH.store(client, partnerId, after);
    if (before.openedAt === null && after.openedAt !== null) {
      await raiseFlag(client, partnerId, 'partner_outage', { fault: after.lastFault });
    }
    if (before.openedAt !== null && after.openedAt === null) await clearFlagOf(client, partnerId, 'partner_outage');
    return { before, after, now };
  });
}
