import {
  APPROVAL_SETTINGS,
  approvalsInForce,
  type ApprovalCount,
  type Approvals,
  type ApprovalSetting,
  type KnownOperator,
  type StoredApprovals,
} from '../../domain/auth/approvals';
import { appendAuditEntry, type Actor } from '../auth/audit-log';
import { readPeople } from '../auth/makers';
import { within, type Queryable, type Transacting } from '../database';

const COLUMNS: Readonly<Record<ApprovalSetting, string>> = {
  'live-network': 'live_network',
  'release-approvals': 'release_approvals',
};

const countOf = (people: number | null | undefined): ApprovalCount | null =>
  typeof people === 'number' ? (people === 1 ? 'one' : 'two') : null;

async function readStored(database: Queryable): Promise<StoredApprovals> {
  const [row] = await database.query<{ live_network: number | null; release_approvals: number | null }>(
    'select live_network, release_approvals from compliance_settings',
  );
  return { 'live-network': countOf(row?.live_network), 'release-approvals': countOf(row?.release_approvals) };
}

/** @returns how many people each kind of act needs; where nothing was set, two once two operators are independent */
export async function readApprovals(database: Queryable): Promise<Approvals> {
  const stored = await readStored(database);
  const isAllSet = stored['live-network'] !== null && stored['release-approvals'] !== null;
  return approvalsInForce(stored, isAllSet ? [] : await readPresentOperators(database));
}

/** @returns operators who are enabled, and have a password, an identity or a key */
export async function readPresentOperators(database: Queryable): Promise<KnownOperator[]> {
  return [...(await readPeople(database, { personId: null })).values()].filter(({ isPresent }) => isPresent);
}

/**
 * After an act, stores `two` for each setting that two people decided before and that now only one could decide alone:
 * disabling or changing the other person must not give one person the decision.
 * @param before how many people each kind of act needed before the act
 * Source: docs/GAPS.md#A5
 */
export async function keepApprovals(client: Queryable, before: Approvals, actor: Actor): Promise<void> {
  const [stored, after] = [await readStored(client), await readApprovals(client)];
  for (const setting of APPROVAL_SETTINGS) {
    if (stored[setting] !== null || before[setting] === after[setting] || after[setting] === 'two') continue;
    const reason = 'fewer than two independent operators are left';
    await setApprovals(within(client), { setting, count: 'two', actor, reason });
  }
}

/**
 * Sets how many people decide about one kind of act, for all processes, with an audit entry. Nothing changes if that
 * is set already, or if `one` is set while one person decides anyway, so that a second operator makes it two.
 * @returns whether anything was set
 * Source: docs/GAPS.md#A3
 */
export function setApprovals(
  database: Transacting,
  request: { setting: ApprovalSetting; count: ApprovalCount; actor: Actor; reason?: string | undefined },
): Promise<boolean> {
  const { setting, count, actor, reason } = request;
  return database.transaction(async (client) => {
    const before = (await readApprovals(client))[setting];
    if (before === count && (count === 'one' || (await readStored(client))[setting] === count)) return false;
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
