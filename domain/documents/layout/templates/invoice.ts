import { isValidIBAN } from 'ibantools';
import { invoiceTotals } from '../../rules/invoice';
import type { TaxLine } from '../../rules/taxes';
import { matchingTaxes } from '../../factur-x/vat';
import type { CommercialInvoiceData } from '../../kinds/commercial-invoice';
import type { InvoiceItem, Tax } from '../../kinds/invoice-parts';
import type { ProformaInvoiceData } from '../../kinds/proforma-invoice';
import { currencyDigits, toMinor } from '../../../money';
import { labelsOf, type Labels } from '../labels';
import { closingBlock, filledLines, partyBox, rowsBox, signerFacts, textBlocks, textBox, transportBox } from './boxes';
import { countryText, decimalsOf, figureText, moneyText, quantityText, weightText } from './format';
import type { Box, Column, Line, Row, SheetView, SummaryPart, TailBlock, TotalLine } from './view';

type InvoiceData = CommercialInvoiceData | ProformaInvoiceData;
type Locale = SheetView['locale'];

const TOTAL_COLUMN = 5;

/** What the lines of an invoice share, and what each must say for itself. */
interface Common {
  /** Digits of the currency. */
  digits: number;
  /** Decimals that the column of unit prices needs to align. */
  priceDecimals: number;
  /** The country that the invoice states, or that all of its lines do; null where there is none for all. */
  origin: string | null;
  /** The unit of all lines, which then stands in the head of the column. */
  unit: string | null;
  taxes: readonly Tax[];
}

/** @returns the value that all have; null where one differs or has none */
function sharedValue(values: readonly (string | undefined)[]): string | null {
  const [first] = values;
  return first !== undefined && values.every((value) => value === first) ? first : null;
}

/** The decimals of an invoice's amounts, its taxes, and the origin and unit that all items share. */
function commonOf(data: InvoiceData): Common {
  const digits = currencyDigits(data.currency) ?? 2;
  return {
    digits,
    priceDecimals: Math.max(digits, decimalsOf(data.items.map(({ unitPrice }) => unitPrice))),
    origin: data.originCountry ?? sharedValue(data.items.map(({ originCountry }) => originCountry)),
    unit: sharedValue(data.items.map(({ unit }) => unit)),
    taxes: data.taxes ?? [],
  };
}

function columns(labels: Labels, currency: string, { unit }: Common): Column[] {
  return [
    { label: labels.item, align: 'start' },
    { label: labels.description, align: 'start' },
    { label: labels.hsCode, align: 'start' },
    { label: unit === null ? labels.quantity : `${labels.quantity} (${unit})`, align: 'end' },
    { label: `${labels.unitPrice} (${currency})`, align: 'end' },
    { label: `${labels.total} (${currency})`, align: 'end' },
  ];
}

/** Name and rate of the tax of a line; empty if the invoice has fewer than two taxes, or not exactly one fits. */
function taxText({ taxCategory, taxRate }: InvoiceItem, taxes: readonly Tax[]): string[] {
  if (taxes.length < 2 || (taxCategory === undefined && taxRate === undefined)) return [];
  const [tax, other] = matchingTaxes({ taxCategory, taxRate }, taxes);
  return tax === undefined || other !== undefined ? [] : [`${tax.name} ${figureText(tax.rate, 0)}%`];
}

function row(item: InvoiceItem, index: number, common: Common, labels: Labels, locale: Locale): Row {
  const { digits, priceDecimals, origin, taxes } = common;
  const own = item.originCountry === undefined || item.originCountry === origin ? undefined : item.originCountry;
  const description: Line[] = [
    { text: item.description },
    ...filledLines([labels.countryOfOrigin, own === undefined ? undefined : countryText(own, locale)]),
    ...taxText(item, taxes).map((text) => ({ text })),
  ];
  const unit = item.unit === undefined || item.unit === common.unit ? '' : ` ${item.unit}`;
  return [
    String(index + 1),
    description,
    item.hsCode,
    `${quantityText(item.quantity)}${unit}`,
    figureText(item.unitPrice, priceDecimals),
    moneyText(toMinor(item.total, digits), digits),
  ];
}

function taxLine({ name, rate, exemptionReason, ...tax }: TaxLine, labels: Labels, digits: number): TotalLine {
  const base = { label: labels.taxableAmount, text: moneyText(tax.baseMinor, digits) };
  return {
    label: `${name} ${figureText(rate, 0)}%`,
    details: exemptionReason === undefined ? [base] : [base, { text: exemptionReason }],
    text: moneyText(tax.amountMinor, digits),
  };
}

/** The lines from the sum of the items to the amount due; a line that would repeat the one above is left out. */
function totalLines(data: InvoiceData, labels: Labels, digits: number): TotalLine[] {
  const { subtotalMinor, netMinor, taxes, taxMinor, grandTotalMinor } = invoiceTotals(data, digits);
  const sum = (label: string, minor: bigint): TotalLine => ({ label, text: moneyText(minor, digits) });
  const charges = (data.charges ?? []).map(({ description, amount }) => sum(description, toMinor(amount, digits)));
  const hasCharges = charges.length > 0;
  const grand = { ...sum(labels.grandTotal, grandTotalMinor), strong: true };
  return [
    ...(hasCharges || taxes.length > 0 ? [sum(labels.subtotal, subtotalMinor)] : []),
    ...charges,
    ...(hasCharges && taxes.length > 0 ? [sum(labels.netTotal, netMinor)] : []),
    ...taxes.map((tax) => taxLine(tax, labels, digits)),
    ...(taxes.length > 1 ? [sum(labels.taxTotal, taxMinor)] : []),
    { ...grand, text: `${data.currency} ${grand.text}` },
  ];
}

