import { CancellationScope, patched, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import type { BurstOutcome, FirstsOutcome } from '../activities/webhooks/attempt-burst';
import type { BurstInput } from './contract';
import { attemptBurst, attemptFirsts, retryBurst } from './proxies';

/** The activity is at hand so long before the first retry is due, and waits for the second of each itself. */
const AHEAD_MS = 2_000;
/** Between two looks, whatever the clocks say. */
const LEAST_WAIT_MS = 500;

/**
 * The attempts of many deliveries to one subscription that were due at once: the first ones in one activity, inside the
 * first workflow task where the receiver is likely to answer, then the retries of what was not delivered, each when it is
 * due. What is not over waits in a workflow of its own as well, which shows where it stands and makes the retries itself
 * should this one be gone.
 * A cancellation of the workflow ends no delivery.
 * Source: docs/GAPS.md#W10
 */
export async function webhookBurst(input: BurstInput): Promise<BurstOutcome> {
  return CancellationScope.nonCancellable(() => attemptAll(input));
}

/** What broke off inside the task is on record as far as it was made, and counted by nobody. */
const LEFT: FirstsOutcome = { delivered: 0, goingOn: 0, isDeferred: true };

/** A worker of before, beside which the burst was started, has written the patch all the same: a replay asks for it. */
function beginInTask(isAsked: boolean): boolean {
  if (isAsked && !workflowInfo().unsafe.isReplaying) return true;
  return patched('firsts-in-task') || isAsked;
}

async function attemptAll({ burstId, firstsInTask }: BurstInput): Promise<BurstOutcome> {
  setCurrentDetails('**delivering**: the first attempts of its deliveries are being made.');
  const firsts = beginInTask(firstsInTask === true) ? await attemptFirsts(burstId).catch(() => LEFT) : LEFT;
  let { delivered, goingOn, nextDueAtMs } = firsts;
  if (firsts.isDeferred === true) {
    const rest = await attemptBurst(burstId);
    delivered += rest.delivered;
    ({ goingOn, nextDueAtMs } = rest);
  }
  while (nextDueAtMs !== undefined) {
    const due = new Date(nextDueAtMs).toISOString();
    setCurrentDetails(`**waiting**: ${goingOn} deliveries are not over; the next retry is due ${due}.`);
    const leftMs = Math.max(nextDueAtMs - AHEAD_MS - Date.now(), LEAST_WAIT_MS);
    await sleep(leftMs, { summary: `Retries of ${goingOn} deliveries, the first due ${due}` });
    setCurrentDetails('**delivering**: retries that are due are being made.');
    const outcome = await retryBurst(burstId);
    delivered += outcome.delivered;
    ({ goingOn, nextDueAtMs } = outcome);
  }
  setCurrentDetails('**attempted**: what was not delivered goes on in a workflow of its own, or has failed for good.');
  return { delivered, goingOn };
}
