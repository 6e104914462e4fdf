import { DomainError, invalidRequest, type FieldFault } from '../../domain/errors';
import { changedConfig, isMove } from '../../domain/payments/dispatch/partner-move';
import { partnerFaults, type PartnerSettings } from '../../domain/payments/dispatch/adapters';
import { appendAuditEntry, type Actor } from '../auth/audit-log';
import { storedKeyFaults } from '../auth/credentials';
import { notifyKeys } from '../auth/key-notices';
import { requireRemainingOwner } from '../auth/members';
import { columnOf } from '../columns';
import type { Queryable, Transacting } from '../database';
import { CHANNELS } from '../listener';
import { UniqueViolation } from '../faults';
import { dropMovedCredentials } from '../payments/dispatch/bank-credentials';
import { findPartner } from '../payments/dispatch/partners';
import { storedRouteFaults } from '../payments/routing/routes';
import { toAuditValues, type Hash } from './audit-values';
import { NOUNS, type Managed, type Noun } from './nouns';
import { requireNoDoubt } from './moved-partner';
import type { Values } from './proposals';

const BY_TIME =
  'disabled_at = case when $2::boolean then now() end where id = $1 and (disabled_at is null) = $2::boolean';

/** New values by member; what is absent stays as it is. */
export type Changes = Readonly<Record<string, unknown>>;

/** @returns the members that change */
export const given = (changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

/** Splits the settings of an adapter into columns: the address has its own, the others share one. */
export function settingColumns(settings: Readonly<Record<string, unknown>>): Changes {
  const { url, ...others } = settings;
  return {
    url: typeof url === 'string' ? url.trim().replace(/\/+$/, '') : url,
    config: Object.keys(others).length === 0 ? undefined : others,
  };
}

/** The value to store; new settings of an adapter are merged with those that the partner has. */
function storedValue([name, value]: [string, unknown], former: PartnerSettings | null): unknown {
  if (name !== 'config' || former === null) return value;
  return settingColumns(changedConfig(former.config, { config: value }))['config'] ?? {};
}

async function notifyProcesses(client: Queryable, { keys, isOfRoutes = false }: Noun, id: string): Promise<void> {
  if (keys !== undefined) await notifyKeys(client, keys, id);
  if (isOfRoutes) await client.query('select pg_notify($1, $2)', [CHANNELS.routes, id]);
}

async function refuseUnknown(client: Queryable, kind: Managed, id: string): Promise<void> {
  const found = await client.query(`select 1 from ${NOUNS[kind].table} where id = $1`, [id]);
  if (found.length === 0) throw new DomainError('NOT_FOUND', `There is no ${kind} ${id}.`);
}

/**
 * Disables or enables something, on every process within a second. Keys of a disabled account get 401 and its people
 * cannot log in; logins of a disabled user end; a disabled partner or route gets no new payment, and keys and
 * signatures of a disabled partner get 403.
 * @param request `reason` goes into the audit log
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
  const noun = NOUNS[kind];
  const { table, account, disable = BY_TIME } = noun;
  return database.transaction(async (client) => {
    if (isDisabled && kind === 'user') await requireRemainingOwner(client, id, null);
    const [changed] = await client.query<{ account: string | null }>(
      `update ${table} set ${disable} returning ${account} as account`,
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
    await notifyProcesses(client, noun, id);
    return true;
  });
}

/** Stands in for a secret where no hash function is given. */
const withheld = (): string => 'withheld';

/** Reads columns of a row and locks it until the transaction ends. */
async function readColumns(
  client: Queryable,
  kind: Managed,
  { id, columns }: { id: string; columns: readonly string[] },
): Promise<Values> {
  const [found] = await client.query<{ row: Values }>(
    `select to_jsonb(t) as row from ${NOUNS[kind].table} t where id = $1 for no key update`,
    [id],
  );
  return Object.fromEntries(columns.map((column) => [column, found?.row[column] ?? null]));
}

/** Faults of a key, route or partner as a whole after a change of some columns, as unchanged members may contradict new ones; other kinds have none. */
async function storedFaults(client: Queryable, kind: Managed, id: string, columns: string[]): Promise<FieldFault[]> {
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
 * @returns names of the credentials of a partner that its new settings would present elsewhere: they are dropped
 * @throws DomainError NOT_FOUND; INVALID_REQUEST with every fault of the resulting settings, or when an account would
 *   lose its last owner; INVALID_TRANSITION for a partner that would move while payments are in doubt; DUPLICATE for a name in use; Error for a column that must not change
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
    /** Whether a partner moves although payments are in doubt where it is; needs a reason. */
    despiteDoubt?: boolean | undefined;
  },
): Promise<string[]> {
  const { kind, id, actor, reason, hash = withheld } = request;
  const changes = given(request.changes);
  const noun = NOUNS[kind];
  const columns = Object.keys(changes).map(columnOf);
  for (const column of columns) {
    if (!noun.changeable.some((member) => columnOf(member) === column)) {
      throw new Error(`the column ${column} of a ${kind} is not for changing`);
    }
  }
  if (columns.length === 0) {
    await refuseUnknown(database, kind, id);
    return [];
  }
  const writeChange = async (client: Queryable): Promise<string[]> => {
    if (kind === 'user' && typeof changes['role'] === 'string')
      await requireRemainingOwner(client, id, changes['role']);
    const before = await readColumns(client, kind, { id, columns });
    const former = kind === 'partner' ? await findPartner(client, id) : null;
    const isMoving = former !== null && isMove(former, changes);
    const assignments = [
      ...columns.map((column, index) => `${column} = $${index + 2}`),
      ...(isMoving ? ['generation = generation + 1'] : []),
    ].join(', ');
    const [changed] = await client.query<{ account: string | null }>(
      `update ${noun.table} set ${assignments} where id = $1 returning ${noun.account} as account`,
      [id, ...Object.entries(changes).map((change) => storedValue(change, former))],
    );
    if (changed === undefined) throw new DomainError('NOT_FOUND', `There is no ${kind} ${id}.`);
    const faults = await storedFaults(client, kind, id, columns);
    if (faults.length > 0) throw invalidRequest(faults);
    // From the update on no dispatch begins here: those that had begun are counted.
    const note = { ...request.note, ...(isMoving ? await requireNoDoubt(client, id, request) : {}) };
    const after = await readColumns(client, kind, { id, columns });
    const present = former && columns.includes('config') ? await findPartner(client, id) : null;
    const droppedCredentials = former && present ? await dropMovedCredentials(client, former, present) : [];
    const notes = { ...note, ...(droppedCredentials.length === 0 ? {} : { droppedCredentials }) };
    const values = {
      before: toAuditValues(kind, before, hash),
      after: { ...toAuditValues(kind, after, hash), ...notes },
    };
    const detail = reason === undefined ? values : { ...values, reason };
    await appendAuditEntry(client, { actor, act: `${kind}.changed`, subject: id, accountId: changed.account, detail });
    await notifyProcesses(client, noun, id);
    return droppedCredentials;
  };
  try {
    return await database.transaction(writeChange);
  } catch (fault) {
    if (!(fault instanceof UniqueViolation)) throw fault;
    throw new DomainError('DUPLICATE', `There is another ${kind} of that name.`, { cause: fault });
  }
}
