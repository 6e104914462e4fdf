import { CancellationScope, continueAsNew, setCurrentDetails } from '@temporalio/workflow';
import type { BulkDecisionInput } from '../contract';
import { decideNextPayments } from '../proxies';

/** Groups of one run; the next run goes on where it ended, which the database knows. */
const GROUPS_PER_RUN = 200;

export interface BulkOutcome {
  decided: number;
  proposed: number;
  refused: number;
  skipped: number;
}

/**
 * Decides about many payments, group by group. The state of each is in the database, so a later run never decides about a
 * payment twice. Cancelling the workflow stops nothing.
 * Source: docs/GAPS.md#bulk-decisions
 */
export function bulkDecision(input: BulkDecisionInput): Promise<BulkOutcome> {
  return CancellationScope.nonCancellable(() => decideGroups(input));
}

/** Decides group after group until all payments are decided, and continues as a new run after many groups. */
async function decideGroups({
  bulkDecisionId,
  groupsPerRun = GROUPS_PER_RUN,
}: BulkDecisionInput): Promise<BulkOutcome> {
  for (let group = 0; group < groupsPerRun; group += 1) {
    const { decided, proposed, refused, skipped, waiting, isOver } = await decideNextPayments(bulkDecisionId);
    setCurrentDetails(
      `${decided} payments are decided, ${proposed} wait for a second person, ${refused} refused, ${waiting} left.`,
    );
    if (isOver) return { decided, proposed, refused, skipped };
  }
  return continueAsNew<typeof bulkDecision>({ bulkDecisionId, groupsPerRun });
}
