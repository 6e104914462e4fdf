import { Exact } from '../../money';
import type { CommercialInvoiceData } from '../../documents/kinds/commercial-invoice';
import type { PackingListData } from '../../documents/kinds/packing-list';
import type { CertificateOfOriginData } from '../../documents/kinds/certificate-of-origin';
import type { BillOfLadingData } from '../../documents/kinds/bill-of-lading';
import type { DocumentContent, DocumentType } from '../../documents/registry';
import type { Weight } from '../../documents/fields';
import { kilograms, roundConverted } from '../../documents/rules/weights';
import type { Transport } from '../../documents/transport';
import type { Shipment } from '../shipment';
import type { Fact } from './fact';
import { ofInvoices } from './invoices';
import type { Topic } from './rules';

/** A document of the shipment with its data, and when it was asked for. */
export interface FiledDocument {
  id: string;
  content: DocumentContent;
}

/** A payment that a document of the shipment names, in major units. */
export interface FiledPayment {
  instructionId: string;
  amount: number;
  currency: string;
  /** Calendar date on which it is to be settled. */
  expectedDate: string;
  payee: string;
  accountNumber: string;
  reference: string | null;
}

/** What the findings of a shipment are made of. */
export interface ConsignmentParts {
  shipment: Shipment;
  /** The newest of each type; of invoices the newest of each number. */
  documents: readonly FiledDocument[];
  /** Those that have not failed, been cancelled or come back. */
  payments: readonly FiledPayment[];
}

type Stated = Omit<Fact, 'source' | 'kind'>;
type Value = string | number | null | undefined;

/** Names and numbers are the same however they are written: in capitals, with stops, with spaces. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** @returns the fact, or none where the source says nothing */
function said(topic: Topic, path: string, value: Value, key?: Fact['key']): Stated[] {
  if (value === null || value === undefined || value === '') return [];
  return [{ topic, path, value, key: key ?? (typeof value === 'number' ? new Exact(value).toFixed() : plain(value)) }];
}

const HS_DIGITS = 6;
const codeOf = (code: string): string => code.replaceAll('.', '').slice(0, HS_DIGITS);

/** @returns the set of codes, in their order */
function codes(path: string, all: readonly (string | undefined)[]): Stated[] {
  const known = [...new Set(all.flatMap((code) => (code === undefined ? [] : [codeOf(code)])))].toSorted();
  return known.length === 0 ? [] : said('hs_codes', path, known.join(', '), known);
}

interface Counted {
  hsCode?: string | undefined;
  quantity?: number | undefined;
  unit?: string | undefined;
}

/** @returns how much there is of each code in each unit; of one that a line does not count, nothing is known */
function quantities(path: string, items: readonly Counted[]): Stated[] {
  const sums = new Map<string, InstanceType<typeof Exact> | null>();
  for (const { hsCode, quantity, unit = '' } of items) {
    if (hsCode === undefined) return [];
    const scope = `${codeOf(hsCode)} ${plain(unit)}`;
    const before = sums.get(scope);
    const isKnown = quantity !== undefined && before !== null;
    sums.set(scope, isKnown ? (before ?? new Exact(0)).add(quantity) : null);
  }
  return [...sums].flatMap(([scope, sum]) =>
    sum === null ? [] : said('quantity', path, sum.toNumber()).map((fact) => ({ ...fact, scope })),
  );
}

/** @returns weights in kilograms, to the gram; none where one of several is not stated */
function weight(topic: 'net_weight' | 'gross_weight', path: string, all: readonly (Weight | undefined)[]): Stated[] {
  if (all.length === 0 || all.some((one) => one === undefined)) return [];
  const sum = all.reduce((total, one) => (one === undefined ? total : total.add(kilograms(one))), new Exact(0));
  const rounded = roundConverted(sum);
  return said(topic, path, `${rounded.toFixed()} kg`, rounded.toFixed());
}

/** Kilograms of one of each unit, exactly. */
const KILOGRAMS = { kg: '1', g: '0.001', lb: '0.45359237', oz: '0.028349523125', t: '1000' };

function route(transport: Transport | undefined): Stated[] {
  return [
    ...said('port_of_loading', 'transport.portOfLoading', transport?.portOfLoading),
    ...said('port_of_discharge', 'transport.portOfDischarge', transport?.portOfDischarge),
    ...said('vessel', 'transport.vessel', transport?.vessel),
    ...said('voyage', 'transport.voyage', transport?.voyage),
    ...said('departure_date', 'transport.departureDate', transport?.departureDate),
  ];
}

