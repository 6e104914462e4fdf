import type { Queryable } from '../database';

/** An entry as it is sent: what the log holds, which names nobody, and the link that proves its place. */
export interface StreamedEntry {
  /** Of its link; entries go in the order in which they were committed. */
  position: string;
  /** Hash of the link, hex: it covers the entry and the link before it. */
  hash: string;
  id: string;
  at: Date;
  actor: string;
  act: string;
  subject: string;
  accountId: string | null;
  requestId: string | null;
  detail: Record<string, unknown>;
}

/** Whose turn it is to send, and how far the sink has confirmed. */
export interface StreamTurn {
  holder: string;
  position: string;
  /** Time of Postgres. */
  at: Date;
}

/**
 * Takes or keeps the lease to send audit entries if any wait; else writes nothing.
 * @returns null if none wait, or another process has the lease
 */
export async function takeStreamTurn(
  database: Queryable,
  { holder, seconds }: { holder: string; seconds: number },
): Promise<StreamTurn | null> {
  const [turn] = await database.query<Pick<StreamTurn, 'position' | 'at'> & Record<string, unknown>>(
    `insert into audit_stream as s (holder, held_until) values ($1, clock_timestamp() + make_interval(secs => $2))
     on conflict (singleton) do update set holder = excluded.holder, held_until = excluded.held_until
       where (s.holder = excluded.holder or s.held_until < clock_timestamp())
         and exists (select from audit_chain c where c.position > s.position)
     returning position::text as position, clock_timestamp() as at`,
    [holder, seconds],
  );
  return turn === undefined ? null : { holder, ...turn };
}

/** Entries of the audit log after a position, the earliest first. */
export function readStreamedEntries(database: Queryable, after: string, limit: number): Promise<StreamedEntry[]> {
  return database.query<StreamedEntry & Record<string, unknown>>(
    `select c.position::text as position, encode(c.hash, 'hex') as hash, l.id::text as id, l.at, l.actor, l.act, l.subject,
            l.account_id as "accountId", l.request_id as "requestId", l.detail
     from audit_chain c join audit_log l on l.id = c.entry_id
     where c.position > $1 order by c.position limit $2`,
    [after, limit],
  );
}

/**
 * Records that the sink has confirmed entries up to a position.
 * @returns false where another process has taken the lease: it sends them again
 */
export async function advanceStream(database: Queryable, turn: StreamTurn, position: string): Promise<boolean> {
  const rows = await database.query(
    'update audit_stream set position = $3 where holder = $1 and position = $2 returning 1',
    [turn.holder, turn.position, position],
  );
  return rows.length > 0;
}
