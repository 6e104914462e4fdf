import { DomainError, invalidRequest, type FieldFault } from '../../domain/errors';
import { partnerFaults } from '../../domain/payments/dispatch/adapters';
import { appendAuditEntry, type Actor } from '../auth/audit-log';
import { storedKeyFaults } from '../auth/credentials';
import { notifyKeys } from '../auth/key-notices';
import { requireRemainingOwner } from '../auth/members';
import type { Queryable, Transacting } from '../database';
import { CHANNELS } from '../listener';
import { UniqueViolation } from '../faults';
import { findPartner } from '../payments/dispatch/partners';
import { storedRouteFaults } from '../payments/routing/routes';
import { auditable, type Hash } from './audit-values';
import type { Managed } from './directory';
import type { Values } from './proposals';

interface Table {
  name: string;
  /** Expression of the account that an act is written down for. */
  account: string;
  /** Sets it disabled (`$2`) and finds only what changes by that. */
  disable: string;
}

const BY_TIME = 'disabled_at = case when $2::boolean then now() end';
const CHANGES = '(disabled_at is null) = $2::boolean';

const TABLES: Record<Managed, Table> = {
  key: { name: 'api_keys', account: 'account_id', disable: `${BY_TIME} where id = $1 and ${CHANGES}` },
  account: { name: 'accounts', account: 'id', disable: `${BY_TIME} where id = $1 and ${CHANGES}` },
  // An erased user cannot be enabled again: no person is left who could log in.
  user: {
    name: 'users',
    account: 'account_id',
    disable: `${BY_TIME}, removed_at = null where id = $1 and ${CHANGES} and erased_at is null`,
  },
  partner: { name: 'partners', account: 'null::text', disable: `${BY_TIME} where id = $1 and ${CHANGES}` },
  route: {
    name: 'routes',
    account: 'null::text',
    disable: 'enabled = not $2::boolean where id = $1 and enabled = $2::boolean',
  },
};

/** Columns that an operator may change, by the name that the audit log shows. */
const COLUMNS = {
  key: [
    ...['label', 'scopes', 'plan', 'expires_at'],
    ...['per_minute', 'per_hour', 'per_day', 'endpoint_limits', 'custom_endpoint_limits'],
  ],
  account: ['name', 'plan', 'strict_payments', 'needs_second_factor'],
  user: ['name', 'role', 'operator_roles'],
  partner: ['name', 'url', 'config', 'auth_mode'],
  route: [
    ...[
      'channel',
      'currencies',
      'countries',
      'timelines',
      'min_amount',
      'max_amount',
      'cut_off',
      'cut_off_zone',
      'calendars',
    ],
    ...['always_open', 'open_days_for_n', 'fee_fixed', 'fee_basis_points', 'fee_min', 'fee_max', 'priority'],
  ],
} as const satisfies Record<Managed, readonly string[]>;

/** New values by column; what is absent stays as it is. */
export type Changes = Readonly<Record<string, unknown>>;

/** Settings of an adapter as the columns that hold them: its address has one of its own. */
export function settingColumns(settings: Readonly<Record<string, unknown>>): Changes {
  const { url, ...others } = settings;
  return {
    url: typeof url === 'string' ? url.trim().replace(/\/+$/, '') : url,
    config: Object.keys(others).length === 0 ? undefined : others,
  };
}

/** New settings of an adapter are laid over those that it has; null takes one away. */
function assignment(column: string, place: number): string {
  if (column === 'config') return `config = jsonb_strip_nulls(config || $${place}::jsonb)`;
  return `${column} = $${place}`;
}

async function tellProcesses(client: Queryable, kind: Managed, id: string): Promise<void> {
  if (kind === 'key') await notifyKeys(client, 'id', id);
  if (kind === 'account') await notifyKeys(client, 'account_id', id);
  if (kind === 'user') await notifyKeys(client, 'user_id', id);
  if (kind === 'partner') await notifyKeys(client, 'partner_id', id);
  if (kind === 'partner' || kind === 'route') {
    await client.query('select pg_notify($1, $2)', [CHANNELS.routes, id]);
  }
}

async function refuseUnknown(client: Queryable, kind: Managed, id: string): Promise<void> {
  const found = await client.query(`select 1 from ${TABLES[kind].name} where id = $1`, [id]);
  if (found.length === 0) throw new DomainError('NOT_FOUND', `There is no ${kind} ${id}.`);
}

/**
 * Disables something or enables it again, in force on every process within a second: keys of a disabled account are 401
 * and its people cannot log in, a disabled user's logins end, a disabled partner or route is given no new payment. Keys
 * and signatures of a disabled partner are refused with 403.
 * @param request `reason` is kept in the audit log
 * @returns whether that changed anything; only then there is an audit entry
 * @throws DomainError NOT_FOUND; INVALID_REQUEST for the last owner of an account, which may be disabled as a whole
 * Source: docs/GAPS.md#P10, docs/GAPS.md#A3
 */
