import { invoiceTotals } from '../../../domain/documents/rules/invoice';
import type { CommercialInvoiceData } from '../../../domain/documents/types/commercial-invoice';
import type { InvoiceItem } from '../../../domain/documents/types/invoice-parts';
import type { ProformaInvoiceData } from '../../../domain/documents/types/proforma-invoice';
import { currencyDigits, toMinor } from '../../../domain/money';
import { labelsOf, type Labels } from '../labels';
import { lines, partyBox, signatureBlock, strongBox, textBlocks, textBox, transportBox } from './boxes';
import { countryText, moneyText, priceText, quantityText, weightText } from './format';
import type { Box, Column, Row, SheetView, SummaryPart, TailBlock, TotalLine } from './view';

type InvoiceData = CommercialInvoiceData | ProformaInvoiceData;
type Locale = SheetView['locale'];

const TOTAL_COLUMN = 5;

function columns(labels: Labels, currency: string): Column[] {
  return [
    { label: labels.item, width: 6, align: 'start' },
    { label: labels.description, width: 40, align: 'start' },
    { label: labels.hsCode, width: 13, align: 'start' },
    { label: labels.quantity, width: 12, align: 'end' },
    { label: `${labels.unitPrice} (${currency})`, width: 14, align: 'end' },
    { label: `${labels.total} (${currency})`, width: 15, align: 'end' },
  ];
}

function row(item: InvoiceItem, index: number, digits: number, locale: Locale): Row {
  const origin = item.originCountry === undefined ? '' : `\n${countryText(item.originCountry, locale)}`;
  const unit = item.unit === undefined ? '' : ` ${item.unit}`;
  return [
    String(index + 1),
    `${item.description}${origin}`,
    item.hsCode,
    `${quantityText(item.quantity)}${unit}`,
    priceText(item.unitPrice, digits),
    moneyText(toMinor(item.total, digits), digits),
  ];
}

function totalLines(data: InvoiceData, labels: Labels, digits: number): TotalLine[] {
  const { subtotalMinor, grandTotalMinor } = invoiceTotals(data, digits);
  const charges = (data.charges ?? []).map((charge) => ({
    label: charge.description,
    text: moneyText(toMinor(charge.amount, digits), digits),
  }));
  const grand = {
    label: labels.grandTotal,
    text: `${data.currency} ${moneyText(grandTotalMinor, digits)}`,
    strong: true,
  };
  if (charges.length === 0) return [grand];
  return [{ label: labels.subtotal, text: moneyText(subtotalMinor, digits) }, ...charges, grand];
}

function summary(data: InvoiceData, labels: Labels, digits: number): TailBlock {
  const { grandTotalMinor } = invoiceTotals(data, digits);
  const { packages, weights } = data;
  const parts: (SummaryPart | undefined)[] = [
    { label: labels.items, text: String(data.items.length) },
    packages && { label: labels.packages, text: `${quantityText(packages.quantity)} ${packages.type ?? ''}`.trim() },
    weights?.net && { label: labels.netWeight, text: weightText(weights.net) },
    weights?.gross && { label: labels.grossWeight, text: weightText(weights.gross) },
    { text: `${data.currency} ${moneyText(grandTotalMinor, digits)}` },
  ];
  return { kind: 'summary', label: labels.totals, parts: parts.filter((part) => part !== undefined) };
}

function bankBox(data: InvoiceData, labels: Labels): TailBlock[] {
  const { bankDetails } = data;
  if (bankDetails === undefined) return [];
  const { accountName, accountNumber, bankName, swiftBic } = bankDetails;
  const texts = [bankName, accountName, accountNumber, swiftBic].filter((text) => text !== undefined);
  return textBlocks(labels.bank, texts.join(' · ') || undefined);
}

/** Boxes that only one of the two kinds of invoice has. */
export interface InvoiceExtras {
  title: string;
  number: string;
  mark: string | null;
  boxes: Box[];
  totals: TotalLine[];
}

function leftBoxes(data: InvoiceData, labels: Labels, locale: Locale): Box[] {
  return [
    partyBox(labels.seller, data.seller, labels, locale),
    ...(data.consignee === undefined ? [] : [partyBox(labels.consignee, data.consignee, labels, locale)]),
    partyBox(labels.buyer, data.buyer, labels, locale),
    ...(data.transport === undefined ? [] : [transportBox(data.transport, labels)]),
  ];
}

function rightBoxes(data: InvoiceData, extras: InvoiceExtras, labels: Labels, locale: Locale): Box[][] {
  const incoterm = data.incoterm;
  const terms = incoterm === undefined ? undefined : `${incoterm.code} ${incoterm.place}, Incoterms 2020`;
  const origin = data.originCountry === undefined ? undefined : countryText(data.originCountry, locale);
  const references = lines([labels.poNumber, data.poNumber], [labels.lcNumber, data.lcNumber]);
  return [
    [strongBox(labels.number, extras.number), strongBox(labels.date, data.invoiceDate)],
    ...(references.length === 0 ? [] : [[{ label: labels.references, lines: references }]]),
    [
      textBox(labels.countryOfOrigin, origin),
      textBox(labels.countryOfDestination, countryText((data.consignee ?? data.buyer).country, locale)),
    ],
    ...(terms === undefined ? [] : [[textBox(labels.deliveryTerms, terms)]]),
    [textBox(labels.paymentTerms, data.paymentTerms), textBox(labels.currency, data.currency)],
    ...extras.boxes.map((box) => [box]),
  ];
}

/** The sheet that commercial and proforma invoices share. */
export function invoiceView(data: InvoiceData, extras: InvoiceExtras, locale: Locale): SheetView {
  const labels = labelsOf(locale);
  const digits = currencyDigits(data.currency) ?? 2;
  return {
    title: extras.title,
    number: extras.number,
    date: data.invoiceDate,
    locale,
    labels,
    mark: extras.mark,
    left: leftBoxes(data, labels, locale),
    right: rightBoxes(data, extras, labels, locale),
    wide: data.marks === undefined ? [] : [textBox(labels.marks, data.marks)],
    columns: columns(labels, data.currency),
    rows: data.items.map((item, index) => row(item, index, digits, locale)),
    carried(count) {
      const { subtotalMinor } = invoiceTotals({ items: data.items.slice(0, count), charges: undefined }, digits);
      return new Map([[TOTAL_COLUMN, moneyText(subtotalMinor, digits)]]);
    },
    tail: [
      { kind: 'totals', lines: [...totalLines(data, labels, digits), ...extras.totals] },
      summary(data, labels, digits),
      ...bankBox(data, labels),
      ...textBlocks(labels.notes, data.notes),
      ...textBlocks(labels.declaration, data.declaration ?? labels.invoiceDeclaration),
      signatureBlock(data.seller.name, data.signatory),
    ],
  };
}
