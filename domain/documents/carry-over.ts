import { isNode } from '../unknown-value';
import { Exact } from '../money';
import type { Shipment, WeightUnit } from '../shipments/shipment';
import type { DocumentType } from './registry';

type Members = Readonly<Record<string, unknown>>;

/** One line of goods, however the documents name its members. */
interface Goods extends Members {
  description?: unknown;
  hsCode?: unknown;
  quantity?: unknown;
  unit?: unknown;
}

/** The first of the members that has a value. */
function firstValue(data: Members, ...names: readonly string[]): unknown {
  return names.map((name) => data[name]).find((value) => value !== undefined && value !== null);
}

function pick(data: Members, ...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, data[name]]));
}

function listOf(value: unknown): Members[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** @returns the value that all of them have, if it is one */
function commonValue(values: readonly unknown[]): unknown {
  return new Set(values).size === 1 ? values[0] : undefined;
}

/** The goods in one line of a packing list. Their weight is known only if a single kind of goods lies in it. */
function packedGoods(line: Members): Goods[] {
  const contents = Array.isArray(line['contents']) ? line['contents'] : [];
  const packed = pick(line, 'netWeight', 'grossWeight', 'measurement', 'marks');
  const [type, count] = [line['type'], line['quantity']];
  const packages = typeof type === 'string' && typeof count === 'number' ? `${count} ${type}` : undefined;
  return contents.map((content: unknown): Goods => {
    const what = isNode(content) ? content : { description: content };
    return contents.length === 1 ? { ...what, ...packed, packages, type, count } : { ...what, marks: line['marks'] };
  });
}

/** A number is of kilograms; forms have a field for the unit. */
const weighed = (value: unknown): unknown => (typeof value === 'number' ? { value, unit: 'KGM' } : value);
/** Cubic metres are the only unit; forms have a number alone. */
const measured = (value: unknown): unknown => (isNode(value) ? value['value'] : value);

/** The goods of a document: the contents of its packages, or else its items, with weights and measurements. */
function goodsOf(data: Members): Goods[] {
  const packed = listOf(data['packages']);
  const goods = packed.length > 0 ? packed.flatMap(packedGoods) : listOf(firstValue(data, 'items', 'goods'));
  return goods.map((one) => ({
    ...one,
    netWeight: weighed(one['netWeight']),
    grossWeight: weighed(one['grossWeight']),
    measurement: measured(one['measurement']),
  }));
}

/** The transport of a document. A bill of lading states vessel and places beside its other members. */
function transportOf(data: Members): Members {
  if (isNode(data['transport'])) return data['transport'];
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
  return given.map((one: unknown) => (isNode(one) ? one['number'] : one));
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
  (Array.isArray(value) ? value.every(isEmpty) : isNode(value) && Object.values(value).every(isEmpty));

/** Removes empty members at every depth. */
function dropEmptyMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => !isEmpty(one)).map(dropEmptyMembers);
  if (!isNode(value)) return value;
  const members = Object.entries(value).filter(([, member]) => !isEmpty(member));
  return Object.fromEntries(members.map(([name, member]) => [name, dropEmptyMembers(member)]));
}

/** What only the lines of invoices say. */
const TAXED = ['unitCode', 'taxCategory', 'taxRate'] as const;

/** Members of an invoice that are known from another document of the consignment. */
function invoiceMembers({ data, sender, receiver, goods, transport }: Consignment): Members {
  const terms = ['currency', 'paymentTerms', 'incoterm', 'originCountry', 'charges', 'taxes'];
  const further = ['buyerReference', 'poNumber', 'lcNumber', 'bankDetails', 'declaration'];
  return {
    ...pick(data, ...terms, ...further),
    weights: isNode(data['weights'])
      ? Object.fromEntries(Object.entries(data['weights']).map(([name, value]) => [name, weighed(value)]))
      : undefined,
    ...{ seller: sender, buyer: firstValue(data, 'buyer') ?? receiver, consignee: data['consignee'], transport },
    items: goods.map((one) =>
      pick(one, 'description', 'hsCode', 'quantity', 'unit', 'unitPrice', 'total', 'originCountry', ...TAXED),
    ),
  };
}

/** What each type says of a consignment; its own number and dates are for the person to give. */
const TYPES: Readonly<Record<DocumentType, (of: Consignment) => Members>> = {
  commercial_invoice: (of) => ({ ...invoiceMembers(of), invoiceNumber: of.invoiceNumber }),
  proforma_invoice: invoiceMembers,
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
    originCountry: firstValue(data, 'originCountry') ?? commonValue(goods.map((one) => one['originCountry'])),
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
 * Converts the data of one document into data of another type for the same consignment: parties, goods line by line,
 * places, references and language. Members that the source does not state and its own number are left out.
 * @param source type and data of a document, as they were sent
 * @returns data of the other type, empty if nothing is known
 * Source: docs/GAPS.md#D8
 */
export function carryOver(
  source: { type: DocumentType; data: unknown },
  target: DocumentType,
): Record<string, unknown> {
  if (!isNode(source.data)) return {};
  const { data } = source;
  const isInvoice = source.type === 'commercial_invoice';
  const invoiceNumber = firstValue(data, ...(isInvoice ? ['invoiceNumber'] : ['invoiceRef', 'invoiceNumber']));
  const known: Consignment = {
    data,
    sender: firstValue(data, 'seller', 'exporter', 'shipper'),
    receiver: firstValue(data, 'consignee', 'buyer'),
    goods: goodsOf(data),
    transport: transportOf(data),
    invoiceNumber: source.type === 'proforma_invoice' || source.type === target ? undefined : invoiceNumber,
  };
  return dropEmptyMembers({ ...TYPES[target](known), locale: data['locale'] }) as Record<string, unknown>;
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
 * Data of a document that are known from a shipment: its goods in one line, the buyer, and the countries. The person
 * adds the parties and the quantity.
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
  return dropEmptyMembers(TYPES[to](known)) as Record<string, unknown>;
}
