import { recordAct, type Actor } from '../auth/audit-log';
import type { Database, Queryable } from '../database';

/** Two facts about money that contradict each other. Source: docs/GAPS.md#P5 */
export interface ReconciliationCase {
  id: string;
  instructionId: string;
  reportId: string;
  /** `conflicting_report` or `conflicting_settlement`. */
  kind: string;
  openedAt: Date;
}

/** Cases of one page. */
const PAGE = 200;

/** @returns the cases that nobody has closed, the oldest first */
export async function listOpenCases(database: Queryable): Promise<ReconciliationCase[]> {
  const rows = await database.query<{
    id: string;
    instruction_id: string;
    report_id: string;
    kind: string;
    created_at: Date;
  }>(
    `select id, instruction_id, report_id, kind, created_at from reconciliation_cases
     where state = 'open' order by created_at, id limit ${PAGE}`,
  );
  return rows.map((row) => ({
    id: row.id,
    instructionId: row.instruction_id,
    reportId: row.report_id,
    kind: row.kind,
    openedAt: row.created_at,
  }));
}

/**
 * Closes a case once it is agreed with the partner; it changes no fact of the payment.
 * @param actor who does it, for the audit log
 * @returns whether it was open
 */
export async function closeCase(database: Database, id: string, actor: Actor): Promise<boolean> {
  return database.transaction(async (client) => {
    const closed = await client.query<{ instruction_id: string }>(
      `update reconciliation_cases set state = 'closed' where id = $1 and state = 'open' returning instruction_id`,
      [id],
    );
    const [found] = closed;
    if (found === undefined) return false;
    const detail = { instruction: found.instruction_id };
    await recordAct(client, { actor, act: 'case.closed', subject: id, accountId: null, detail });
    return true;
  });
}
