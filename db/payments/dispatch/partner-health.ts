import { HEALTHY, type BreakerState } from '../../../domain/breaker';
import type { Database, Queryable } from '../../database';
import { clearFlagOf, raiseFlag } from '../../operator-flags';

interface Row {
  consecutive_faults: number;
  last_fault: string | null;
  last_fault_at: Date | null;
  last_success_at: Date | null;
  is_unreachable: boolean;
  opened_at: Date | null;
  open_until: Date | null;
  probe_owner: string | null;
  probe_until: Date | null;
  now: Date;
}

const COLUMNS = `consecutive_faults, last_fault, last_fault_at, last_success_at, is_unreachable, opened_at, open_until,
  probe_owner, probe_until, clock_timestamp() as now`;

/** A partner's health at a moment of Postgres' clock. */
export interface StoredHealth {
  health: BreakerState;
  now: Date;
}

function fromRow(row: Row): StoredHealth {
  const health = {
    consecutiveFaults: row.consecutive_faults,
    lastFault: row.last_fault,
    lastFaultAt: row.last_fault_at,
    lastSuccessAt: row.last_success_at,
    isUnreachable: row.is_unreachable,
    openedAt: row.opened_at,
    openUntil: row.open_until,
    probeOwner: row.probe_owner,
    probeUntil: row.probe_until,
  };
  return { health, now: row.now };
}

/** @returns the health of a partner; one of which nothing is on record is healthy */
export async function readPartnerHealth(database: Queryable, partnerId: string): Promise<StoredHealth> {
  const [row] = await database.query<Row>(`select ${COLUMNS} from partner_health where partner_id = $1`, [partnerId]);
  // Nothing of a healthy partner depends on the time.
  return row === undefined ? { health: HEALTHY, now: new Date(0) } : fromRow(row);
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
 * Changes a partner's health under its row's lock. Opening the breaker raises the flag `partner_outage`, closing it takes
 * the flag down, in the same transaction.
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
    await client.query('insert into partner_health (partner_id) values ($1) on conflict do nothing', [partnerId]);
    const [row] = await client.query<Row>(`select ${COLUMNS} from partner_health where partner_id = $1 for update`, [
      partnerId,
    ]);
    if (row === undefined) throw new Error(`the health of partner ${partnerId} is not in the database`);
    const { health: before, now } = fromRow(row);
    const after = decide(before, now);
    await client.query(
      `update partner_health set consecutive_faults = $2, last_fault = $3, last_fault_at = $4, last_success_at = $5,
         opened_at = $6, open_until = $7, probe_owner = $8, probe_until = $9, is_unreachable = $10
       where partner_id = $1`,
      [
        partnerId,
        after.consecutiveFaults,
        after.lastFault,
        after.lastFaultAt,
        after.lastSuccessAt,
        after.openedAt,
        after.openUntil,
        after.probeOwner,
        after.probeUntil,
        after.isUnreachable,
      ],
    );
    if (before.openedAt === null && after.openedAt !== null) {
      await raiseFlag(client, partnerId, 'partner_outage', { fault: after.lastFault });
    }
    if (before.openedAt !== null && after.openedAt === null) await clearFlagOf(client, partnerId, 'partner_outage');
    return { before, after, now };
  });
}
