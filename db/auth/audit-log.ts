import type { Queryable } from '../database';

/**
 * Who does something: `user:usr_…` with the id of the request that does it, `command` for the command line, `corridor`
 * for the service itself.
 */
export type Actor = string | { id: string; requestId: string };

/** One administrative act: who did what to whom. */
export interface Act {
  actor: Actor;
  /** Noun and verb, such as `key.revoked`. */
  act: string;
  /** Id of what it was done to. */
  subject: string;
  accountId: string | null;
  /** What else is worth knowing; never a secret, a name of a beneficiary or an account number. */
  detail?: Record<string, unknown>;
}

export interface LoggedAct {
  at: Date;
  actor: string;
  /** Email address of a user, where the actor is one. */
  actorEmail: string | null;
  act: string;
  subject: string;
  detail: Record<string, unknown>;
}

/** Entries of one page. */
const PAGE = 100;

/** Writes an act into the audit log; entries are only ever added. Source: docs/GAPS.md#A3 */
export async function recordAct(database: Queryable, entry: Act): Promise<void> {
  const { id, requestId } = typeof entry.actor === 'string' ? { id: entry.actor, requestId: null } : entry.actor;
  await database.query(
    `insert into audit_log (actor, act, subject, account_id, request_id, detail) values ($1, $2, $3, $4, $5, $6)`,
    [id, entry.act, entry.subject, entry.accountId, requestId, JSON.stringify(entry.detail ?? {})],
  );
}

/** @returns the newest acts of an account, or of everybody when it is null */
export async function listActs(database: Queryable, accountId: string | null): Promise<LoggedAct[]> {
  const rows = await database.query<{
    at: Date;
    actor: string;
    email: string | null;
    act: string;
    subject: string;
    detail: Record<string, unknown>;
  }>(
    `select l.at, l.actor, u.email, l.act, l.subject, l.detail
     from audit_log l left join users u on l.actor = 'user:' || u.id
     where $1::text is null or l.account_id = $1 order by l.id desc limit ${PAGE}`,
    [accountId],
  );
  return rows.map(({ email, ...row }) => ({ ...row, actorEmail: email }));
}