export async function setDisabled(
  database: Transacting,
  request: {
    kind: Managed;
    id: string;
    isDisabled: boolean;
    actor: Actor;
    reason?: string | undefined;
    /** What else the audit log says of the new state. */
    note?: Values;
  },
): Promise<boolean> {
  const { kind, id, isDisabled, actor, reason, note = {} } = request;
  const { name, account, disable } = TABLES[kind];
  return database.transaction(async (client) => {
    if (isDisabled && kind === 'user') await requireRemainingOwner(client, id, null);
    const [changed] = await client.query<{ account: string | null }>(
      `update ${name} set ${disable} returning ${account} as account`,
      [id, isDisabled],
    );
    if (changed === undefined) {
      await refuseUnknown(client, kind, id);
      return false;
    }
    if (isDisabled && kind === 'user') await client.query('delete from logins where user_id = $1', [id]);
    if (isDisabled && kind === 'account') {
      await client.query('delete from logins l using users u where u.account_id = $1 and l.user_id = u.id', [id]);
    }
    const act = `${kind}.${isDisabled ? 'disabled' : 'enabled'}`;
    const values = { before: { disabled: !isDisabled }, after: { disabled: isDisabled, ...note } };
    const detail = reason === undefined ? values : { ...values, reason };
    await appendAuditEntry(client, { actor, act, subject: id, accountId: changed.account, detail });
    await tellProcesses(client, kind, id);
    return true;
  });
}

/** Stands in for a secret where no hash function is given. */
const withheld = (): string => 'withheld';

/** @returns the columns as they are, locked until the transaction ends */
async function readColumns(
  client: Queryable,
  kind: Managed,
  { id, columns }: { id: string; columns: readonly string[] },
): Promise<Values> {
  const [found] = await client.query<{ row: Values }>(
    `select to_jsonb(t) as row from ${TABLES[kind].name} t where id = $1 for no key update`,
    [id],
  );
  return Object.fromEntries(columns.map((column) => [column, found?.row[column] ?? null]));
}

/** What is wrong with something as it is after a change: what stays may contradict what is new. */
async function faultsOf(client: Queryable, kind: Managed, id: string, columns: string[]): Promise<FieldFault[]> {
  if (kind === 'key') {
    // An account that left Enterprise leaves keys with numbers that do not apply; their labels may change all the same.
    const isJudged = columns.includes('plan') || columns.includes('custom_endpoint_limits');
    return isJudged ? storedKeyFaults(client, id) : [];
  }
  if (kind === 'route') return storedRouteFaults(client, id);
  const partner = kind === 'partner' ? await findPartner(client, id) : null;
  return partner === null ? [] : partnerFaults(partner);
}

/**
 * Changes the given members, in every process within a second; undefined members stay.
 * @param request `reason` goes into the audit log, with old and new values; `hash` replaces secrets and names there
 * @throws DomainError NOT_FOUND; INVALID_REQUEST with every fault of the resulting settings, or when an account would
 *   lose its last owner; DUPLICATE for a name in use; Error for a column that must not change
 */
export async function changeManaged(
  database: Transacting,
  request: {
    kind: Managed;
    id: string;
    changes: Changes;
    actor: Actor;
    reason?: string | undefined;
    hash?: Hash;
    /** What else the audit log says of the new values. */
    note?: Values;
  },
): Promise<void> {
  const { kind, id, actor, reason, hash = withheld, note = {} } = request;
  const changes = Object.fromEntries(Object.entries(request.changes).filter(([, value]) => value !== undefined));
  const allowed: readonly string[] = COLUMNS[kind];
  const columns = Object.keys(changes);
  for (const column of columns) {
    if (!allowed.includes(column)) throw new Error(`the column ${column} of a ${kind} is not for changing`);
  }
  if (columns.length === 0) return refuseUnknown(database, kind, id);
  const { name, account } = TABLES[kind];
  const assignments = columns.map((column, index) => assignment(column, index + 2)).join(', ');
  const write = async (client: Queryable): Promise<void> => {
    if (kind === 'user' && typeof changes['role'] === 'string')
      await requireRemainingOwner(client, id, changes['role']);
    const before = await readColumns(client, kind, { id, columns });
    const [changed] = await client.query<{ account: string | null }>(
      `update ${name} set ${assignments} where id = $1 returning ${account} as account`,
      [id, ...Object.values(changes)],
    );
    if (changed === undefined) throw new DomainError('NOT_FOUND', `There is no ${kind} ${id}.`);
    const faults = await faultsOf(client, kind, id, columns);
    if (faults.length > 0) throw invalidRequest(faults);
    const after = await readColumns(client, kind, { id, columns });
    const values = { before: auditable(kind, before, hash), after: { ...auditable(kind, after, hash), ...note } };
    const detail = reason === undefined ? values : { ...values, reason };
    await appendAuditEntry(client, { actor, act: `${kind}.changed`, subject: id, accountId: changed.account, detail });
    await tellProcesses(client, kind, id);
  };
  try {
    await database.transaction(write);
  } catch (fault) {
    if (!(fault instanceof UniqueViolation)) throw fault;
    throw new DomainError('DUPLICATE', `There is another ${kind} of that name.`, { cause: fault });
  }
}
