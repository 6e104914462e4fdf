import type { VNode } from 'preact';
import type { retrievedView } from '../../api/payments/instruction/instruction-view';
import { FaultSummary, Form, Money, Reason } from '../parts';
import type { Faults } from '../forms/read-form';

export interface CancelPage {
  payment: ReturnType<typeof retrievedView>;
  reason: string;
  faults: Faults;
  formToken: string;
  at: (path: string) => string;
}

export function CancelPayment({ payment, reason, faults, formToken, at }: CancelPage): VNode {
  const { instructionId: id, clientReference, amount, currency, status, route } = payment;
  const here = at(`/payments/${id}`);
  return (
    <div class="narrow">
      <FaultSummary faults={faults} />
      <p>
        <strong>{clientReference ?? id}</strong>, <Money amount={amount} currency={currency} />, is {status}.{' '}
        {status === 'pending'
          ? 'It has not been sent yet, so it is cancelled at once.'
          : `${route.partnerName} is asked to cancel it and decides.`}
      </p>
      <Form action={`${here}/cancel`} formToken={formToken}>
        <Reason hint="Kept with the payment." value={reason} required={false} fault={faults['reason']} />
        <p class="actions">
          <button class="danger">Cancel the payment</button> <a href={here}>Keep it</a>
        </p>
      </Form>
    </div>
  );
}
