import type { CertificateOfOriginData, OriginItem } from '../../kinds/certificate-of-origin';
import { labelsOf, type Labels } from '../labels';
import { closingBlock, filledLines, partyBox, rowsBox, signerFacts, textBlocks, transportBox } from './boxes';
import { countryText, quantityText } from './format';
import type { Box, Column, Line, Row, SheetView } from './view';
import { weightColumn, type WeightColumn } from './weight-column';

/** Lines that the form has room for on one page. Source: docs/GAPS.md#D3 */
const ITEMS_PER_PAGE = 20;
const AMOUNT_COLUMN = 5;

const weightsOf = (items: readonly OriginItem[]) =>
  items.flatMap(({ grossWeight }) => (grossWeight === undefined ? [] : [grossWeight]));

/** The column of amounts: gross weights, other quantities, or both. */
function amountColumn(items: readonly OriginItem[], labels: Labels): WeightColumn {
  const stated = weightsOf(items);
  const isQuantityStated = items.some(({ quantity }) => quantity !== undefined);
  const weights = weightColumn(labels.grossWeight, stated, labels, { isMixed: isQuantityStated });
  if (!isQuantityStated) return weights;
  const label = stated.length === 0 ? labels.quantity : `${weights.label} / ${labels.quantity}`;
  return { ...weights, label };
}

function columns(weights: WeightColumn, labels: Labels): Column[] {
  return [
    { label: labels.item, align: 'start' },
    { label: labels.marks, align: 'start' },
    { label: labels.packages, align: 'start' },
    { label: labels.description, align: 'start' },
    { label: labels.hsCode, align: 'start' },
    { label: weights.label, align: 'end' },
  ];
}

function row(item: OriginItem, weights: WeightColumn, labels: Labels): Row {
  const description: Line[] = [
    { text: item.description },
    ...filledLines([labels.originCriterion, item.originCriterion], [labels.invoiceRef, item.invoiceRef]),
  ];
  const quantity = item.quantity === undefined ? undefined : `${quantityText(item.quantity)} ${item.unit ?? ''}`.trim();
  const weight = item.grossWeight === undefined ? undefined : weights.text(item.grossWeight);
  const amounts = [weight, quantity].flatMap((text) => (text === undefined ? [] : [{ text }]));
  return [item.itemNumber, item.marks, item.packages, description, item.hsCode, amounts];
}

function rightBoxes(data: CertificateOfOriginData, labels: Labels): Box[] {
  const locale = data.locale ?? 'en';
  return [
    ...rowsBox(
      labels.particulars,
      [labels.countryOfOrigin, countryText(data.originCountry, locale)],
      [labels.countryOfDestination, countryText(data.consignee.country, locale)],
      [labels.agreement, data.agreement],
      [labels.originCriterion, data.originCriterion],
      [labels.invoiceRef, data.invoiceRef],
      [labels.issuingBody, data.issuingBody],
    ),
    ...(data.transport === undefined ? [] : transportBox(data.transport, labels)),
  ];
}

/**
 * The sheet of a certificate of origin: the exporter declares on one side, the issuing body certifies on the other.
 * Source: docs/GAPS.md#D3
 */
export function certificateOfOrigin(data: CertificateOfOriginData): SheetView {
  const locale = data.locale ?? 'en';
  const labels = labelsOf(locale);
  const weights = amountColumn(data.items, labels);
  /** The sum of the gross weights, empty unless all items state one. */
  const sums = (items: readonly OriginItem[]) => {
    const stated = weightsOf(items);
    const isComplete = stated.length === items.length && stated.length > 0;
    return new Map([[AMOUNT_COLUMN, isComplete ? weights.sum(stated) : '']]);
  };
  return {
    title: labels.certificate_of_origin,
    number: data.certificateNumber,
    dateLabel: labels.issueDate,
    date: data.issueDate ?? '',
    issuer: data.exporter.name,
    locale,
    labels,
    mark: null,
    left: [
      partyBox(labels.exporter, data.exporter, labels, locale),
      partyBox(labels.consignee, data.consignee, labels, locale),
      ...(data.producer === undefined ? [] : [partyBox(labels.producer, data.producer, labels, locale)]),
    ],
    right: rightBoxes(data, labels),
    wide: [],
    caption: null,
    columns: columns(weights, labels),
    rows: data.items.map((item) => row(item, weights, labels)),
    maxRowsPerPage: ITEMS_PER_PAGE,
    carried: (count) => sums(data.items.slice(0, count)),
    totals: { kind: 'row', label: `${labels.totals}: ${labels.items} ${data.items.length}`, sums: sums(data.items) },
    tail: [
      ...textBlocks(labels.notes, data.notes),
      closingBlock(
        {
          label: labels.exporterDeclaration,
          statement: data.declaration ?? labels.originDeclaration,
          facts: signerFacts(data.signatory, labels),
          signer: data.exporter.name,
          caption: labels.signature,
        },
        {
          label: labels.certification,
          statement: data.issuingBody ?? null,
          facts: signerFacts(undefined, labels),
          signer: '',
          caption: labels.signatureAndStamp,
        },
      ),
    ],
  };
}
