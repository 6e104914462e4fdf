import { CancellationScope, setCurrentDetails } from '@temporalio/workflow';
import type { BurstOutcome } from '../activities/webhooks/attempt-burst';
import type { BurstInput } from './contract';
import { attemptBurst } from './proxies';

/**
 * The first attempts of many deliveries to one subscription that were due at once, in one activity. What is not over
 * with it goes on in a workflow of its own, by an order that the database has with the record of the attempt.
 * A cancellation of the workflow ends no delivery.
 * Source: docs/GAPS.md#W10
 */
export async function webhookBurst({ burstId }: BurstInput): Promise<BurstOutcome> {
  setCurrentDetails('**delivering**: the first attempts of its deliveries are being made.');
  const outcome = await CancellationScope.nonCancellable(() => attemptBurst(burstId));
  setCurrentDetails('**attempted**: what was not delivered goes on in a workflow of its own.');
  return outcome;
}
