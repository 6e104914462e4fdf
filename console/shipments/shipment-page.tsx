import type { VNode } from 'preact';
import type { landedCostOf } from '../../api/shipments/landed-cost';
import type { DocumentFacts } from '../../db/documents/documents';
import type { FileClearance } from '../../db/shipments/findings';
import type { DeliveryRow } from '../../db/webhooks/deliveries';
import { DOCUMENT_TYPES } from '../../domain/documents/registry';
import type { Shipment } from '../../domain/shipments/shipment';
import { LinkedDocuments } from '../documents/linked-documents';
import { FORM_LANGUAGE } from '../forms/form-language';
import { English, Facts, Form, Id, Moment, Money, StatusBadge } from '../parts';
import { LinkedDeliveries } from '../webhooks/linked-deliveries';
import { numberText } from '../words/typed-number';
import { useWords, type Words } from '../words/use-words';
import { Findings, type FindingsPart } from './findings';
import { shipmentTitle } from './shipment-name';

export interface ShipmentDetailsPage extends Pick<FindingsPart, 'findings' | 'faults' | 'formToken'> {
  shipment: Shipment;
  /** Null where the shipment does not say what it needs. */
  landedCost: Awaited<ReturnType<typeof landedCostOf>>;
  /** By which payments of its papers passed their screening. */
  clearances: readonly FileClearance[];
  documents: readonly DocumentFacts[];
  deliveries: readonly DeliveryRow[];
  mayChange: boolean;
  at: (path: string) => string;
}

/** Path to the calculation of duty and VAT for the shipment; null if the shipment lacks what that needs. */
function dutyPath(shipment: Shipment, { language }: Words): string | null {
  const { hs_code: hsCode, origin_country: origin, destination_country: destination, value, currency } = shipment;
  if (hsCode === null || value === null || currency === null) return null;
  const asked = {
    hsCode: hsCode.replaceAll('.', ''),
    origin,
    destination,
    value: numberText(value, language),
    currency,
  };
  return `/tariffs/calculate?${new URLSearchParams({ ...asked, [FORM_LANGUAGE]: language }).toString()}`;
}

function weightText({ weight, weight_unit }: Shipment, { format, tariffs }: Words): string | null {
  if (weight === null) return null;
  const unit = weight_unit === null ? '' : ` ${tariffs.consignment.units[weight_unit]}`;
  return `${format.exact(weight)}${unit}`;
}

function ShipmentFacts({ shipment, at }: ShipmentDetailsPage): VNode {
  const words = useWords();
  const { batches, common, fields, format, shipments: text } = words;
  const { id, status, reference, hs_code: hsCode, description, value, currency, buyer } = shipment;
  const said = (fact: string | null): VNode | string => fact ?? <Id of={null} />;
  return (
    <Facts
      rows={[
        [common.columns.status, <StatusBadge status={status} />],
        [fields.reference, <Id of={reference} />],
        [fields.origin_country, format.country(shipment.origin_country)],
        [fields.destination_country, format.country(shipment.destination_country)],
        [fields.description, said(description)],
        [
          fields.hs_code,
          hsCode === null ? (
            <Id of={null} />
          ) : (
            <a href={at(`/tariffs/codes/${hsCode.replaceAll('.', '')}`)}>{hsCode}</a>
          ),
        ],
        [
          fields.value,
          value === null || currency === null ? <Id of={null} /> : <Money amount={value} currency={currency} />,
        ],
        [fields.weight, said(weightText(shipment, words))],
        [fields.buyer, said(buyer)],
        [text.created, <Moment at={new Date(shipment.created_at)} />],
        [text.changed, <Moment at={new Date(shipment.updated_at)} />],
        [text.id, <Id of={id} />],
        [batches.requests, <a href={at(`/requests?about=${id}`)}>{text.about}</a>],
      ]}
    />
  );
}

