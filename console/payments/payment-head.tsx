import type { VNode } from 'preact';
import type { retrievedView } from '../../api/payments/instruction/instruction-view';
import { Id, Moment, moneyText, StatusBadge } from '../parts';

type View = ReturnType<typeof retrievedView>;

/** What the page is about, before all that explains it. */
export function Head({ payment }: { payment: View }): VNode {
  const { status, clientReference, instructionId, submittedAt } = payment;
  return (
    <p class="subhead">
      <StatusBadge status={status} /> <Id of={clientReference ?? instructionId} />{' '}
      <span class="hint">
        submitted <Moment at={new Date(submittedAt)} />
      </span>
    </p>
  );
}

/** @returns the amount and the payee: what people know a payment by */
export function paymentTitle({
  amount,
  currency,
  beneficiary,
}: Pick<View, 'amount' | 'currency' | 'beneficiary'>): string {
  const text = moneyText(amount, currency);
  return beneficiary === null ? text : `${text} to ${beneficiary.name}`;
}
