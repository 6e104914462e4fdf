import type { VNode } from 'preact';
import { LOOKED_THROUGH } from '../../db/payments/instruction/find-payments';
import type { InstructionSummary } from '../../db/payments/instruction/list-instructions';
import { Empty, figure } from '../parts';
import { PaymentTable } from '../payments/payments-page';

export interface SearchPage {
  /** What was looked for; empty at first. */
  text: string;
  payments: readonly InstructionSummary[];
  at: (path: string) => string;
}

function WhatIsFound(): VNode {
  return (
    <ul>
      <li>the id of a payment, beneficiary, batch, document, endpoint, delivery or request</li>
      <li>a reference of a payment, exactly: your own, the partner’s or the bank’s</li>
      <li>{`an amount, such as 1,250.50, among your newest ${figure(LOOKED_THROUGH.amount)} payments`}</li>
      <li>{`a part of a payee’s name, among your newest ${figure(LOOKED_THROUGH.payee)} payments`}</li>
    </ul>
  );
}

export function Search({ text, payments, at }: SearchPage): VNode {
  if (payments.length > 0) {
    return (
      <>
        <p>{`Payments found for “${text}”, the newest first.`}</p>
        <PaymentTable {...{ payments, at }} />
      </>
    );
  }
  return (
    <Empty>
      <p>{text === '' ? 'The field at the top of each page finds:' : `Nothing found for “${text}”. Search finds:`}</p>
      <WhatIsFound />
    </Empty>
  );
}