function ofInvoice(data: CommercialInvoiceData): Stated[] {
  const { seller, buyer, consignee, items, incoterm, bankDetails, weights, packages } = data;
  const origins = new Set(items.map(({ originCountry }) => originCountry ?? data.originCountry));
  const [origin] = origins.size === 1 ? origins : [];
  const whole = [...items.map(({ total }) => total), ...(data.charges ?? []).map(({ amount }) => amount)];
  const total = data.grandTotal ?? whole.reduce((sum, amount) => sum.add(amount), new Exact(0)).toNumber();
  const isTaxed = (data.taxes ?? []).length > 0;
  return [
    ...said('currency', 'currency', data.currency),
    ...(isTaxed && data.grandTotal === undefined ? [] : said('amount', 'grandTotal', total)),
    ...said('seller', 'seller.name', seller.name),
    ...said('buyer', 'buyer.name', buyer.name),
    ...said('consignee', consignee === undefined ? 'buyer.name' : 'consignee.name', (consignee ?? buyer).name),
    ...said(
      'destination',
      consignee === undefined ? 'buyer.country' : 'consignee.country',
      (consignee ?? buyer).country,
    ),
    ...said('origin', 'originCountry', origin),
    ...said('invoice_number', 'invoiceNumber', data.invoiceNumber),
    ...codes(
      'items[].hsCode',
      items.map(({ hsCode }) => hsCode),
    ),
    ...quantities('items[].quantity', items),
    ...weight('gross_weight', 'weights.gross', weights?.gross === undefined ? [] : [weights.gross]),
    ...weight('net_weight', 'weights.net', weights?.net === undefined ? [] : [weights.net]),
    ...said('packages', 'packages.quantity', packages?.quantity),
    ...said('account', 'bankDetails.accountNumber', bankDetails?.accountNumber),
    ...said('payment_reference', 'bankDetails.paymentReference', bankDetails?.paymentReference),
    ...said('payment_date', 'dueDate', data.dueDate, data.dueDate),
    // The seller pays the main carriage under the terms of the groups C and D. Source: Incoterms 2020
    ...said('freight', 'incoterm.code', incoterm?.code, /^[CD]/.test(incoterm?.code ?? '') ? 'prepaid' : 'collect'),
    ...route(data.transport),
  ];
}

function ofPackingList(data: PackingListData): Stated[] {
  const { packages, totalPackages, totalGrossWeight, totalNetWeight } = data;
  const count = totalPackages ?? packages.reduce((sum, { quantity }) => sum + quantity, 0);
  const contents = packages.flatMap((one) => one.contents);
  const gross = totalGrossWeight === undefined ? packages.map((one) => one.grossWeight) : [totalGrossWeight];
  const net = totalNetWeight === undefined ? packages.map((one) => one.netWeight) : [totalNetWeight];
  return [
    ...said('seller', 'exporter.name', data.exporter.name),
    ...said('buyer', 'buyer.name', data.buyer?.name),
    ...said('consignee', 'consignee.name', data.consignee.name),
    ...said('destination', 'consignee.country', data.consignee.country),
    ...said('invoice_number', 'invoiceNumber', data.invoiceNumber),
    ...codes(
      'packages[].contents[].hsCode',
      contents.map(({ hsCode }) => hsCode),
    ),
    ...quantities('packages[].contents[].quantity', contents),
    ...weight('gross_weight', 'totalGrossWeight', gross),
    ...weight('net_weight', 'totalNetWeight', net),
    ...said('packages', 'totalPackages', count),
    ...containers('containers', data.containers ?? []),
    ...route(data.transport),
  ];
}

function ofCertificate(data: CertificateOfOriginData): Stated[] {
  const { items } = data;
  const [invoiceRef] = [data.invoiceRef, ...items.map((item) => item.invoiceRef)].filter((one) => one !== undefined);
  return [
    ...said('seller', 'exporter.name', data.exporter.name),
    ...said('consignee', 'consignee.name', data.consignee.name),
    ...said('destination', 'consignee.country', data.consignee.country),
    ...said('origin', 'originCountry', data.originCountry),
    ...said('invoice_number', 'invoiceRef', invoiceRef),
    ...codes(
      'items[].hsCode',
      items.map(({ hsCode }) => hsCode),
    ),
    ...quantities('items[].quantity', items),
    ...weight(
      'gross_weight',
      'items[].grossWeight',
      items.map(({ grossWeight }) => grossWeight),
    ),
    ...route(data.transport),
  ];
}

function containers(path: string, numbers: readonly string[]): Stated[] {
  const known = [...new Set(numbers.map(plain))].toSorted();
  return known.length === 0 ? [] : said('containers', path, numbers.join(', '), known);
}

