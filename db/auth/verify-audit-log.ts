import { createHash } from 'node:crypto';
import type { Queryable } from '../database';

/** Entries of one statement. */
const PAGE = 1_000;

export interface AuditVerdict {
  entries: number;
  /** Id of the first entry that was changed, taken out or put in, or null when none was. */
  brokenAt: string | null;
  /** The last hash, in hex: a copy kept elsewhere proves later that no entry before it was rewritten. */
  head: string;
}

interface Row {
  position: string;
  id: string;
  text: string | null;
  hash: Buffer;
}

const PAGE_SQL = `
  select c.position::text as position, c.entry_id::text as id, audit_entry_text(l) as text, c.hash
  from audit_chain c left join audit_log l on l.id = c.entry_id
  where c.position > $1 order by c.position limit ${PAGE}`;

const UNLINKED_SQL = `
  select l.id::text as id from audit_log l left join audit_chain c on c.entry_id = l.id
  where c.entry_id is null order by l.id limit 1`;

/** Recomputes every link of the audit log, page by page, up to the first broken one. Source: docs/GAPS.md#A3 */
export async function verifyAuditLog(database: Queryable): Promise<AuditVerdict> {
  let head = Buffer.alloc(0);
  let entries = 0;
  let position = '0';
  for (;;) {
    const rows = await database.query<Row>(PAGE_SQL, [position]);
    for (const { id, text, hash } of rows) {
      const expected = createHash('sha256')
        .update(head)
        .update(text ?? '')
        .digest();
      if (text === null || !expected.equals(hash)) {
        return { entries, brokenAt: id, head: head.toString('hex') };
      }
      head = expected;
      entries += 1;
    }
    position = rows.at(-1)?.position ?? position;
    if (rows.length < PAGE) break;
  }
  const [unlinked] = await database.query<{ id: string }>(UNLINKED_SQL);
  return { entries, brokenAt: unlinked?.id ?? null, head: head.toString('hex') };
}

/**
 * The newest link of the audit log. Entries cut off at the end leave no trace in the database; comparing a head stored
 * elsewhere, such as in the processes' logs, reveals it.
 * @returns null while the log is empty
 * Source: docs/GAPS.md#A3
 */
export async function readAuditHead(database: Queryable): Promise<{ position: string; head: string } | null> {
  const [row] = await database.query<{ position: string; head: string }>(
    `select position::text as position, encode(hash, 'hex') as head from audit_chain c order by c.position desc limit 1`,
  );
  return row ?? null;
}
