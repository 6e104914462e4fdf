import { sumWeights } from '../../../domain/documents/rules/weights';
import type { BillOfLadingData, CarriedGoods } from '../../../domain/documents/types/bill-of-lading';
import { Exact } from '../../../domain/money';
import { labelsOf, type Labels } from '../labels';
import { lines, partyBox, signatureBlock, strongBox, textBlocks, textBox } from './boxes';
import { quantityText, weightText } from './format';
import type { Box, Column, Row, SheetView, TailBlock } from './view';

const WEIGHT_COLUMN = 4;
const MEASUREMENT_COLUMN = 5;

function columns(labels: Labels): Column[] {
  return [
    { label: labels.marks, width: 17, align: 'start' },
    { label: labels.packages, width: 14, align: 'start' },
    { label: labels.description, width: 32, align: 'start' },
    { label: labels.hsCode, width: 11, align: 'start' },
    { label: labels.grossWeight, width: 14, align: 'end' },
    { label: labels.measurement, width: 12, align: 'end' },
  ];
}

const volumeText = (cubicMetres: number) => `${quantityText(cubicMetres)} m³`;

function row(goods: CarriedGoods): Row {
  return [
    goods.marks ?? '',
    goods.packages,
    goods.description,
    goods.hsCode ?? '',
    weightText(goods.grossWeight),
    goods.measurement === undefined ? '' : volumeText(goods.measurement),
  ];
}

function measurementOf(goods: readonly CarriedGoods[]): string | null {
  const parts = goods.flatMap((item) => (item.measurement === undefined ? [] : [item.measurement]));
  if (parts.length === 0 || parts.length < goods.length) return null;
  return volumeText(parts.reduce((sum, part) => sum.add(part), new Exact(0)).toNumber());
}

const grossOf = (goods: readonly CarriedGoods[]) => weightText(sumWeights(goods.map((item) => item.grossWeight)));

function consigneeBox(data: BillOfLadingData, labels: Labels, locale: SheetView['locale']): Box {
  if (data.toOrder === true) return strongBox(labels.consignee, labels.toOrder);
  if (data.toOrder !== undefined) return strongBox(labels.consignee, `${labels.toOrderOf} ${data.toOrder}`);
  if (data.consignee === undefined) return textBox(labels.consignee, undefined);
  return partyBox(labels.consignee, data.consignee, labels, locale);
}

function rightBoxes(data: BillOfLadingData, labels: Labels, locale: SheetView['locale']): Box[][] {
  const places = lines([labels.placeOfReceipt, data.placeOfReceipt], [labels.placeOfDelivery, data.placeOfDelivery]);
  const details = lines(
    [labels.freight, data.freight === undefined ? undefined : labels[data.freight]],
    [labels.originals, data.originals === undefined ? undefined : String(data.originals)],
    [labels.onBoard, data.shippedOnBoardDate],
    [labels.hsCode, data.hsCode],
  );
  return [
    [strongBox(labels.number, data.blNumber), strongBox(labels.issueDate, data.issueDate ?? '')],
    ...(data.carrier === undefined ? [] : [[partyBox(labels.carrier, data.carrier, labels, locale)]]),
    [textBox(labels.vessel, data.vessel), textBox(labels.voyage, data.voyage)],
    [textBox(labels.portOfLoading, data.portOfLoading), textBox(labels.portOfDischarge, data.portOfDischarge)],
    ...(places.length === 0 ? [] : [[{ label: labels.transport, lines: places }]]),
    ...(details.length === 0 ? [] : [[{ label: labels.references, lines: details }]]),
  ];
}

function containerBlocks(data: BillOfLadingData, labels: Labels): TailBlock[] {
  const texts = (data.containers ?? []).map(({ number, type, seals }) => {
    const sealed = seals === undefined || seals.length === 0 ? undefined : `${labels.seals} ${seals.join(', ')}`;
    return [number, type, sealed].filter((text) => text !== undefined).join(' · ');
  });
  return textBlocks(labels.containers, texts.length === 0 ? undefined : texts.join('\n'));
}

function clauseBlocks(data: BillOfLadingData, labels: Labels): TailBlock[] {
  const clauses = data.clauses ?? [];
  if (clauses.length === 0) return textBlocks(labels.clauses, labels.carriageClause);
  return clauses.flatMap((clause) => textBlocks(labels.clauses, clause));
}

/** A draft unless the issuer says otherwise. Source: docs/GAPS.md#D3 */
export function billOfLading(data: BillOfLadingData): SheetView {
  const locale = data.locale ?? 'en';
  const labels = labelsOf(locale);
  const volume = data.measurement === undefined ? measurementOf(data.goods) : volumeText(data.measurement);
  const gross = grossOf(data.goods);
  const signer = data.signatory ?? (data.issuedAt === undefined ? undefined : { name: '', place: data.issuedAt });
  return {
    title: labels.bill_of_lading,
    number: data.blNumber,
    date: data.issueDate ?? '',
    locale,
    labels,
    mark: data.draft === false ? null : labels.draft,
    left: [
      partyBox(labels.shipper, data.shipper, labels, locale),
      consigneeBox(data, labels, locale),
      ...(data.notifyParty === undefined ? [] : [partyBox(labels.notifyParty, data.notifyParty, labels, locale)]),
    ],
    right: rightBoxes(data, labels, locale),
    wide: [],
    columns: columns(labels),
    rows: data.goods.map(row),
    carried(count) {
      const goods = data.goods.slice(0, count);
      const measurement = measurementOf(goods);
      const weight: [number, string] = [WEIGHT_COLUMN, grossOf(goods)];
      return new Map(measurement === null ? [weight] : [weight, [MEASUREMENT_COLUMN, measurement]]);
    },
    tail: [
      {
        kind: 'summary',
        label: labels.totals,
        parts: [
          { label: labels.items, text: String(data.goods.length) },
          { label: labels.grossWeight, text: gross },
          ...(volume === null ? [] : [{ label: labels.measurement, text: volume }]),
        ],
      },
      ...containerBlocks(data, labels),
      ...clauseBlocks(data, labels),
      ...textBlocks(labels.notes, data.notes),
      signatureBlock(data.carrier?.name ?? labels.carrier, signer),
    ],
  };
}
