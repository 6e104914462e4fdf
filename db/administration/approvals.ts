import type { ApprovalCount, Approvals, ApprovalSetting } from '../../domain/auth/approvals';
import { appendAuditEntry, type Actor } from '../auth/audit-log';
import type { Queryable, Transacting } from '../database';

const COLUMNS: Readonly<Record<ApprovalSetting, string>> = {
  'live-network': 'live_network',
  'release-approvals': 'release_approvals',
};

const countOf = (people: number | undefined): ApprovalCount => (people === 2 ? 'two' : 'one');

/** @returns how many people each kind of act needs; one where nothing was set */
export async function readApprovals(database: Queryable): Promise<Approvals> {
  const [row] = await database.query<{ live_network: number; release_approvals: number }>(
    'select live_network, release_approvals from compliance_settings',
  );
  return { 'live-network': countOf(row?.live_network), 'release-approvals': countOf(row?.release_approvals) };
}

/**
 * Sets one for all processes, with the audit entry; what holds already changes nothing.
 * @returns whether it was another number before
 * Source: docs/GAPS.md#A3
 */
export function setApprovals(
  database: Transacting,
  request: { setting: ApprovalSetting; count: ApprovalCount; actor: Actor; reason?: string | undefined },
): Promise<boolean> {
  const { setting, count, actor, reason } = request;
  return database.transaction(async (client) => {
    const before = (await readApprovals(client))[setting];
    if (before === count) return false;
    const column = COLUMNS[setting];
    await client.query(
      `insert into compliance_settings (${column}) values ($1)
       on conflict (is_only) do update set ${column} = excluded.${column}, changed_at = now()`,
      [count === 'two' ? 2 : 1],
    );
    const detail = {
      before: { [setting]: before },
      after: { [setting]: count },
      ...(reason === undefined ? {} : { reason }),
    };
    await appendAuditEntry(client, { actor, act: 'approvals.set', subject: setting, accountId: null, detail });
    return true;
  });
}
