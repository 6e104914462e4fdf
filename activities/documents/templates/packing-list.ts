import { sumWeights } from '../../../domain/documents/rules/weights';
import type { PackingListData, PackingPackage } from '../../../domain/documents/types/packing-list';
import { labelsOf, type Labels } from '../labels';
import { lines, partyBox, signatureBlock, strongBox, textBlocks, textBox, transportBox } from './boxes';
import { countryText, quantityText, weightText } from './format';
import type { Box, Column, Row, SheetView } from './view';

const QUANTITY_COLUMN = 3;
const NET_COLUMN = 4;
const GROSS_COLUMN = 5;

function columns(labels: Labels): Column[] {
  return [
    { label: labels.packageNumber, width: 12, align: 'start' },
    { label: labels.kind, width: 16, align: 'start' },
    { label: labels.contents, width: 34, align: 'start' },
    { label: labels.quantity, width: 10, align: 'end' },
    { label: labels.netWeight, width: 14, align: 'end' },
    { label: labels.grossWeight, width: 14, align: 'end' },
  ];
}

function contentText(content: PackingPackage['contents'][number]): string {
  const quantity = content.quantity === undefined ? '' : `${quantityText(content.quantity)} ${content.unit ?? '×'} `;
  const hsCode = content.hsCode === undefined ? '' : ` (HS ${content.hsCode})`;
  return `${quantity}${content.description}${hsCode}`;
}

function row(item: PackingPackage): Row {
  const kind = [item.type, item.dimensions, item.marks].filter((text) => text !== undefined).join('\n');
  return [
    item.number,
    kind,
    item.contents.map(contentText).join('\n'),
    quantityText(item.quantity),
    weightText(item.netWeight),
    weightText(item.grossWeight),
  ];
}

/** Packages, net and gross weight of the first packages of the list. */
function sums(packages: readonly PackingPackage[]) {
  return {
    count: packages.reduce((sum, item) => sum + item.quantity, 0),
    net: weightText(sumWeights(packages.map((item) => item.netWeight))),
    gross: weightText(sumWeights(packages.map((item) => item.grossWeight))),
  };
}

function rightBoxes(data: PackingListData, labels: Labels, locale: SheetView['locale']): Box[][] {
  const containers = (data.containers ?? []).join(', ');
  const details = lines(
    [labels.invoiceRef, data.invoiceNumber],
    [labels.containers, containers],
    [labels.dimensions, data.dimensions],
  );
  return [
    [strongBox(labels.number, data.packingListNumber), strongBox(labels.date, data.date)],
    ...(details.length === 0 ? [] : [[{ label: labels.references, lines: details }]]),
    [
      textBox(labels.countryOfOrigin, countryText(data.exporter.country, locale)),
      textBox(labels.countryOfDestination, countryText(data.consignee.country, locale)),
    ],
    ...(data.transport === undefined ? [] : [[transportBox(data.transport, labels)]]),
  ];
}

/** No price stands on it. Source: docs/GAPS.md#D3 */
export function packingList(data: PackingListData): SheetView {
  const locale = data.locale ?? 'en';
  const labels = labelsOf(locale);
  const all = sums(data.packages);
  return {
    title: labels.packing_list,
    number: data.packingListNumber,
    date: data.date,
    locale,
    labels,
    mark: null,
    left: [
      partyBox(labels.exporter, data.exporter, labels, locale),
      partyBox(labels.consignee, data.consignee, labels, locale),
      ...(data.buyer === undefined ? [] : [partyBox(labels.buyer, data.buyer, labels, locale)]),
    ],
    right: rightBoxes(data, labels, locale),
    wide: data.marks === undefined ? [] : [textBox(labels.marks, data.marks)],
    columns: columns(labels),
    rows: data.packages.map(row),
    carried(count) {
      const part = sums(data.packages.slice(0, count));
      return new Map([
        [QUANTITY_COLUMN, quantityText(part.count)],
        [NET_COLUMN, part.net],
        [GROSS_COLUMN, part.gross],
      ]);
    },
    tail: [
      {
        kind: 'totals',
        lines: [
          { label: labels.packages, text: quantityText(all.count) },
          { label: labels.netWeight, text: all.net },
          { label: labels.grossWeight, text: all.gross, strong: true },
        ],
      },
      {
        kind: 'summary',
        label: labels.totals,
        parts: [
          { label: labels.packages, text: quantityText(all.count) },
          { label: labels.netWeight, text: all.net },
          { label: labels.grossWeight, text: all.gross },
        ],
      },
      ...textBlocks(labels.notes, data.notes),
      signatureBlock(data.exporter.name, data.signatory),
    ],
  };
}
