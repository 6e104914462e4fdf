import type { ReleaseApprovals } from '../../domain/payments/compliance-hold';
import { appendAuditEntry, type Actor } from '../auth/audit-log';
import type { Database, Queryable } from '../database';

/** @returns how many operators have to agree before a held payment is released; 1 where nothing was set */
export async function readReleaseApprovals(database: Queryable): Promise<ReleaseApprovals> {
  const [row] = await database.query<{ approvals: ReleaseApprovals }>(
    'select release_approvals as approvals from compliance_settings',
  );
  return row?.approvals ?? 1;
}

/**
 * Sets it for all processes, with the audit entry; what holds already changes nothing. A proposal that waits for a second
 * operator needs none any more once one is enough: the next release by anybody counts.
 * @returns whether it was another number before
 * Source: docs/GAPS.md#P13
 */
export function setReleaseApprovals(
  database: Database,
  { approvals, reason, actor }: { approvals: ReleaseApprovals; reason: string; actor: Actor },
): Promise<boolean> {
  return database.transaction(async (client) => {
    if ((await readReleaseApprovals(client)) === approvals) return false;
    await client.query(
      `insert into compliance_settings (release_approvals) values ($1)
       on conflict (is_only) do update set release_approvals = excluded.release_approvals, changed_at = now()`,
      [approvals],
    );
    const act = 'compliance.release_approvals_set';
    const detail = { approvals, reason };
    await appendAuditEntry(client, { actor, act, subject: 'compliance', accountId: null, detail });
    return true;
  });
}