/** Counts and weights that neither the totals nor the table state; empty if there are none. */
function summaryBlock(data: InvoiceData, labels: Labels): TailBlock[] {
  const { packages, weights } = data;
  const stated: (SummaryPart | undefined)[] = [
    { label: labels.items, text: String(data.items.length) },
    packages && { label: labels.packages, text: `${quantityText(packages.quantity)} ${packages.type ?? ''}`.trim() },
    weights?.net && { label: labels.netWeight, text: weightText(weights.net, labels) },
    weights?.gross && { label: labels.grossWeight, text: weightText(weights.gross, labels) },
  ];
  const parts = stated.filter((part) => part !== undefined);
  // The lines are numbered: how many they are needs no part of its own.
  return parts.length === 1 ? [] : [{ kind: 'summary', parts }];
}

function bankBlocks({ bankDetails }: InvoiceData, labels: Labels): TailBlock[] {
  if (bankDetails === undefined) return [];
  const { accountName, accountNumber, bankName, swiftBic, clearing, paymentReference } = bankDetails;
  const isIban = accountNumber !== undefined && isValidIBAN(accountNumber.replace(/\s/g, ''));
  const rows = rowsBox(
    labels.bank,
    [labels.bankName, bankName],
    [labels.accountHolder, accountName],
    [isIban ? 'IBAN' : labels.accountNumber, accountNumber],
    ['BIC', swiftBic],
    [labels.clearingCode, clearing && `${clearing.code} (${clearing.scheme})`],
    [labels.paymentReference, paymentReference],
  );
  return rows.map((box) => ({ kind: 'box', box }));
}

/** What only one of the two kinds of invoice has. */
export interface InvoiceExtras {
  title: string;
  number: string;
  mark: string | null;
  /** Calendar date. */
  dueDate?: string | undefined;
  /** Calendar date. */
  deliveryDate?: string | undefined;
  boxes: Box[];
  totals: TotalLine[];
}

function leftBoxes(data: InvoiceData, labels: Labels, locale: Locale): Box[] {
  return [
    partyBox(labels.seller, data.seller, labels, locale),
    ...(data.consignee === undefined ? [] : [partyBox(labels.consignee, data.consignee, labels, locale)]),
    partyBox(labels.buyer, data.buyer, labels, locale),
  ];
}

function rightBoxes(data: InvoiceData, extras: InvoiceExtras, origin: string | null, labels: Labels): Box[] {
  const locale = data.locale ?? 'en';
  const { incoterm } = data;
  const terms = incoterm === undefined ? undefined : `${incoterm.code} ${incoterm.place}, Incoterms 2020`;
  return [
    ...rowsBox(
      labels.conditions,
      [labels.paymentTerms, data.paymentTerms],
      [labels.dueDate, extras.dueDate],
      [labels.currency, data.currency],
      [labels.deliveryTerms, terms],
      [labels.deliveryDate, extras.deliveryDate],
      [labels.countryOfOrigin, origin === null ? undefined : countryText(origin, locale)],
      [labels.countryOfDestination, countryText((data.consignee ?? data.buyer).country, locale)],
    ),
    ...rowsBox(
      labels.references,
      [labels.buyerReference, data.buyerReference],
      [labels.poNumber, data.poNumber],
      [labels.lcNumber, data.lcNumber],
    ),
    ...extras.boxes,
    ...(data.transport === undefined ? [] : transportBox(data.transport, labels)),
  ];
}

/** The sheet that commercial and proforma invoices share. */
export function invoiceView(data: InvoiceData, extras: InvoiceExtras, locale: Locale): SheetView {
  const labels = labelsOf(locale);
  const common = commonOf(data);
  const { digits } = common;
  const seller = data.seller.name;
  return {
    title: extras.title,
    number: extras.number,
    dateLabel: labels.date,
    date: data.invoiceDate,
    issuer: seller,
    locale,
    labels,
    mark: extras.mark,
    left: leftBoxes(data, labels, locale),
    right: rightBoxes(data, extras, common.origin, labels),
    wide: data.marks === undefined ? [] : [textBox(labels.marks, data.marks)],
    caption: null,
    columns: columns(labels, data.currency, common),
    rows: data.items.map((item, index) => row(item, index, common, labels, locale)),
    carried(count) {
      const { subtotalMinor } = invoiceTotals({ items: data.items.slice(0, count) }, digits);
      return new Map([[TOTAL_COLUMN, moneyText(subtotalMinor, digits)]]);
    },
    totals: { kind: 'lines', lines: [...totalLines(data, labels, digits), ...extras.totals] },
    tail: [
      ...summaryBlock(data, labels),
      ...bankBlocks(data, labels),
      ...textBlocks(labels.notes, data.notes),
      closingBlock({
        label: labels.declaration,
        statement: data.declaration ?? labels.invoiceDeclaration,
        facts: signerFacts(data.signatory, labels),
        signer: seller,
        caption: labels.signature,
      }),
    ],
  };
}
