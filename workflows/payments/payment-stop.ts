import { CancellationScope, setCurrentDetails } from '@temporalio/workflow';
import type { PaymentStopInput } from '../contract';
import { askCancellation, flagUnanswered } from '../proxies';

/**
 * The workflow that asks a partner for a day to stop a payment which it still processes, although it has ended here or
 * was rerouted; then operators get a flag. The partner's reply is a report like any other.
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
