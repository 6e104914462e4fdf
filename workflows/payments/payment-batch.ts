import { CancellationScope, condition, continueAsNew, setCurrentDetails, setHandler } from '@temporalio/workflow';
import { batchChanged, type BatchInput } from '../contract';
import { makeBatchPayments } from '../proxies';

/** Groups of one run; the next run goes on where it ended, which the database knows. */
const GROUPS_PER_RUN = 200;

export interface BatchOutcome {
  made: number;
  refused: number;
  cancelled: number;
  failed: number;
}

/**
 * Makes the payments of a batch, group by group, within the limits of the key that sent it. Which rows are made is in the
 * database, so a later run, however the former one ended, makes none twice. Cancelling the workflow cancels no batch.
 * Source: docs/GAPS.md#P18
 */
export function paymentBatch(input: BatchInput): Promise<BatchOutcome> {
  return CancellationScope.nonCancellable(() => makeGroups(input));
}

/** Makes group after group until the batch is over, and continues as a new run after many groups. */
async function makeGroups({ batchId, groupsPerRun = GROUPS_PER_RUN }: BatchInput): Promise<BatchOutcome> {
  let isChanged = false;
  const hasChanged = (): boolean => isChanged;
  setHandler(batchChanged, () => {
    isChanged = true;
  });
  // What is said while a group is worked on, such as a decision of a member, has another one follow.
  for (let group = 0; group < groupsPerRun; group += 1) {
    isChanged = false;
    const { total, made, refused, cancelled, failed, isOver, waitMs } = await makeBatchPayments(batchId);
    const waits =
      waitMs > 0 ? ' It waits for the limits of its key, for what is disabled, or for a payment in hand.' : '';
    setCurrentDetails(
      `${made} of ${total} payments are made, ${refused} refused, ${cancelled} cancelled, ${failed} failed.${waits}`,
    );
    if (isOver && !hasChanged()) return { made, refused, cancelled, failed };
    if (waitMs > 0) await condition(hasChanged, waitMs);
  }
  return continueAsNew<typeof paymentBatch>({ batchId, groupsPerRun });
}
