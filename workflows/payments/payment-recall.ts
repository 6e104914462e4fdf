import { CancellationScope, setCurrentDetails } from '@temporalio/workflow';
import type { PaymentRecallInput } from '../contract';
import { askRecall, flagUnanswered } from '../proxies';

/**
 * Asks a partner for a day to return settled money; then operators get a flag. The partner's report of the return
 * decides, whenever it arrives.
 * Source: docs/GAPS.md#recalls
 */
export async function paymentRecall({ instructionId, partnerName }: PaymentRecallInput): Promise<void> {
  await CancellationScope.nonCancellable(async () => {
    setCurrentDetails(`${partnerName} is asked to give back what it has settled.`);
    await askRecall(instructionId).catch(() => flagUnanswered(instructionId, 'recall_unanswered'));
  });
}
