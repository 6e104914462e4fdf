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
import { combineInvoices } from './invoices';
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

/** The text in one spelling for comparison: small letters and digits alone. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The fact of a topic; none where the source has no value. */
function statedFact(topic: Topic, path: string, value: Value, key?: Fact['key']): Stated[] {
  if (value === null || value === undefined || value === '') return [];
  return [{ topic, path, value, key: key ?? (typeof value === 'number' ? new Exact(value).toFixed() : plain(value)) }];
}

const HS_DIGITS = 6;
const codeOf = (code: string): string => code.replaceAll('.', '').slice(0, HS_DIGITS);

/** The fact of the codes in a source, each once, sorted. */
function codeFacts(path: string, all: readonly (string | undefined)[]): Stated[] {
  const known = [...new Set(all.flatMap((code) => (code === undefined ? [] : [codeOf(code)])))].toSorted();
  return known.length === 0 ? [] : statedFact('hs_codes', path, known.join(', '), known);
}

interface Counted {
  hsCode?: string | undefined;
  quantity?: number | undefined;
  unit?: string | undefined;
}

/** The quantity of each code in each unit, for codes that every line counts; none if a line has no code. */
function quantityFacts(path: string, items: readonly Counted[]): Stated[] {
  const sums = new Map<string, InstanceType<typeof Exact> | null>();
  for (const { hsCode, quantity, unit = '' } of items) {
    if (hsCode === undefined) return [];
    const scope = `${codeOf(hsCode)} ${plain(unit)}`;
    const before = sums.get(scope);
    const isKnown = quantity !== undefined && before !== null;
    sums.set(scope, isKnown ? (before ?? new Exact(0)).add(quantity) : null);
  }
  return [...sums].flatMap(([scope, sum]) =>
    sum === null ? [] : statedFact('quantity', path, sum.toNumber()).map((fact) => ({ ...fact, scope })),
  );
}

/** @returns weights in kilograms, to the gram; none where one of several is not stated */
function weightFacts(
  topic: 'net_weight' | 'gross_weight',
  path: string,
  all: readonly (Weight | undefined)[],
): Stated[] {
  if (all.length === 0 || all.some((one) => one === undefined)) return [];
  const sum = all.reduce((total, one) => (one === undefined ? total : total.add(kilograms(one))), new Exact(0));
  const rounded = roundConverted(sum);
  return statedFact(topic, path, `${rounded.toFixed()} kg`, rounded.toFixed());
}

/** Kilograms of one of each unit, exactly. */
const KILOGRAMS = { kg: '1', g: '0.001', lb: '0.45359237', oz: '0.028349523125', t: '1000' };

function routeFacts(transport: Transport | undefined): Stated[] {
  return [
    ...statedFact('port_of_loading', 'transport.portOfLoading', transport?.portOfLoading),
    ...statedFact('port_of_discharge', 'transport.portOfDischarge', transport?.portOfDischarge),
    ...statedFact('vessel', 'transport.vessel', transport?.vessel),
    ...statedFact('voyage', 'transport.voyage', transport?.voyage),
    ...statedFact('departure_date', 'transport.departureDate', transport?.departureDate),
  ];
}

function invoiceFacts(data: CommercialInvoiceData): Stated[] {
  const { seller, buyer, consignee, items, incoterm, bankDetails, weights, packages } = data;
  const origins = new Set(items.map(({ originCountry }) => originCountry ?? data.originCountry));
  const [origin] = origins.size === 1 ? origins : [];
  const whole = [...items.map(({ total }) => total), ...(data.charges ?? []).map(({ amount }) => amount)];
  const total = data.grandTotal ?? whole.reduce((sum, amount) => sum.add(amount), new Exact(0)).toNumber();
  const isTaxed = (data.taxes ?? []).length > 0;
  return [
    ...statedFact('currency', 'currency', data.currency),
    ...(isTaxed && data.grandTotal === undefined ? [] : statedFact('amount', 'grandTotal', total)),
    ...statedFact('seller', 'seller.name', seller.name),
    ...statedFact('buyer', 'buyer.name', buyer.name),
    ...statedFact('consignee', consignee === undefined ? 'buyer.name' : 'consignee.name', (consignee ?? buyer).name),
    ...statedFact(
      'destination',
      consignee === undefined ? 'buyer.country' : 'consignee.country',
      (consignee ?? buyer).country,
    ),
    ...statedFact('origin', 'originCountry', origin),
    ...statedFact('invoice_number', 'invoiceNumber', data.invoiceNumber),
    ...codeFacts(
      'items[].hsCode',
      items.map(({ hsCode }) => hsCode),
    ),
    ...quantityFacts('items[].quantity', items),
    ...weightFacts('gross_weight', 'weights.gross', weights?.gross === undefined ? [] : [weights.gross]),
    ...weightFacts('net_weight', 'weights.net', weights?.net === undefined ? [] : [weights.net]),
    ...statedFact('packages', 'packages.quantity', packages?.quantity),
    ...statedFact('account', 'bankDetails.accountNumber', bankDetails?.accountNumber),
    ...statedFact('payment_reference', 'bankDetails.paymentReference', bankDetails?.paymentReference),
    ...statedFact('payment_date', 'dueDate', data.dueDate, data.dueDate),
    // The seller pays the main carriage under the terms of the groups C and D. Source: Incoterms 2020
    ...statedFact(
      'freight',
      'incoterm.code',
      incoterm?.code,
      /^[CD]/.test(incoterm?.code ?? '') ? 'prepaid' : 'collect',
    ),
    ...routeFacts(data.transport),
  ];
}

