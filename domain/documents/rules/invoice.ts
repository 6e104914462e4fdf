import { z, type output } from 'zod';
import { currencyDigits, Exact, fromMinor, roundMinor, toMinor } from '../../money';
import { Currency, optional, sound } from '../../schema-tools';
import { Amount, elements, Incoterm, Quantity, Weight } from '../fields';
import { Charge, type InvoiceItem, type InvoiceMembers } from '../kinds/invoice-parts';
import { Transport } from '../transport';
import { FindingList, type Findings } from './finding';
import { isMisusedIncoterm } from './incoterms';
import { addSums, addUp, checkAmount, compareSum, minorOf, type Sums } from './sums';
import { checkTaxes, SentTax, taxLines } from './taxes';
import { isHeavier } from './weights';

/** Unit prices may be finer than the currency (0.0125 USD a piece); the line's total may not. */
const MAX_PRICE_DECIMALS = 6;

const SentLine = z.object({ quantity: sound(Quantity), unitPrice: sound(Amount), total: sound(Amount) });
type SentLine = output<typeof SentLine>;

/** What the cross-checks of an invoice look at, each member as far as it is sound. */
const SentInvoice = z.object({
  currency: sound(Currency),
  items: sound(elements(SentLine)),
  charges: sound(optional(elements(Charge.pick({ amount: true })))),
  taxes: sound(optional(elements(SentTax))),
  subtotal: sound(optional(Amount)),
  taxTotal: sound(optional(Amount)),
  grandTotal: sound(optional(Amount)),
  incoterm: sound(optional(Incoterm.pick({ code: true }))),
  transport: sound(optional(Transport.pick({ mode: true }))),
  weights: sound(optional(z.object({ net: Weight, gross: Weight }))),
});
type SentInvoice = output<typeof SentInvoice>;

/** @returns quantity x unit price in minor units, rounded once, half away from zero */
export function lineTotalMinor(item: Pick<InvoiceItem, 'quantity' | 'unitPrice'>, digits: number): bigint {
  return roundMinor(new Exact(item.quantity).mul(item.unitPrice).mul(new Exact(10).pow(digits)));
}

/** Totals of an invoice whose amounts have passed the checks, in minor units; `netMinor` is before tax. */
export function invoiceTotals(data: Pick<InvoiceMembers, 'items' | 'charges' | 'taxes'>, digits: number) {
  const subtotalMinor = data.items.reduce((sum, item) => sum + toMinor(item.total, digits), 0n);
  const chargesMinor = (data.charges ?? []).reduce((sum, charge) => sum + toMinor(charge.amount, digits), 0n);
  const netMinor = subtotalMinor + chargesMinor;
  const taxes = taxLines(data.taxes ?? [], netMinor, digits);
  const taxMinor = taxes.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  return { subtotalMinor, netMinor, taxes, taxMinor, grandTotalMinor: netMinor + taxMinor };
}

/**
 * Checks an item: its decimals, and its total against quantity times unit price.
 * @returns the stated and the computed total, null where they are not known
 */
function checkLine(list: FindingList, field: string, line: SentLine | null, digits: number): Sums {
  const { quantity = null, unitPrice = null, total = null } = line ?? {};
  if (unitPrice !== null) checkAmount(list, `${field}.unitPrice`, unitPrice, MAX_PRICE_DECIMALS);
  const statedMinor = minorOf(list, `${field}.total`, total, digits);
  if (total === 0) list.warn(`${field}.total`, 'zero_value', 'customs asks for a value even of free goods');
  if (quantity === null || unitPrice === null) return { statedMinor, dueMinor: null };
  const dueMinor = lineTotalMinor({ quantity, unitPrice }, digits);
  if (statedMinor !== null && statedMinor !== dueMinor) {
    const message = `must be quantity x unitPrice, which is ${fromMinor(dueMinor, digits).toFixed(digits)}`;
    list.fault(`${field}.total`, 'sum', message);
  }
  return { statedMinor, dueMinor };
}

/**
 * Checks all amounts of an invoice: items, charges, taxes and totals.
 * @returns the grand total due in minor units; null where it is not known
 */
function checkMoney(list: FindingList, invoice: SentInvoice, digits: number): bigint | null {
  const { items, charges, taxes } = invoice;
  const lines = (items ?? [null]).map((line, index) => checkLine(list, `items.${index}`, line, digits));
  const chargesMinor = addUp(
    (charges === null ? [null] : (charges ?? [])).map((charge, index) =>
      minorOf(list, `charges.${index}.amount`, charge?.amount, digits),
    ),
  );
  const goods = addSums(lines);
  const net = addSums([goods, { statedMinor: chargesMinor, dueMinor: chargesMinor }]);
  const tax = checkTaxes(list, taxes, net, digits);
  const all = addSums([net, tax]);
  const compare = (field: 'subtotal' | 'taxTotal' | 'grandTotal', sums: Sums & { what: string }): void =>
    compareSum(list, field, minorOf(list, field, invoice[field], digits), sums, digits);
  compare('subtotal', { ...goods, what: 'the sum of the items' });
  compare('taxTotal', { ...tax, what: 'the sum of the taxes' });
  const parts = taxes?.length ? 'items, charges and taxes' : 'items and charges';
  compare('grandTotal', { ...all, what: `the sum of ${parts}` });
  if (net.dueMinor !== null && net.dueMinor < 0n) {
    list.fault('charges', 'sum', 'must not exceed the value of the goods');
  }
  return all.dueMinor;
}

/** Checks that the Incoterm fits the mode of transport, and that the net weight is not above the gross weight. */
function checkTerms(list: FindingList, { incoterm, transport, weights }: SentInvoice): void {
  if (incoterm && transport && isMisusedIncoterm(incoterm.code, transport.mode)) {
    const message = `${incoterm.code} is meant for sea and inland waterway transport`;
    list.warn('incoterm.code', 'incoterm_mode', message);
  }
  if (weights && isHeavier(weights.net, weights.gross))
    list.fault('weights.gross', 'weight', 'must not be below the net weight');
}

/**
 * Cross-checks of commercial and proforma invoices, with exact money.
 * @param data as it was sent
 * @returns what was found, and the grand total in minor units where it is known
 * Source: docs/GAPS.md#D3
 */
export function checkInvoice(data: unknown): Findings & { grandTotalMinor: bigint | null; digits: number | null } {
  const list = new FindingList();
  const invoice = SentInvoice.safeParse(data).data;
  const digits = typeof invoice?.currency === 'string' ? currencyDigits(invoice.currency) : null;
  if (invoice !== undefined) checkTerms(list, invoice);
  const grandTotalMinor = invoice === undefined || digits === null ? null : checkMoney(list, invoice, digits);
  return { faults: list.faults, warnings: list.warnings, grandTotalMinor, digits };
}
