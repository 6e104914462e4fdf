import type { VNode } from 'preact';
import type { FoundText } from '../../api/docs/search';
import { FoundTexts } from '../../api/docs/search-page';
import { LOOKED_THROUGH } from '../../db/payments/instruction/find-payments';
import type { PaymentRow } from '../../db/payments/instruction/payment-rows';
import type { Shipment } from '../../domain/shipments/shipment';
import { Empty } from '../parts';
import { PaymentTable } from '../payments/payment-columns';
import { ShipmentTable } from '../shipments/shipments-page';
import { useWords } from '../words/use-words';
import type { Named } from './find-named';
import { placeOfId } from './places';

export interface SearchPage {
  /** What was looked for; empty at first. */
  text: string;
  payments: readonly PaymentRow[];
  mayChange: boolean;
  shipments: readonly Shipment[];
  named: readonly Named[];
  docs: readonly FoundText[];
  at: (path: string) => string;
}

function WhatIsFound(): VNode {
  const { search: words, format } = useWords();
  return (
    <ul>
      <li>{words.ids}</li>
      <li>{words.references}</li>
      <li>{words.beginnings}</li>
      <li>{words.names}</li>
      <li>{words.amounts({ among: format.figure(LOOKED_THROUGH.newest) })}</li>
      <li>{words.payees({ among: format.figure(LOOKED_THROUGH.payee) })}</li>
    </ul>
  );
}

function NamedThings({ named, at }: Pick<SearchPage, 'named' | 'at'>): VNode {
  const { beneficiaries, documents, webhooks } = useWords();
  const kinds = { ...documents.types, beneficiary: beneficiaries.one, endpoint: webhooks.titles.endpoint };
  return (
    <ul class="results">
      {named.map(({ id, name, kind }) => (
        <li key={id}>
          <a href={at(placeOfId(id) ?? '')}>{name}</a> <span class="badge">{kinds[kind]}</span>
        </li>
      ))}
    </ul>
  );
}

export function Search({ text, payments, shipments, named, docs, mayChange, at }: SearchPage): VNode {
  const { search: words } = useWords();
  const isFound = payments.length + shipments.length + named.length > 0;
  return (
    <>
      {isFound && <p>{words.found({ text })}</p>}
      {payments.length > 0 && <PaymentTable {...{ payments, mayChange, at }} />}
      {shipments.length > 0 && <ShipmentTable {...{ shipments, at }} />}
      {named.length > 0 && <NamedThings {...{ named, at }} />}
      {!isFound && (
        <Empty>
          <p>{text === '' ? words.finds : words.nothing({ text })}</p>
          <WhatIsFound />
        </Empty>
      )}
      <FoundDocs found={docs} title={words.documentation} />
    </>
  );
}

/** Pages of the documentation, below what else is found. */
export function FoundDocs({ found, title }: { found: readonly FoundText[]; title: string }): VNode | null {
  if (found.length === 0) return null;
  return (
    <section aria-labelledby="documentation">
      <h2 id="documentation">{title}</h2>
      <FoundTexts found={found} />
    </section>
  );
}
