import type { Queryable } from '../../database';
import { raiseFlag } from '../../operator-flags';

/**
 * Flags waiting reports to operators whose missing step has not come in time; they go on waiting.
 * @returns how many
 * Source: docs/GAPS.md#P3
 */
export async function flagOverdueReports(database: Queryable, instructionId: string, detail: object): Promise<number> {
  const flagged = await database.query(
    `update partner_reports set flagged_at = now()
     where instruction_id = $1 and disposition = 'waiting' and flagged_at is null returning id`,
    [instructionId],
  );
  if (flagged.length > 0) await raiseFlag(database, instructionId, 'waiting_report', detail);
  return flagged.length;
}
