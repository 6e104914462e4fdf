import { CancellationScope, setCurrentDetails } from '@temporalio/workflow';
import type { PaymentStopInput } from '../contract';
import { askCancellation, flagUnanswered } from '../proxies';

/**
 * Asks a partner to stop a payment that has ended here as cancelled or failed, or was rerouted, while the partner
 * still processes it: for a day; then operators get a flag. Its answer is a report like any other.
 * Source: docs/GAPS.md#P3
 */
export async function paymentStop({ instructionId, partnerName, partnerId }: PaymentStopInput): Promise<void> {
  await CancellationScope.nonCancellable(async () => {
    setCurrentDetails(
      `${partnerName} is asked to stop working on a payment that has ended here, or that another partner has.`,
    );
    const asked = partnerId === undefined ? askCancellation(instructionId) : askCancellation(instructionId, partnerId);
    await asked.catch(() => flagUnanswered(instructionId, 'stop_unanswered'));
  });
}
