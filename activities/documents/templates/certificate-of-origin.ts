import { sumWeights } from '../../../domain/documents/rules/weights';
import type { CertificateOfOriginData, OriginItem } from '../../../domain/documents/types/certificate-of-origin';
import { labelsOf, type Labels } from '../labels';
import { lines, partyBox, signatureBlock, strongBox, textBlocks, textBox, transportBox } from './boxes';
import { countryText, quantityText, weightText } from './format';
import type { Box, Column, Row, SheetView } from './view';

/** Lines that the form has room for on one page. Source: docs/GAPS.md#D3 */
const ITEMS_PER_PAGE = 20;
const WEIGHT_COLUMN = 5;

function columns(labels: Labels): Column[] {
  return [
    { label: labels.item, width: 7, align: 'start' },
    { label: labels.marks, width: 16, align: 'start' },
    { label: labels.packages, width: 14, align: 'start' },
    { label: labels.description, width: 35, align: 'start' },
    { label: labels.hsCode, width: 11, align: 'start' },
    { label: `${labels.grossWeight} / ${labels.quantity}`, width: 17, align: 'end' },
  ];
}

function row(item: OriginItem, labels: Labels): Row {
  const details = [
    item.description,
    item.originCriterion === undefined ? undefined : `${labels.originCriterion}: ${item.originCriterion}`,
    item.invoiceRef === undefined ? undefined : `${labels.invoiceRef}: ${item.invoiceRef}`,
  ];
  const amounts = [
    item.grossWeight === undefined ? undefined : weightText(item.grossWeight),
    item.quantity === undefined ? undefined : `${quantityText(item.quantity)} ${item.unit ?? ''}`.trim(),
  ];
  const joined = (texts: (string | undefined)[]) => texts.filter((text) => text !== undefined).join('\n');
  return [item.itemNumber, item.marks, item.packages, joined(details), item.hsCode, joined(amounts)];
}

/** The gross weight of some items, where all of them state one. */
function grossText(items: readonly OriginItem[]): string | null {
  const weights = items.flatMap((item) => (item.grossWeight === undefined ? [] : [item.grossWeight]));
  return weights.length === items.length && weights.length > 0 ? weightText(sumWeights(weights)) : null;
}

function rightBoxes(data: CertificateOfOriginData, labels: Labels, locale: SheetView['locale']): Box[][] {
  const details = lines(
    [labels.agreement, data.agreement],
    [labels.originCriterion, data.originCriterion],
    [labels.invoiceRef, data.invoiceRef],
    [labels.issuingBody, data.issuingBody],
  );
  return [
    [strongBox(labels.number, data.certificateNumber), strongBox(labels.issueDate, data.issueDate ?? '')],
    [
      strongBox(labels.countryOfOrigin, countryText(data.originCountry, locale)),
      textBox(labels.countryOfDestination, countryText(data.consignee.country, locale)),
    ],
    ...(details.length === 0 ? [] : [[{ label: labels.references, lines: details }]]),
    ...(data.transport === undefined ? [] : [[transportBox(data.transport, labels)]]),
  ];
}

/** Source: docs/GAPS.md#D3 */
export function certificateOfOrigin(data: CertificateOfOriginData): SheetView {
  const locale = data.locale ?? 'en';
  const labels = labelsOf(locale);
  const total = grossText(data.items);
  return {
    title: labels.certificate_of_origin,
    number: data.certificateNumber,
    date: data.issueDate ?? '',
    locale,
    labels,
    mark: null,
    left: [
      partyBox(labels.exporter, data.exporter, labels, locale),
      partyBox(labels.consignee, data.consignee, labels, locale),
      ...(data.producer === undefined ? [] : [partyBox(labels.producer, data.producer, labels, locale)]),
    ],
    right: rightBoxes(data, labels, locale),
    wide: [],
    columns: columns(labels),
    rows: data.items.map((item) => row(item, labels)),
    maxRowsPerPage: ITEMS_PER_PAGE,
    carried(rows) {
      const weight = grossText(data.items.slice(0, rows));
      return new Map([[WEIGHT_COLUMN, weight ?? `${labels.items} ${rows}`]]);
    },
    tail: [
      {
        kind: 'summary',
        label: labels.totals,
        parts: [
          { label: labels.items, text: String(data.items.length) },
          ...(total === null ? [] : [{ label: labels.grossWeight, text: total }]),
        ],
      },
      ...textBlocks(labels.notes, data.notes),
      ...textBlocks(labels.declaration, data.declaration ?? labels.originDeclaration),
      signatureBlock(data.exporter.name, data.signatory),
      signatureBlock(`${labels.certification}: ${data.issuingBody ?? ''}`.replace(/: $/, ''), undefined),
    ],
  };
}