function packingListFacts(data: PackingListData): Stated[] {
  const { packages, totalPackages, totalGrossWeight, totalNetWeight } = data;
  const count = totalPackages ?? packages.reduce((sum, { quantity }) => sum + quantity, 0);
  const contents = packages.flatMap((one) => one.contents);
  const gross = totalGrossWeight === undefined ? packages.map((one) => one.grossWeight) : [totalGrossWeight];
  const net = totalNetWeight === undefined ? packages.map((one) => one.netWeight) : [totalNetWeight];
  return [
    ...statedFact('seller', 'exporter.name', data.exporter.name),
    ...statedFact('buyer', 'buyer.name', data.buyer?.name),
    ...statedFact('consignee', 'consignee.name', data.consignee.name),
    ...statedFact('destination', 'consignee.country', data.consignee.country),
    ...statedFact('invoice_number', 'invoiceNumber', data.invoiceNumber),
    ...codeFacts(
      'packages[].contents[].hsCode',
      contents.map(({ hsCode }) => hsCode),
    ),
    ...quantityFacts('packages[].contents[].quantity', contents),
    ...weightFacts('gross_weight', 'totalGrossWeight', gross),
    ...weightFacts('net_weight', 'totalNetWeight', net),
    ...statedFact('packages', 'totalPackages', count),
    ...containerFacts('containers', data.containers ?? []),
    ...routeFacts(data.transport),
  ];
}

function certificateFacts(data: CertificateOfOriginData): Stated[] {
  const { items } = data;
  const [invoiceRef] = [data.invoiceRef, ...items.map((item) => item.invoiceRef)].filter((one) => one !== undefined);
  return [
    ...statedFact('seller', 'exporter.name', data.exporter.name),
    ...statedFact('consignee', 'consignee.name', data.consignee.name),
    ...statedFact('destination', 'consignee.country', data.consignee.country),
    ...statedFact('origin', 'originCountry', data.originCountry),
    ...statedFact('invoice_number', 'invoiceRef', invoiceRef),
    ...codeFacts(
      'items[].hsCode',
      items.map(({ hsCode }) => hsCode),
    ),
    ...quantityFacts('items[].quantity', items),
    ...weightFacts(
      'gross_weight',
      'items[].grossWeight',
      items.map(({ grossWeight }) => grossWeight),
    ),
    ...routeFacts(data.transport),
  ];
}

function containerFacts(path: string, numbers: readonly string[]): Stated[] {
  const known = [...new Set(numbers.map(plain))].toSorted();
  return known.length === 0 ? [] : statedFact('containers', path, numbers.join(', '), known);
}

function billOfLadingFacts(data: BillOfLadingData): Stated[] {
  return [
    ...statedFact('seller', 'shipper.name', data.shipper.name),
    ...(data.toOrder === undefined ? statedFact('consignee', 'consignee.name', data.consignee?.name) : []),
    ...codeFacts('goods[].hsCode', [data.hsCode, ...data.goods.map(({ hsCode }) => hsCode)]),
    ...weightFacts(
      'gross_weight',
      'goods[].grossWeight',
      data.goods.map(({ grossWeight }) => grossWeight),
    ),
    ...containerFacts(
      'containers[].number',
      (data.containers ?? []).map(({ number }) => number),
    ),
    ...statedFact('port_of_loading', 'portOfLoading', data.portOfLoading),
    ...statedFact('port_of_discharge', 'portOfDischarge', data.portOfDischarge),
    ...statedFact('vessel', 'vessel', data.vessel),
    ...statedFact('voyage', 'voyage', data.voyage),
    ...statedFact('departure_date', 'shippedOnBoardDate', data.shippedOnBoardDate),
    ...statedFact('freight', 'freight', data.freight),
  ];
}

