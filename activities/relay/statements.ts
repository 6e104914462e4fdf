import type { Database } from '../../db/database';
import { continueOutboxItem, type OutboxItem } from '../../db/outbox';
import { judgeEntries } from '../../db/payments/settlement/judge-statement';
import { ITEM_SETTLED_BY_JOB } from './jobs';

/** Entries that are compared in one piece of the relay's work: well within its lease, also where each opens a case. */
const ENTRIES_AT_A_TIME = 200;

/**
 * Compares the next entries of a statement with the payments that their references name; a repeated item finds them
 * compared already.
 * @param item its subject is the statement
 * @returns `ITEM_SETTLED_BY_JOB` when there may be more of them
 * Source: docs/GAPS.md#statements
 */
export async function compareStatement(
  database: Database,
  item: OutboxItem,
): Promise<typeof ITEM_SETTLED_BY_JOB | undefined> {
  const after = Number(item.payload.after ?? 0);
  const last = await judgeEntries(database, item.subject, { after, limit: ENTRIES_AT_A_TIME });
  if (last === null) return undefined;
  await continueOutboxItem(database, item, String(last));
  return ITEM_SETTLED_BY_JOB;
}
