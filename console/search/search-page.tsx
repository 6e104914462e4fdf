import type { VNode } from 'preact';
import { LOOKED_THROUGH } from '../../db/payments/instruction/find-payments';
import type { PaymentRow } from '../../db/payments/instruction/payment-rows';
import type { Shipment } from '../../domain/shipments/shipment';
import { Empty } from '../parts';
import { PaymentTable } from '../payments/payment-columns';
import { ShipmentTable } from '../shipments/shipments-page';
import { useWords } from '../words/use-words';

export interface SearchPage {
  /** What was looked for; empty at first. */
  text: string;
  payments: readonly PaymentRow[];
  mayChange: boolean;
  shipments: readonly Shipment[];
  at: (path: string) => string;
}

function WhatIsFound(): VNode {
  const { search: words, format } = useWords();
  return (
    <ul>
      <li>{words.ids}</li>
      <li>{words.references}</li>
      <li>{words.amounts({ among: format.figure(LOOKED_THROUGH.amount) })}</li>
      <li>{words.payees({ among: format.figure(LOOKED_THROUGH.payee) })}</li>
    </ul>
  );
}

export function Search({ text, payments, shipments, mayChange, at }: SearchPage): VNode {
  const { search: words } = useWords();
  if (payments.length + shipments.length > 0) {
    return (
      <>
        <p>{words.found({ text })}</p>
        {payments.length > 0 && <PaymentTable {...{ payments, mayChange, at }} />}
        {shipments.length > 0 && <ShipmentTable {...{ shipments, at }} />}
      </>
    );
  }
  return (
    <Empty>
      <p>{text === '' ? words.finds : words.nothing({ text })}</p>
      <WhatIsFound />
    </Empty>
  );
}