/** Types of documents that are compared. A proforma invoice is an offer, which the others need not keep to. */
export const COMPARED_TYPES = [
  'commercial_invoice',
  'packing_list',
  'certificate_of_origin',
  'bill_of_lading',
] as const satisfies readonly DocumentType[];

function documentFacts({ type, data }: DocumentContent): Stated[] {
  if (type === 'commercial_invoice') return invoiceFacts(data);
  if (type === 'packing_list') return packingListFacts(data);
  if (type === 'certificate_of_origin') return certificateFacts(data);
  return type === 'bill_of_lading' ? billOfLadingFacts(data) : [];
}

/** What a shipment states of itself, as facts to compare with its documents; the weight in kilograms too. */
function shipmentFacts({ currency, value, buyer, weight: heavy, weight_unit, ...shipment }: Shipment): Stated[] {
  const kilos = heavy === null || weight_unit === null ? null : new Exact(heavy).mul(KILOGRAMS[weight_unit]);
  return [
    ...statedFact('currency', 'currency', currency),
    ...statedFact('amount', 'value', value),
    ...statedFact('buyer', 'buyer', buyer),
    ...statedFact('destination', 'destination_country', shipment.destination_country),
    ...statedFact('origin', 'origin_country', shipment.origin_country),
    ...codeFacts('hs_code', shipment.hs_code === null ? [] : [shipment.hs_code]),
    ...(kilos === null
      ? []
      : statedFact('gross_weight', 'weight', `${kilos.toFixed()} kg`, roundConverted(kilos).toFixed())),
  ];
}

const SHOWN_DIGITS = 4;

/** The fact with only the end of an account number. Source: docs/GAPS.md#P8 */
function maskAccountFact(fact: Fact): Fact {
  if (fact.topic !== 'account') return fact;
  return {
    ...fact,
    value: [fact.key]
      .flat()
      .map((number) => `…${number.slice(-SHOWN_DIGITS)}`)
      .join(', '),
  };
}

function paymentFacts(payment: FiledPayment): Stated[] {
  return [
    ...statedFact('currency', 'currency', payment.currency),
    ...statedFact('seller', 'beneficiary.name', payment.payee),
    ...statedFact('account', 'beneficiary.bankAccount.accountNumber', payment.accountNumber),
    ...statedFact('payment_reference', 'remittance.reference', payment.reference),
    ...statedFact(
      'payment_date',
      'settlementDetails.expectedSettlementDate',
      payment.expectedDate,
      payment.expectedDate,
    ),
  ];
}

/** The sum of all payments, which is compared with an invoice; none if their currencies differ. */
function totalPaidFact(payments: readonly FiledPayment[]): Fact[] {
  const [first] = payments;
  if (first === undefined || payments.some(({ currency }) => currency !== first.currency)) return [];
  const sum = payments.reduce((total, { amount }) => total.add(amount), new Exact(0)).toNumber();
  const source = payments.map(({ instructionId }) => instructionId).join(' + ');
  return statedFact('amount', 'amount', sum).map((fact) => ({ ...fact, source, kind: 'payments' }));
}

/** Documents by how binding they are, the most binding first. */
const BY_WEIGHT = ['commercial_invoice', 'packing_list', 'certificate_of_origin', 'bill_of_lading'];
const rankOf = ({ content }: FiledDocument): number => BY_WEIGHT.indexOf(content.type);

/** All facts that the sources of a consignment state, the most binding source first. */
export function factsOf({ shipment, documents, payments }: ConsignmentParts): Fact[] {
  const filed = documents
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .flatMap(({ id, content }) => documentFacts(content).map((fact) => ({ ...fact, source: id, kind: content.type })));
  const isOfInvoice = ({ kind }: Fact): boolean => kind === 'commercial_invoice';
  const paid = payments.flatMap((payment) => {
    const source = payment.instructionId;
    return paymentFacts(payment).map((fact) => ({ ...fact, source, kind: source }));
  });
  const own = shipmentFacts(shipment).map((fact) => ({ ...fact, source: shipment.id, kind: 'shipment' }));
  const others = filed.filter((fact) => !isOfInvoice(fact));
  return [...combineInvoices(filed.filter(isOfInvoice)), ...others, ...own, ...paid, ...totalPaidFact(payments)].map(
    maskAccountFact,
  );
}
