import { PLANS, type Plan } from '../../domain/limits/plans';
import type { Queryable } from '../database';
import { newId } from '../../lib/ids';
import { appendAuditEntry, type Actor } from './audit-log';

/** A client of the service; each has a test side from the beginning and a live one once an operator opens it. */
export interface Account {
  id: string;
  name: string;
  /** When the live side was opened, or null. */
  liveOpenedAt: Date | null;
  createdAt: Date;
}

const COLUMNS = 'id, name, live_opened_at as "liveOpenedAt", created_at as "createdAt"';

/** The account of a name, created with a closed live side if there is none. */
export async function findOrCreateAccount(database: Queryable, name: string): Promise<Account> {
  const [account] = await database.query<Account>(
    `insert into accounts (id, name) values ($1, $2)
     on conflict (name) do update set name = excluded.name
     returning ${COLUMNS}`,
    [newId('account'), name],
  );
  if (account === undefined) throw new Error('an account was neither found nor made');
  return account;
}

/** Finds an account by its id or name. */
export async function findAccount(database: Queryable, nameOrId: string): Promise<Account | null> {
  const [account] = await database.query<Account>(
    `select ${COLUMNS} from accounts where id = $1 or name = $1 order by id = $1 desc limit 1`,
    [nameOrId],
  );
  return account ?? null;
}

/** @returns the plan of an account: that of its keys without one of their own, and of its members in the console */
export async function readPlan(database: Queryable, accountId: string): Promise<Plan> {
  const [row] = await database.query<{ plan: string }>('select plan from accounts where id = $1', [accountId]);
  return PLANS.find((plan) => plan === row?.plan) ?? 'free';
}

/**
 * Opens the live side of an account, so that live keys can be created; it cannot be closed again.
 * @param actor the operator, for the audit log
 * @returns whether it was closed
 * Source: docs/GAPS.md#A4
 */
export async function openLiveSide(client: Queryable, accountId: string, actor: Actor): Promise<boolean> {
  const opened = await client.query(
    'update accounts set live_opened_at = now() where id = $1 and live_opened_at is null returning id',
    [accountId],
  );
  if (opened.length === 0) return false;
  await appendAuditEntry(client, { actor, act: 'account.live_opened', subject: accountId, accountId });
  return true;
}

/** Whether real money can move: an account's live side is open, or there is a live partner. */
export async function hasLiveSide(database: Queryable): Promise<boolean> {
  const rows = await database.query(
    `select where exists (select from accounts where live_opened_at is not null)
        or exists (select from partners where environment = 'live')`,
  );
  return rows.length > 0;
}
