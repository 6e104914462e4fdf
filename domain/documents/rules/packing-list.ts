import type { Weight } from '../fields';
import type { PackingListData } from '../types/packing-list';
import { containerFault } from './container-number';
import { FindingList, type Findings } from './finding';
import { kilograms, roundConverted, sumWeights } from './weights';

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

function findPrices(list: FindingList, node: unknown, path: string): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [name, child] of Object.entries(node)) {
    const field = path === '' ? name : `${path}.${name}`;
    if (PRICE_MEMBERS.has(name.toLowerCase()) && child !== null && !WEIGHTS.test(path)) {
      list.fault(field, 'price', 'must not stand on a packing list');
    } else findPrices(list, child, field);
  }
}

/** Finds prices in the data as it was sent, before unknown members are dropped. */
export function findPackingListPrices(data: unknown): Findings {
  const list = new FindingList();
  findPrices(list, data, '');
  return list;
}

function checkTotal(list: FindingList, field: string, stated: Weight | undefined, parts: readonly Weight[]): void {
  if (stated === undefined) return;
  const sum = sumWeights(parts);
  const isConverted = parts.some((part) => part.unit !== stated.unit);
  const inKilograms = (weight: Weight) => roundConverted(kilograms(weight));
  const expected = isConverted ? inKilograms({ value: sum.value.toNumber(), unit: sum.unit }) : sum.value;
  const actual = isConverted ? inKilograms(stated) : stated.value;
  if (!expected.eq(actual)) list.fault(field, 'sum', `must be the sum of the packages, which is ${expected.toFixed()}`);
}

/**
 * Cross-checks of a packing list: gross not below net, totals, container numbers.
 * Source: docs/GAPS.md#D3
 */
export function checkPackingList(data: PackingListData): Findings {
  const list = new FindingList();
  data.packages.forEach((item, index) => {
    if (kilograms(item.grossWeight).lt(kilograms(item.netWeight))) {
      list.fault(`packages.${index}.grossWeight`, 'weight', 'must not be below the net weight');
    }
  });
  const count = data.packages.reduce((sum, item) => sum + item.quantity, 0);
  if (data.totalPackages !== undefined && data.totalPackages !== count) {
    list.fault('totalPackages', 'sum', `must be the sum of the quantities, which is ${count}`);
  }
  checkTotal(
    list,
    'totalNetWeight',
    data.totalNetWeight,
    data.packages.map((item) => item.netWeight),
  );
  checkTotal(
    list,
    'totalGrossWeight',
    data.totalGrossWeight,
    data.packages.map((item) => item.grossWeight),
  );
  (data.containers ?? []).forEach((number, index) => {
    const fault = containerFault(number);
    if (fault === null) return;
    list.warn(`containers.${index}`, `container_${fault}`, 'is no container number of ISO 6346');
  });
  return list;
}