function ofBill(data: BillOfLadingData): Stated[] {
  return [
    ...said('seller', 'shipper.name', data.shipper.name),
    ...(data.toOrder === undefined ? said('consignee', 'consignee.name', data.consignee?.name) : []),
    ...codes('goods[].hsCode', [data.hsCode, ...data.goods.map(({ hsCode }) => hsCode)]),
    ...weight(
      'gross_weight',
      'goods[].grossWeight',
      data.goods.map(({ grossWeight }) => grossWeight),
    ),
    ...containers(
      'containers[].number',
      (data.containers ?? []).map(({ number }) => number),
    ),
    ...said('port_of_loading', 'portOfLoading', data.portOfLoading),
    ...said('port_of_discharge', 'portOfDischarge', data.portOfDischarge),
    ...said('vessel', 'vessel', data.vessel),
    ...said('voyage', 'voyage', data.voyage),
    ...said('departure_date', 'shippedOnBoardDate', data.shippedOnBoardDate),
    ...said('freight', 'freight', data.freight),
  ];
}

/** Types of documents that are compared. A proforma invoice is an offer, which the others need not keep to. */
export const COMPARED_TYPES = [
  'commercial_invoice',
  'packing_list',
  'certificate_of_origin',
  'bill_of_lading',
] as const satisfies readonly DocumentType[];

function ofDocument({ type, data }: DocumentContent): Stated[] {
  if (type === 'commercial_invoice') return ofInvoice(data);
  if (type === 'packing_list') return ofPackingList(data);
  if (type === 'certificate_of_origin') return ofCertificate(data);
  return type === 'bill_of_lading' ? ofBill(data) : [];
}

function ofShipment({ currency, value, buyer, weight: heavy, weight_unit, ...shipment }: Shipment): Stated[] {
  const kilos = heavy === null || weight_unit === null ? null : new Exact(heavy).mul(KILOGRAMS[weight_unit]);
  return [
    ...said('currency', 'currency', currency),
    ...said('amount', 'value', value),
    ...said('buyer', 'buyer', buyer),
    ...said('destination', 'destination_country', shipment.destination_country),
    ...said('origin', 'origin_country', shipment.origin_country),
    ...codes('hs_code', shipment.hs_code === null ? [] : [shipment.hs_code]),
    ...(kilos === null ? [] : said('gross_weight', 'weight', `${kilos.toFixed()} kg`, roundConverted(kilos).toFixed())),
  ];
}

const SHOWN_DIGITS = 4;

/** An account number is shown by its end alone. Source: docs/GAPS.md#P8 */
function masked(fact: Fact): Fact {
  if (fact.topic !== 'account') return fact;
  return {
    ...fact,
    value: [fact.key]
      .flat()
      .map((number) => `…${number.slice(-SHOWN_DIGITS)}`)
      .join(', '),
  };
}

function ofPayment(payment: FiledPayment): Stated[] {
  return [
    ...said('currency', 'currency', payment.currency),
    ...said('seller', 'beneficiary.name', payment.payee),
    ...said('account', 'beneficiary.bankAccount.accountNumber', payment.accountNumber),
    ...said('payment_reference', 'remittance.reference', payment.reference),
    ...said('payment_date', 'settlementDetails.expectedSettlementDate', payment.expectedDate, payment.expectedDate),
  ];
}

/** What is paid in all; several payments of one invoice are compared with it as their sum. */
function paidInAll(payments: readonly FiledPayment[]): Fact[] {
  const [first] = payments;
  if (first === undefined || payments.some(({ currency }) => currency !== first.currency)) return [];
  const sum = payments.reduce((total, { amount }) => total.add(amount), new Exact(0)).toNumber();
  const source = payments.map(({ instructionId }) => instructionId).join(' + ');
  return said('amount', 'amount', sum).map((fact) => ({ ...fact, source, kind: 'payments' }));
}

/** Documents by how binding they are, the most binding first. */
const BY_WEIGHT = ['commercial_invoice', 'packing_list', 'certificate_of_origin', 'bill_of_lading'];
const rankOf = ({ content }: FiledDocument): number => BY_WEIGHT.indexOf(content.type);

/** @returns everything that the sources of a consignment say, the most binding source first */
export function factsOf({ shipment, documents, payments }: ConsignmentParts): Fact[] {
  const filed = documents
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .flatMap(({ id, content }) => ofDocument(content).map((fact) => ({ ...fact, source: id, kind: content.type })));
  const isOfInvoice = ({ kind }: Fact): boolean => kind === 'commercial_invoice';
  const paid = payments.flatMap((payment) => {
    const source = payment.instructionId;
    return ofPayment(payment).map((fact) => ({ ...fact, source, kind: source }));
  });
  const own = ofShipment(shipment).map((fact) => ({ ...fact, source: shipment.id, kind: 'shipment' }));
  const others = filed.filter((fact) => !isOfInvoice(fact));
  return [...ofInvoices(filed.filter(isOfInvoice)), ...others, ...own, ...paid, ...paidInAll(payments)].map(masked);
}
