import type { ParsedStatement } from '../../../domain/payments/settlement/statement-entry';
import { newId } from '../../../lib/ids';
import type { Vault } from '../../../lib/vault';
import { appendAuditEntry, type Actor } from '../../auth/audit-log';
import type { Database, Queryable } from '../../database';
import { addToOutbox, NO_ACCOUNT, TOPICS } from '../../outbox';
import { payeeReferenceHashes } from './payee-references';

export interface NewStatement {
  partnerId: string;
  /** SHA-256 of the file in hex: the same file is kept once. */
  fileHash: string;
  message: string;
  messageId: string;
  entries: Readonly<ParsedStatement['entries']>;
  balances: Readonly<ParsedStatement['balances']>;
}

/** SQL: whether a statement `s` has what its bank has booked; a report of the day only announces. Source: docs/GAPS.md#P25 */
export const HAS_BOOKINGS = `s.message <> 'camt.052'`;

/** Who compares the entries of a statement: the relay, or the process that imports it. */
export type ComparedBy = 'relay' | 'caller';

/**
 * The row of an entry. References of the payee are stored as hashes, until the entry has a verdict. An unusable entry
 * has its verdict at once.
 */
function entryRow(vault: Vault, read: NewStatement['entries'][number]): object {
  if ('fault' in read) return { entry: read, verdict: 'unmatched' };
  const { payeeReferences, ...entry } = read;
  return payeeReferences.length === 0
    ? { entry }
    : { entry, payee_references: payeeReferenceHashes(vault, payeeReferences) };
}

/** Orders the comparison of the entries without a verdict, unless it is ordered already. */
async function requestComparison(client: Queryable, id: string): Promise<void> {
  const [open] = await client.query(
    `select 1 from statement_entries e where e.statement_id = $1 and e.verdict is null
       and not exists (select from outbox o where o.topic = '${TOPICS.compareStatement}' and o.subject = $1) limit 1`,
    [id],
  );
  if (open === undefined) return;
  await addToOutbox(client, { topic: TOPICS.compareStatement, subject: id, accountId: NO_ACCOUNT });
}

/**
 * Stores a statement with its entries and an audit entry, and orders their comparison if the relay compares them.
 * @returns its id; that of the first import where the same file was imported before, which writes no audit entry
 */
export function insertStatement(
  database: Database,
  statement: NewStatement,
  { actor, comparedBy, vault }: { actor: Actor; comparedBy: ComparedBy; vault: Vault },
): Promise<{ id: string; isNew: boolean }> {
  const { partnerId, fileHash, message, messageId, entries, balances } = statement;
  return database.transaction(async (client) => {
    const id = newId('statement');
    const kept = await client.query(
      `insert into payment_statements (id, partner_id, file_hash, message, message_id, balances)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (partner_id, file_hash) do nothing returning id`,
      [id, partnerId, fileHash, message, messageId, JSON.stringify(balances)],
    );
    if (kept.length === 0) {
      const [first] = await client.query<{ id: string }>(
        'select id from payment_statements where partner_id = $1 and file_hash = $2',
        [partnerId, fileHash],
      );
      if (first === undefined) throw new Error('a statement is there and is not');
      if (comparedBy === 'relay') await requestComparison(client, first.id);
      return { id: first.id, isNew: false };
    }
    await client.query(
      `insert into statement_entries (statement_id, position, entry, verdict, payee_references)
       select $1, e.position, e.entry, e.verdict, e.payee_references
       from rows from (jsonb_to_recordset($2::jsonb) as (entry jsonb, verdict text, payee_references text[]))
         with ordinality as e (entry, verdict, payee_references, position)`,
      [id, JSON.stringify(entries.map((entry) => entryRow(vault, entry)))],
    );
    const detail = { partnerId, message, messageId, entries: entries.length };
    await appendAuditEntry(client, { actor, act: 'statement.imported', subject: id, accountId: null, detail });
    if (comparedBy === 'relay') await requestComparison(client, id);
    return { id, isNew: true };
  });
}
