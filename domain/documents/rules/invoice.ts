import { amountFault, currencyDigits, Exact, fromMinor, roundMinor, toMinor } from '../../money';
import type { InvoiceItem, InvoiceMembers } from '../kinds/invoice-parts';
import { FindingList, type Findings } from './finding';
import { isMisusedIncoterm } from './incoterms';

/** Unit prices may be finer than the currency (0.0125 USD a piece); the line's total may not. */
const MAX_PRICE_DECIMALS = 6;

/** @returns quantity x unit price in minor units, rounded once, half away from zero */
export function lineTotalMinor(item: Pick<InvoiceItem, 'quantity' | 'unitPrice'>, digits: number): bigint {
  return roundMinor(new Exact(item.quantity).mul(item.unitPrice).mul(new Exact(10).pow(digits)));
}

/** Totals of an invoice whose amounts have passed the checks, in minor units. */
export function invoiceTotals(data: Pick<InvoiceMembers, 'items' | 'charges'>, digits: number) {
  const subtotalMinor = data.items.reduce((sum, item) => sum + toMinor(item.total, digits), 0n);
  const chargesMinor = (data.charges ?? []).reduce((sum, charge) => sum + toMinor(charge.amount, digits), 0n);
  return { subtotalMinor, chargesMinor, grandTotalMinor: subtotalMinor + chargesMinor };
}

/** Notes what is wrong with an amount of so many digits. @returns whether it is sound */
export function checkAmount(list: FindingList, field: string, amount: number, digits: number): boolean {
  const fault = amountFault(Math.abs(amount), digits, 'zero');
  if (fault === null) return true;
  const message = fault === 'decimals' ? `has more than ${digits} decimals` : 'has more than 15 significant digits';
  list.fault(field, fault, message);
  return false;
}

function checkItems(list: FindingList, items: readonly InvoiceItem[], digits: number): void {
  items.forEach((item, index) => {
    const field = `items.${index}`;
    checkAmount(list, `${field}.unitPrice`, item.unitPrice, MAX_PRICE_DECIMALS);
    if (!checkAmount(list, `${field}.total`, item.total, digits)) return;
    const expected = lineTotalMinor(item, digits);
    if (toMinor(item.total, digits) !== expected) {
      const message = `must be quantity x unitPrice, which is ${fromMinor(expected, digits).toFixed(digits)}`;
      list.fault(`${field}.total`, 'sum', message);
    }
    if (item.total === 0) list.warn(`${field}.total`, 'zero_value', 'customs asks for a value even of free goods');
  });
}

function checkSums(list: FindingList, data: InvoiceMembers, digits: number): void {
  const charges = data.charges ?? [];
  const sound = charges.map((charge, index) => checkAmount(list, `charges.${index}.amount`, charge.amount, digits));
  if (list.faults.length > 0 || sound.includes(false)) return;
  const { subtotalMinor, grandTotalMinor } = invoiceTotals(data, digits);
  const compare = (field: string, stated: number | undefined, expected: bigint, what: string) => {
    if (stated === undefined || !checkAmount(list, field, stated, digits)) return;
    if (toMinor(stated, digits) === expected) return;
    list.fault(field, 'sum', `must be ${what}, which is ${fromMinor(expected, digits).toFixed(digits)}`);
  };
  compare('subtotal', data.subtotal, subtotalMinor, 'the sum of the items');
  compare('grandTotal', data.grandTotal, grandTotalMinor, 'the sum of items and charges');
  if (grandTotalMinor < 0n) list.fault('charges', 'sum', 'must not exceed the value of the goods');
}

function checkTerms(list: FindingList, data: InvoiceMembers): void {
  const { incoterm, transport, weights } = data;
  if (incoterm !== undefined && transport !== undefined && isMisusedIncoterm(incoterm.code, transport.mode)) {
    const message = `${incoterm.code} is meant for sea and inland waterway transport`;
    list.warn('incoterm.code', 'incoterm_mode', message);
  }
  if (weights?.net === undefined || weights.gross === undefined || weights.net.unit !== weights.gross.unit) return;
  if (weights.net.value > weights.gross.value)
    list.fault('weights.gross', 'weight', 'must not be below the net weight');
}

/**
 * Cross-checks of commercial and proforma invoices, with exact money.
 * Source: docs/GAPS.md#D3
 */
export function checkInvoice(data: InvoiceMembers): Findings {
  const list = new FindingList();
  const digits = currencyDigits(data.currency) ?? 2;
  checkItems(list, data.items, digits);
  checkSums(list, data, digits);
  checkTerms(list, data);
  return list;
}
