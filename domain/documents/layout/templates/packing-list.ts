import type { PackingListData, PackingPackage } from '../../kinds/packing-list';
import { Exact } from '../../../money';
import { labelsOf, type Labels } from '../labels';
import { closingBlock, partyBox, rowsBox, signerFacts, textBlocks, textBox, transportBox } from './boxes';
import { countryText, decimalsOf, figureText, quantityText } from './format';
import type { Box, Cell, Column, Line, Row, SheetView } from './view';
import { weightColumn } from './weight-column';

function contentLine(content: PackingPackage['contents'][number]): Line {
  const quantity = content.quantity === undefined ? '' : `${quantityText(content.quantity)} ${content.unit ?? '×'} `;
  const hsCode = content.hsCode === undefined ? '' : ` (HS ${content.hsCode})`;
  return { text: `${quantity}${content.description}${hsCode}` };
}

/** A column of the list: what each package says in it, and what some of them come to. */
interface PackageColumn extends Column {
  cell: (item: PackingPackage) => Cell;
  sum?: (some: readonly PackingPackage[]) => string;
}

/** The columns of a packing list: those for which at least one package states a value. */
function columnsOf(packages: readonly PackingPackage[], labels: Labels): PackageColumn[] {
  const netWeights = packages.map((item) => item.netWeight);
  const grossWeights = packages.map((item) => item.grossWeight);
  const net = weightColumn(labels.netWeight, netWeights, labels, { beside: grossWeights });
  const gross = weightColumn(labels.grossWeight, grossWeights, labels, { beside: netWeights });
  const volumes = (some: readonly PackingPackage[]) => some.map((item) => item.measurement ?? 0);
  const decimals = decimalsOf(volumes(packages));
  const texts = (...parts: (string | undefined)[]): Line[] =>
    parts.flatMap((text) => (text === undefined ? [] : [{ text }]));
  const isStated = (name: 'marks' | 'measurement') => packages.some((item) => item[name] !== undefined);
  const optional = (name: 'marks' | 'measurement', column: PackageColumn) => (isStated(name) ? [column] : []);
  return [
    { label: labels.packageNumber, align: 'start', cell: (item) => item.number },
    ...optional('marks', { label: labels.marks, align: 'start', cell: (item) => item.marks ?? '' }),
    { label: labels.kind, align: 'start', cell: (item) => texts(item.type, item.dimensions) },
    { label: labels.contents, align: 'start', cell: (item) => item.contents.map(contentLine) },
    {
      label: labels.quantity,
      align: 'end',
      cell: (item) => quantityText(item.quantity),
      sum: (some) => quantityText(some.reduce((sum, item) => sum + item.quantity, 0)),
    },
    {
      label: net.label,
      align: 'end',
      cell: (item) => net.text(item.netWeight),
      sum: (some) => net.sum(some.map((item) => item.netWeight)),
    },
    {
      label: gross.label,
      align: 'end',
      cell: (item) => gross.text(item.grossWeight),
      sum: (some) => gross.sum(some.map((item) => item.grossWeight)),
    },
    ...optional('measurement', {
      label: `${labels.measurement} (${labels.cubicMetres})`,
      align: 'end',
      cell: (item) => (item.measurement === undefined ? '' : figureText(item.measurement, decimals)),
      sum: (some) =>
        some.every((item) => item.measurement !== undefined)
          ? figureText(
              volumes(some).reduce((sum, volume) => sum.add(volume), new Exact(0)),
              decimals,
            )
          : '',
    }),
  ];
}

function sumsOf(columns: readonly PackageColumn[], some: readonly PackingPackage[]): Map<number, string> {
  return new Map(columns.flatMap(({ sum }, index) => (sum === undefined ? [] : [[index, sum(some)] as const])));
}

/** Boxes on the right: references and transport. A packing list states no country of origin. */
function rightBoxes(data: PackingListData, labels: Labels): Box[] {
  return [
    ...rowsBox(
      labels.particulars,
      [labels.invoiceRef, data.invoiceNumber],
      [labels.countryOfDestination, countryText(data.consignee.country, data.locale ?? 'en')],
      [labels.dimensions, data.dimensions],
      [labels.containers, (data.containers ?? []).join(', ')],
    ),
    ...(data.transport === undefined ? [] : transportBox(data.transport, labels)),
  ];
}

/** The sheet of a packing list, without prices. Source: docs/GAPS.md#D3 */
export function packingList(data: PackingListData): SheetView {
  const locale = data.locale ?? 'en';
  const labels = labelsOf(locale);
  const columns = columnsOf(data.packages, labels);
  const rowOf = (item: PackingPackage): Row => columns.map(({ cell }) => cell(item));
  return {
    title: labels.packing_list,
    number: data.packingListNumber,
    dateLabel: labels.date,
    date: data.date,
    issuer: data.exporter.name,
    locale,
    labels,
    mark: null,
    left: [
      partyBox(labels.exporter, data.exporter, labels, locale),
      partyBox(labels.consignee, data.consignee, labels, locale),
      ...(data.buyer === undefined ? [] : [partyBox(labels.buyer, data.buyer, labels, locale)]),
    ],
    right: rightBoxes(data, labels),
    wide: data.marks === undefined ? [] : [textBox(labels.marks, data.marks)],
    caption: data.packages.some(({ quantity }) => quantity > 1) ? labels.wholeLines : null,
    columns,
    rows: data.packages.map(rowOf),
    carried: (count) => sumsOf(columns, data.packages.slice(0, count)),
    totals: { kind: 'row', label: labels.totals, sums: sumsOf(columns, data.packages) },
    tail: [
      ...textBlocks(labels.notes, data.notes),
      closingBlock({
        label: labels.forExporter,
        statement: null,
        facts: signerFacts(data.signatory, labels),
        signer: data.exporter.name,
        caption: labels.signature,
      }),
    ],
  };
}
