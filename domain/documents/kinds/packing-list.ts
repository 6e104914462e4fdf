import { z } from 'zod';
import { CalendarDate, optional, sound } from '../../schema-tools';
import {
  Count,
  Description,
  DocumentNumber,
  elements,
  hsCode,
  line,
  MAX_ITEMS,
  Measurement,
  Paragraph,
  Party,
  Quantity,
  Reference,
  ShortText,
  Weight,
} from '../fields';
import { containerFault } from '../rules/container-number';
import { FindingList, type Findings } from '../rules/finding';
import { isHeavier, kilograms, roundConverted, sumWeights } from '../rules/weights';
import { Transport } from '../transport';
import { closing } from './closing';
import { defineKind } from './kind';

const MAX_CONTENTS = 20;
const MAX_CONTAINERS = 100;

/** What lies in a package: a description alone, or with its quantity. Prices have no place here. */
const Content = z
  .union(
    [
      Description,
      z.object({
        description: Description,
        quantity: optional(Quantity),
        unit: optional(line(20)),
        hsCode: optional(hsCode(4, 10)),
      }),
    ],
    { error: 'must be text, or {description, quantity, unit, hsCode}' },
  )
  .transform((content) =>
    typeof content === 'string'
      ? { description: content, quantity: undefined, unit: undefined, hsCode: undefined }
      : content,
  );

const PackageNumber = z
  .union([line(40), Count], { error: 'must be text such as "1-10", or a number' })
  .transform(String);

/** One line of a packing list: `quantity` packages of one kind; weights are of the whole line. */
export const PackingPackage = z.object({
  number: PackageNumber,
  type: ShortText,
  quantity: Count,
  contents: z.array(Content).min(1).max(MAX_CONTENTS),
  netWeight: Weight.meta({ description: 'Of all packages of the line together' }),
  grossWeight: Weight.meta({ description: 'Of all packages of the line together' }),
  measurement: optional(Measurement).meta({ description: 'Of all packages of the line together, in cubic metres' }),
  dimensions: optional(ShortText),
  marks: optional(ShortText),
});
export type PackingPackage = z.output<typeof PackingPackage>;

/** Data of a packing list. Source: docs/GAPS.md#D3 */
export const PackingListData = z.object({
  packingListNumber: DocumentNumber,
  date: CalendarDate,
  exporter: Party,
  consignee: Party,
  packages: z.array(PackingPackage).min(1).max(MAX_ITEMS),
  buyer: optional(Party),
  dimensions: optional(ShortText),
  marks: optional(Paragraph),
  containers: optional(z.array(Reference).max(MAX_CONTAINERS)),
  invoiceNumber: optional(Reference),
  transport: optional(Transport),
  totalPackages: optional(Count),
  totalNetWeight: optional(Weight),
  totalGrossWeight: optional(Weight),
  ...closing,
});
export type PackingListData = z.output<typeof PackingListData>;

/** Members that would put a price on a packing list, in lower case. */
const PRICE_MEMBERS: ReadonlySet<string> = new Set([
  'price',
  'unitprice',
  'unit_price',
  'total',
  'totalprice',
  'amount',
  'value',
  'currency',
  'subtotal',
  'grandtotal',
]);
/** `value` is also how a weight is written. */
const WEIGHTS = /weight$/i;

/** Notes a fault for each price at any depth of the data. */
function checkNoPrices(list: FindingList, node: unknown, path: string): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [name, child] of Object.entries(node)) {
    const field = path === '' ? name : `${path}.${name}`;
    if (PRICE_MEMBERS.has(name.toLowerCase()) && child !== null && !WEIGHTS.test(path)) {
      list.fault(field, 'price', 'must not stand on a packing list');
    } else checkNoPrices(list, child, field);
  }
}

const SentPackage = z.object({ quantity: sound(Count), netWeight: sound(Weight), grossWeight: sound(Weight) });

/** What the cross-checks look at, each member as far as it is sound. */
const SentPackingList = z.object({
  packages: sound(elements(SentPackage)),
  containers: sound(optional(elements(Reference))),
  totalPackages: sound(optional(Count)),
  totalNetWeight: sound(optional(Weight)),
  totalGrossWeight: sound(optional(Weight)),
});

const isKnown = <Value>(value: Value | null | undefined): value is Value => value !== null && value !== undefined;

/** Checks a stated weight against the sum of its parts, if all are known; in kilograms where units differ. */
function checkTotal(
  list: FindingList,
  field: string,
  stated: Weight | null | undefined,
  parts: readonly (Weight | null | undefined)[],
): void {
  if (!stated || !parts.every(isKnown)) return;
  const sum = sumWeights(parts);
  const isConverted = parts.some((part) => part.unit !== stated.unit);
  const inKilograms = (weight: Weight) => roundConverted(kilograms(weight));
  const expected = isConverted ? inKilograms({ value: sum.value.toNumber(), unit: sum.unit }) : sum.value;
  const actual = isConverted ? inKilograms(stated) : stated.value;
  if (!expected.eq(actual)) list.fault(field, 'sum', `must be the sum of the packages, which is ${expected.toFixed()}`);
}

/**
 * Cross-checks of a packing list: no prices, gross not below net, totals, container numbers.
 * @param data as it was sent: prices are members that the schema drops
 * Source: docs/GAPS.md#D3
 */
function checkPackingList(data: unknown): Findings {
  const list = new FindingList();
  checkNoPrices(list, data, '');
  const sent = SentPackingList.safeParse(data).data;
  if (sent === undefined) return list;
  const packages = sent.packages ?? [null];
  packages.forEach((item, index) => {
    if (!item?.grossWeight || !item.netWeight || !isHeavier(item.netWeight, item.grossWeight)) return;
    list.fault(`packages.${index}.grossWeight`, 'weight', 'must not be below the net weight');
  });
  const quantities = packages.map((item) => item?.quantity);
  const { totalPackages, totalNetWeight, totalGrossWeight, containers } = sent;
  if (totalPackages && quantities.every(isKnown)) {
    const count = quantities.reduce((sum, quantity) => sum + quantity, 0);
    if (totalPackages !== count) {
      list.fault('totalPackages', 'sum', `must be the sum of the quantities, which is ${count}`);
    }
  }
  const weightsOf = (member: 'netWeight' | 'grossWeight') => packages.map((item) => item?.[member]);
  checkTotal(list, 'totalNetWeight', totalNetWeight, weightsOf('netWeight'));
  checkTotal(list, 'totalGrossWeight', totalGrossWeight, weightsOf('grossWeight'));
  (containers ?? []).forEach((number, index) => {
    const fault = number === null ? null : containerFault(number);
    if (fault === null) return;
    list.warn(`containers.${index}`, `container_${fault}`, 'is no container number of ISO 6346');
  });
  return list;
}

/** Packing list. Source: docs/GAPS.md#D3 */
export const packingList = defineKind('packing_list', PackingListData, {
  numberOf: (data) => data.packingListNumber,
  check: checkPackingList,
});
