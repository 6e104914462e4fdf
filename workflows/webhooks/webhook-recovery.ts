import { CancellationScope, continueAsNew, setCurrentDetails, sleep } from '@temporalio/workflow';
import type { RecoveryInput } from '../contract';
import { recoverNextPage } from '../proxies';

/** Between pages: what was missed in days comes back paced. */
const PACE_MS = 1_000;
/** Pages of one run; the next run goes on where it ended, which the database knows. */
const PAGES_PER_RUN = 500;

export interface RecoveryOutcome {
  sent: number;
}

/**
 * Resends the events that a subscription has missed, page by page. The position is in the database, so a later run,
 * however the former one ended, sends nothing twice. Cancelling the workflow ends no recovery.
 * Source: docs/GAPS.md#W14
 */
export function webhookRecovery(input: RecoveryInput): Promise<RecoveryOutcome> {
  return CancellationScope.nonCancellable(() => recoverPages(input));
}

/** Sends page after page again until the recovery is complete, and continues as a new run after many pages. */
async function recoverPages({
  recoveryId,
  pagesPerRun = PAGES_PER_RUN,
  pace: first,
}: RecoveryInput): Promise<RecoveryOutcome> {
  let pace = first ?? null;
  setCurrentDetails('**recovering**: the first events are sent again.');
  for (let page = 0; page < pagesPerRun; page += 1) {
    const { sent, events, isOver, pace: made } = await recoverNextPage(recoveryId, pace);
    pace = made;
    setCurrentDetails(`**${isOver ? 'completed' : 'recovering'}**: ${sent} of ${events} events are sent again.`);
    if (isOver) return { sent };
    await sleep(PACE_MS, { summary: `${sent} of ${events} events are sent again` });
  }
  return continueAsNew<typeof webhookRecovery>({ recoveryId, pagesPerRun, ...(pace === null ? {} : { pace }) });
}
