import { isObject } from '../unknown-value';
import { Exact } from '../money';
import type { Shipment, WeightUnit } from '../shipments/shipment';
import type { DocumentType } from './registry';

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members => isObject(value) && !Array.isArray(value);

/** One line of goods, however the documents name its members. */
interface Goods extends Members {
  description?: unknown;
  hsCode?: unknown;
  quantity?: unknown;
  unit?: unknown;
}

/** The first of the members that has a value. */
function first(data: Members, ...names: readonly string[]): unknown {
  return names.map((name) => data[name]).find((value) => value !== undefined && value !== null);
}

function pick(data: Members, ...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, data[name]]));
}

function listOf(value: unknown): Members[] {
  return Array.isArray(value) ? value.filter(isMembers) : [];
}

/** @returns the value that all of them have, if it is one */
function common(values: readonly unknown[]): unknown {
  return new Set(values).size === 1 ? values[0] : undefined;
}

/** Of a packing list: what lies in each line; how much it weighs is known where one thing lies there alone. */
function packedGoods(line: Members): Goods[] {
  const contents = Array.isArray(line['contents']) ? line['contents'] : [];
  const packed = pick(line, 'netWeight', 'grossWeight', 'measurement', 'marks');
  const [type, count] = [line['type'], line['quantity']];
  const packages = typeof type === 'string' && typeof count === 'number' ? `${count} ${type}` : undefined;
  return contents.map((content: unknown): Goods => {
    const what = isMembers(content) ? content : { description: content };
    return contents.length === 1 ? { ...what, ...packed, packages, type, count } : { ...what, marks: line['marks'] };
  });
}

/** A number is of kilograms; forms have a field for the unit. */
const weighed = (value: unknown): unknown => (typeof value === 'number' ? { value, unit: 'KGM' } : value);
/** Cubic metres are the only unit; forms have a number alone. */
const measured = (value: unknown): unknown => (isMembers(value) ? value['value'] : value);

function goodsOf(data: Members): Goods[] {
  const packed = listOf(data['packages']);
  const goods = packed.length > 0 ? packed.flatMap(packedGoods) : listOf(first(data, 'items', 'goods'));
  return goods.map((one) => ({
    ...one,
    netWeight: weighed(one['netWeight']),
    grossWeight: weighed(one['grossWeight']),
    measurement: measured(one['measurement']),
  }));
}

/** Ports and places, which a bill of lading has beside its other members. */
function transportOf(data: Members): Members {
  if (isMembers(data['transport'])) return data['transport'];
  const places = pick(
    data,
    'vessel',
    'voyage',
    'portOfLoading',
    'portOfDischarge',
    'placeOfReceipt',
    'placeOfDelivery',
  );
  return data['vessel'] === undefined ? {} : { mode: 'sea', ...places };
}

/** Numbers of containers; a bill of lading has more of each. */
function containersOf(data: Members): unknown[] {
  const given = Array.isArray(data['containers']) ? data['containers'] : [];
  return given.map((one: unknown) => (isMembers(one) ? one['number'] : one));
}

/** What the documents of one consignment have in common. */
interface Consignment {
  data: Members;
  sender: unknown;
  receiver: unknown;
  goods: readonly Goods[];
  transport: Members;
  /** Of the commercial invoice. */
  invoiceNumber: unknown;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) ? value.every(isEmpty) : isMembers(value) && Object.values(value).every(isEmpty));

/** Without members that have nothing. */
function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => !isEmpty(one)).map(filled);
  if (!isMembers(value)) return value;
  const members = Object.entries(value).filter(([, member]) => !isEmpty(member));
  return Object.fromEntries(members.map(([name, member]) => [name, filled(member)]));
}

/** What only the lines of invoices say. */
const TAXED = ['unitCode', 'taxCategory', 'taxRate'] as const;

function invoice({ data, sender, receiver, goods, transport }: Consignment): Members {
  const terms = ['currency', 'paymentTerms', 'incoterm', 'originCountry', 'charges', 'taxes'];
  const further = ['buyerReference', 'poNumber', 'lcNumber', 'bankDetails', 'declaration'];
  return {
    ...pick(data, ...terms, ...further),
    weights: isMembers(data['weights'])
      ? Object.fromEntries(Object.entries(data['weights']).map(([name, value]) => [name, weighed(value)]))
      : undefined,
    ...{ seller: sender, buyer: first(data, 'buyer') ?? receiver, consignee: data['consignee'], transport },
    items: goods.map((one) =>
      pick(one, 'description', 'hsCode', 'quantity', 'unit', 'unitPrice', 'total', 'originCountry', ...TAXED),
    ),
  };
}

