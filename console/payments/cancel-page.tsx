import type { VNode } from 'preact';
import type { retrievedView } from '../../api/payments/instruction/instruction-view';
import { FaultSummary, Form, Money, Reason } from '../parts';
import type { Faults } from '../forms/read-form';
import { useWords } from '../words/use-words';

export interface CancelPage {
  payment: ReturnType<typeof retrievedView>;
  reason: string;
  faults: Faults;
  formToken: string;
  at: (path: string) => string;
}

export function CancelPayment({ payment, reason, faults, formToken, at }: CancelPage): VNode {
  const { instructionId: id, clientReference, amount, currency, status, route } = payment;
  const { common, payments } = useWords();
  const here = at(`/payments/${id}`);
  return (
    <div class="narrow">
      <FaultSummary faults={faults} />
      <p>
        <strong>{clientReference ?? id}</strong>
        {common.comma}
        <Money amount={amount} currency={currency} />
        {common.comma}
        {payments.isInStatus({ status: common.statuses[status] })}{' '}
        {status === 'pending' ? payments.cancelledAtOnce : payments.partnerDecides({ partner: route.partnerName })}
      </p>
      <Form action={`${here}/cancel`} formToken={formToken}>
        <Reason hint={payments.keptWithPayment} value={reason} required={false} fault={faults['reason']} />
        <p class="actions">
          <button class="danger">{payments.cancelThePayment}</button> <a href={here}>{payments.keepIt}</a>
        </p>
      </Form>
    </div>
  );
}
