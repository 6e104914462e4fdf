import type { VNode } from 'preact';
import type { retrievedView } from '../../api/payments/instruction/instruction-view';
import { Id, Moment, StatusBadge } from '../parts';
import { useWords, type Words } from '../words/use-words';

type View = ReturnType<typeof retrievedView>;

/** Status and reference of a payment, at the top of its page. */
export function PaymentHead(parts: {
  payment: Pick<View, 'status' | 'clientReference' | 'instructionId' | 'submittedAt'>;
}): VNode {
  const { status, clientReference, instructionId, submittedAt } = parts.payment;
  return (
    <p class="subhead">
      <StatusBadge status={status} /> <Id of={clientReference ?? instructionId} />{' '}
      <span class="hint">{useWords().payment.submittedAt({ at: <Moment at={new Date(submittedAt)} /> })}</span>
    </p>
  );
}

/** @returns the amount and the payee: what people know a payment by */
export function paymentTitle(
  { amount, currency, beneficiary }: Pick<View, 'amount' | 'currency' | 'beneficiary'>,
  { format, payment }: Words,
): string {
  const text = format.moneyText(amount, currency);
  return beneficiary === null ? text : payment.titleTo({ amount: text, name: beneficiary.name });
}