/** What each type says of a consignment; its own number and dates are for the person to give. */
const TYPES: Readonly<Record<DocumentType, (of: Consignment) => Members>> = {
  commercial_invoice: (of) => ({ ...invoice(of), invoiceNumber: of.invoiceNumber }),
  proforma_invoice: invoice,
  packing_list: ({ data, sender, receiver, goods, transport, invoiceNumber }) => ({
    ...{ exporter: sender, consignee: receiver, buyer: data['buyer'], transport, invoiceNumber },
    containers: containersOf(data),
    packages: goods.map((one) => ({
      ...pick(one, 'type', 'netWeight', 'grossWeight', 'measurement', 'marks'),
      quantity: one['count'],
      contents: [pick(one, 'description', 'hsCode', 'quantity', 'unit')],
    })),
  }),
  certificate_of_origin: ({ data, sender, receiver, goods, transport, invoiceNumber }) => ({
    ...{ exporter: sender, consignee: receiver, transport, invoiceRef: invoiceNumber },
    originCountry: first(data, 'originCountry') ?? common(goods.map((one) => one['originCountry'])),
    items: goods.map((one, index) => ({
      itemNumber: String(index + 1),
      ...pick(one, 'description', 'hsCode', 'packages', 'marks', 'grossWeight', 'quantity', 'unit'),
    })),
  }),
  bill_of_lading: ({ data, sender, goods, receiver, transport }) => ({
    ...{ shipper: sender, consignee: receiver, notifyParty: data['notifyParty'] },
    ...pick(transport, 'vessel', 'voyage', 'portOfLoading', 'portOfDischarge', 'placeOfReceipt', 'placeOfDelivery'),
    goods: goods.map((one) => pick(one, 'description', 'packages', 'grossWeight', 'hsCode', 'measurement', 'marks')),
    containers: containersOf(data).map((number) => ({ number })),
  }),
};

/**
 * The data of one document as another of the same consignment has them: parties by their parts, goods line by line, places,
 * references and language. What the other one does not say is left out, and so is its own number.
 * @param from type and data of the document, as they were sent
 * @returns data of the other type as far as they are known; empty where nothing is
 * Source: docs/GAPS.md#D8
 */
export function carriedOver(from: { type: DocumentType; data: unknown }, to: DocumentType): Record<string, unknown> {
  if (!isMembers(from.data)) return {};
  const { data } = from;
  const isInvoice = from.type === 'commercial_invoice';
  const invoiceNumber = first(data, ...(isInvoice ? ['invoiceNumber'] : ['invoiceRef', 'invoiceNumber']));
  const known: Consignment = {
    data,
    sender: first(data, 'seller', 'exporter', 'shipper'),
    receiver: first(data, 'consignee', 'buyer'),
    goods: goodsOf(data),
    transport: transportOf(data),
    invoiceNumber: from.type === 'proforma_invoice' || from.type === to ? undefined : invoiceNumber,
  };
  return filled({ ...TYPES[to](known), locale: data['locale'] }) as Record<string, unknown>;
}

/** Units of weight by those that documents have. */
const DOCUMENT_WEIGHTS: Readonly<Record<WeightUnit, { unit: 'KGM' | 'LBR'; factor: string }>> = {
  kg: { unit: 'KGM', factor: '1' },
  g: { unit: 'KGM', factor: '0.001' },
  t: { unit: 'KGM', factor: '1000' },
  lb: { unit: 'LBR', factor: '1' },
  oz: { unit: 'LBR', factor: '0.0625' },
};

function weightOf({ weight, weight_unit }: Shipment): { value: number; unit: 'KGM' | 'LBR' } | undefined {
  if (weight === null || weight_unit === null) return undefined;
  const { unit, factor } = DOCUMENT_WEIGHTS[weight_unit];
  return { value: new Exact(weight).times(factor).toNumber(), unit };
}

/**
 * What a shipment says, as a document has it: its goods in one line, who buys them, and the countries. Whose goods they are
 * and how many is for the person to give.
 * @returns data of that type as far as they are known
 * Source: docs/GAPS.md#D8
 */
export function dataOfShipment(shipment: Shipment, to: DocumentType): Record<string, unknown> {
  const { origin_country: originCountry, destination_country: country, buyer, value, currency } = shipment;
  const { description, hs_code: hsCode } = shipment;
  const grossWeight = weightOf(shipment);
  const known: Consignment = {
    data: { originCountry, currency, weights: { gross: grossWeight } },
    sender: undefined,
    // A country alone would open the fields of a party that need not be named.
    receiver: buyer === null ? undefined : { name: buyer, country },
    goods: [{ description, hsCode, originCountry, total: value, grossWeight }],
    transport: {},
    invoiceNumber: undefined,
  };
  return filled(TYPES[to](known)) as Record<string, unknown>;
}
