import type { Database } from '../../db/database';
import { stopBulkDecision } from '../../db/payments/bulk/change-bulk-decision';
import { countBulkPayments } from '../../db/payments/bulk/read-bulk-decision';
import {
  countTry,
  decideInBulk,
  finishBulkDecision,
  mayStillDecide,
  readNextPayments,
  readRunningBulkDecision,
  type RunningBulkDecision,
} from '../../db/payments/bulk/work-bulk-decision';
import { roleOf, type BulkState } from '../../domain/payments/review/bulk-decision';
import { atATime } from '../../lib/at-a-time';
import type { Vault } from '../../lib/vault';

/** Payments of one group: a second of work, after which it is seen whether a person has stopped it. */
const GROUP_SIZE = 50;
/** Payments that are decided at a time, beside what clients wait for. */
const CONCURRENCY = 4;

/** How far a bulk decision is: payments by state. */
export interface BulkProgress extends Record<BulkState, number> {
  isOver: boolean;
}

export interface BulkDecisionActivities {
  /** Decides about the next payments of a bulk decision. */
  decideNextPayments(bulkDecisionId: string): Promise<BulkProgress>;
}

/**
 * Decides about a group of payments; a fault with one does not stop the others.
 * @throws the fault of a payment if none of the group could be decided, so that Temporal shows it and retries
 */
async function decideGroup(
  { database, vault }: { database: Database; vault: Vault },
  bulk: RunningBulkDecision,
): Promise<void> {
  const waiting = await readNextPayments(database, bulk.id, GROUP_SIZE);
  const faults: unknown[] = [];
  await atATime(CONCURRENCY, waiting, async (instructionId) => {
    await decideInBulk(database, vault, bulk, instructionId).catch(async (fault: unknown) => {
      faults.push(fault);
      await countTry(database, bulk.id, instructionId);
    });
  });
  const [first] = faults;
  if (faults.length < waiting.length || first === undefined) return;
  throw first instanceof Error ? first : new Error('a payment of a bulk decision was not decided', { cause: first });
}

/** Activities of the workflow of a bulk decision. Source: docs/GAPS.md#bulk-decisions */
export function createBulkDecisionActivities(context: { database: Database; vault: Vault }): BulkDecisionActivities {
  const { database } = context;
  return {
    async decideNextPayments(bulkDecisionId) {
      const bulk = await readRunningBulkDecision(database, bulkDecisionId);
      if (bulk !== null) {
        if (await mayStillDecide(database, bulk)) {
          await decideGroup(context, bulk);
          await finishBulkDecision(database, bulkDecisionId);
        } else {
          const reason = `Who started it may decide no more: the role ${roleOf(bulk.decision)}, the person or the key was taken away.`;
          await stopBulkDecision(database, { id: bulkDecisionId, reason, actor: 'corridor' });
        }
      }
      const counts = await countBulkPayments(database, bulkDecisionId);
      return { ...counts, isOver: counts.waiting === 0 };
    },
  };
}