/** What the goods cost at their destination, as far as that is known. Source: docs/GAPS.md#H9 */
function LandedCost({ landedCost }: ShipmentDetailsPage): VNode | null {
  const { format, shipments: text } = useWords();
  if (landedCost === null) return null;
  const { currency, date, total, at_least: least, at_most: most, because } = landedCost;
  const money = (amount: number): VNode => <Money {...{ amount, currency }} />;
  return (
    <section aria-labelledby="landed-cost">
      <h2 id="landed-cost">{text.landed.title}</h2>
      <p>
        {total !== null && money(total)}
        {total === null && most !== null && text.landed.between({ least: money(least), most: money(most) })}
        {total === null && most === null && text.landed.atLeast({ least: money(least) })}
      </p>
      <p class="hint">{text.landed.means({ at: format.date(date) })}</p>
      {because.length > 0 && (
        <ul>
          {because.map((open) => (
            <li key={open}>
              <English>{open}</English>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Clearances({ clearances, at }: ShipmentDetailsPage): VNode | null {
  const { shipments: text } = useWords();
  if (clearances.length === 0) return null;
  return (
    <section aria-labelledby="clearances">
      <h2 id="clearances">{text.clearances}</h2>
      <ul>
        {clearances.map(({ instructionId: id, expiresAt, revokedAt }) => (
          <li key={id}>
            <a href={at(`/payments/${id}`)}>{id}</a>
            {': '}
            {revokedAt === null
              ? text.clearedUntil({ at: <Moment at={expiresAt} /> })
              : text.clearanceRevoked({ at: <Moment at={revokedAt} /> })}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Documents({ shipment, documents, mayChange, at }: ShipmentDetailsPage): VNode {
  const { documents: kinds, shipments: text } = useWords();
  const payments = new Set(documents.flatMap(({ instructionId }) => instructionId ?? []));
  return (
    <>
      {documents.length > 0 && (
        <section aria-labelledby="documents">
          <h2 id="documents">{text.documents}</h2>
          <LinkedDocuments {...{ documents, at }} />
        </section>
      )}
      {payments.size > 0 && (
        <section aria-labelledby="payments">
          <h2 id="payments">{text.payments}</h2>
          <ul>
            {[...payments].map((id) => (
              <li key={id}>
                <a href={at(`/payments/${id}`)}>{id}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {mayChange && (
        <section aria-labelledby="make">
          <h2 id="make">{text.makeDocument}</h2>
          <p>{text.documentBegins}</p>
          <ul class="tiles wide">
            {DOCUMENT_TYPES.map((type) => (
              <li key={type}>
                <a href={at(`/documents/new/${type}?shipment=${shipment.id}`)}>{kinds.types[type]}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

export function ShipmentDetails(page: ShipmentDetailsPage): VNode {
  const { shipment, deliveries, mayChange, at } = page;
  const words = useWords();
  const { shipments: text, tariffs } = words;
  const here = at(`/shipments/${shipment.id}`);
  const duty = dutyPath(shipment, words);
  return (
    <>
      <p class="actions">
        {mayChange && (
          <>
            <a class="button" href={`${here}/edit`}>
              {text.change}
            </a>{' '}
            <a href={`${here}/delete`}>{text.delete}</a>{' '}
          </>
        )}
        {duty !== null && <a href={at(duty)}>{tariffs.calculateTitle}</a>}
      </p>
      <ShipmentFacts {...page} />
      <Findings {...page} here={here} />
      <LandedCost {...page} />
      <Clearances {...page} />
      <Documents {...page} />
      <section aria-labelledby="deliveries">
        <h2 id="deliveries">{text.deliveries}</h2>
        <LinkedDeliveries {...{ deliveries, at }} empty={text.noDelivery} />
      </section>
    </>
  );
}

export function DeleteShipment(parts: { shipment: Shipment; formToken: string; at: (path: string) => string }): VNode {
  const { shipment, formToken, at } = parts;
  const words = useWords();
  const { shipments: text } = words;
  const here = at(`/shipments/${shipment.id}`);
  return (
    <div class="narrow">
      <p>{text.removed({ name: <strong>{shipmentTitle(shipment, words)}</strong> })}</p>
      <Form action={`${here}/delete`} formToken={formToken}>
        <button class="danger">{text.deleteThe}</button> <a href={here}>{text.keep}</a>
      </Form>
    </div>
  );
}
