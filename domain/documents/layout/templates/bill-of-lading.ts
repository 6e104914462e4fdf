import type { BillOfLadingData, CarriedGoods } from '../../kinds/bill-of-lading';
import { Exact } from '../../../money';
import { labelsOf, numberInWords, type Labels } from '../labels';
import { closingBlock, partyBox, rowsBox, signerFacts, strongBox, textBlocks } from './boxes';
import { decimalsOf, figureText, volumeText } from './format';
import type { Box, Column, Row, SheetView, TailBlock } from './view';
import { weightColumn, type WeightColumn } from './weight-column';

const WEIGHT_COLUMN = 4;
const MEASUREMENT_COLUMN = 5;

function columns(labels: Labels, weights: WeightColumn): Column[] {
  return [
    { label: labels.marks, align: 'start' },
    { label: labels.packages, align: 'start' },
    { label: labels.description, align: 'start' },
    { label: labels.hsCode, align: 'start' },
    { label: weights.label, align: 'end' },
    { label: `${labels.measurement} (${labels.cubicMetres})`, align: 'end' },
  ];
}

const volumesOf = (goods: readonly CarriedGoods[]) =>
  goods.flatMap(({ measurement }) => (measurement === undefined ? [] : [measurement]));

/** The total volume of goods; empty unless all state one. */
function measurementText(goods: readonly CarriedGoods[], decimals: number): string {
  const parts = volumesOf(goods);
  if (parts.length === 0 || parts.length < goods.length) return '';
  return figureText(
    parts.reduce((sum, part) => sum.add(part), new Exact(0)),
    decimals,
  );
}

function consigneeBox(data: BillOfLadingData, labels: Labels, locale: SheetView['locale']): Box[] {
  if (data.toOrder === true) return [strongBox(labels.consignee, labels.toOrder)];
  if (data.toOrder !== undefined) return [strongBox(labels.consignee, `${labels.toOrderOf} ${data.toOrder}`)];
  return data.consignee === undefined ? [] : [partyBox(labels.consignee, data.consignee, labels, locale)];
}

function rightBoxes(data: BillOfLadingData, labels: Labels, locale: SheetView['locale']): Box[] {
  return [
    ...(data.carrier === undefined ? [] : [partyBox(labels.carrier, data.carrier, labels, locale)]),
    ...rowsBox(
      labels.transport,
      [labels.vessel, data.vessel],
      [labels.voyage, data.voyage],
      [labels.placeOfReceipt, data.placeOfReceipt],
      [labels.portOfLoading, data.portOfLoading],
      [labels.portOfDischarge, data.portOfDischarge],
      [labels.placeOfDelivery, data.placeOfDelivery],
      [labels.onBoard, data.shippedOnBoardDate],
    ),
    ...rowsBox(
      labels.carriage,
      [labels.freight, data.freight === undefined ? undefined : labels[data.freight]],
      [labels.originals, data.originals === undefined ? undefined : numberInWords(labels, data.originals)],
      [labels.hsCode, data.hsCode],
      [labels.measurement, data.measurement === undefined ? undefined : volumeText(data.measurement, labels)],
    ),
  ];
}

/** A list of containers, row by row, so that it may go on over pages. */
function containerBlocks({ containers = [] }: BillOfLadingData, labels: Labels): TailBlock[] {
  return containers.map(({ number, type = '', seals = [] }, index) => ({
    kind: 'listed',
    columns: [labels.container, labels.kind, labels.seals],
    row: [number, type, seals.join(', ')],
    isFirst: index === 0,
  }));
}

function clauseBlocks(data: BillOfLadingData, labels: Labels): TailBlock[] {
  return (data.clauses ?? []).flatMap((clause) => textBlocks(labels.clauses, clause));
}

/** The sheet of a bill of lading: a draft unless the issuer says otherwise. Source: docs/GAPS.md#D3 */
export function billOfLading(data: BillOfLadingData): SheetView {
  const locale = data.locale ?? 'en';
  const labels = labelsOf(locale);
  const weightsOf = (goods: readonly CarriedGoods[]) => goods.map(({ grossWeight }) => grossWeight);
  const weights = weightColumn(labels.grossWeight, weightsOf(data.goods), labels);
  const decimals = decimalsOf(volumesOf(data.goods));
  const sums = (goods: readonly CarriedGoods[]) =>
    new Map([
      [WEIGHT_COLUMN, weights.sum(weightsOf(goods))],
      [MEASUREMENT_COLUMN, measurementText(goods, decimals)],
    ]);
  const rowOf = (goods: CarriedGoods): Row => [
    goods.marks ?? '',
    goods.packages,
    goods.description,
    goods.hsCode ?? '',
    weights.text(goods.grossWeight),
    goods.measurement === undefined ? '' : figureText(goods.measurement, decimals),
  ];
  const signer = data.signatory ?? (data.issuedAt === undefined ? undefined : { name: '', place: data.issuedAt });
  return {
    title: labels.bill_of_lading,
    number: data.blNumber,
    dateLabel: labels.issueDate,
    date: data.issueDate ?? '',
    issuer: data.carrier?.name ?? data.shipper.name,
    locale,
    labels,
    mark: data.draft === false ? null : labels.draft,
    left: [
      partyBox(labels.shipper, data.shipper, labels, locale),
      ...consigneeBox(data, labels, locale),
      ...(data.notifyParty === undefined ? [] : [partyBox(labels.notifyParty, data.notifyParty, labels, locale)]),
    ],
    right: rightBoxes(data, labels, locale),
    wide: [],
    caption: labels.stated,
    columns: columns(labels, weights),
    rows: data.goods.map(rowOf),
    carried: (count) => sums(data.goods.slice(0, count)),
    totals: { kind: 'row', label: `${labels.totals}: ${labels.items} ${data.goods.length}`, sums: sums(data.goods) },
    tail: [
      ...containerBlocks(data, labels),
      ...clauseBlocks(data, labels),
      ...textBlocks(labels.notes, data.notes),
      closingBlock({
        label: labels.carrier,
        statement: (data.clauses ?? []).length === 0 ? labels.carriageClause : null,
        facts: signerFacts(signer, labels),
        signer: data.carrier?.name ?? '',
        caption: labels.signature,
      }),
    ],
  };
}
