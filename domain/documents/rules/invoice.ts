import { z, type output } from 'zod';
import { amountFault, currencyDigits, Exact, fromMinor, roundMinor, toMinor } from '../../money';
import { Currency, optional, sound } from '../../schema-tools';
import { Amount, elements, Incoterm, Quantity, Weight } from '../fields';
import { Charge, type InvoiceItem, type InvoiceMembers } from '../kinds/invoice-parts';
import { Transport } from '../transport';
import { FindingList, type Findings } from './finding';
import { isMisusedIncoterm } from './incoterms';

/** Unit prices may be finer than the currency (0.0125 USD a piece); the line's total may not. */
const MAX_PRICE_DECIMALS = 6;

const SentLine = z.object({ quantity: sound(Quantity), unitPrice: sound(Amount), total: sound(Amount) });
type SentLine = output<typeof SentLine>;

/** What the cross-checks of an invoice look at, each member as far as it is sound. */
const SentInvoice = z.object({
  currency: sound(Currency),
  items: sound(elements(SentLine)),
  charges: sound(optional(elements(Charge.pick({ amount: true })))),
  subtotal: sound(optional(Amount)),
  grandTotal: sound(optional(Amount)),
  incoterm: sound(optional(Incoterm.pick({ code: true }))),
  transport: sound(optional(Transport.pick({ mode: true }))),
  weights: sound(optional(z.object({ net: Weight, gross: Weight }))),
});
type SentInvoice = output<typeof SentInvoice>;

/** A sum in minor units, null where a part of it is not known: as the client added up, and as it should be. */
interface Sums {
  statedMinor: bigint | null;
  dueMinor: bigint | null;
}

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

/** @returns the amount in minor units, null where it is unsound; then that is noted */
function minorOf(list: FindingList, field: string, amount: number | null | undefined, digits: number): bigint | null {
  if (amount === null || amount === undefined || !checkAmount(list, field, amount, digits)) return null;
  return toMinor(amount, digits);
}

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

function addUp(parts: readonly (bigint | null)[]): bigint | null {
  return parts.reduce<bigint | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0n);
}

/** Whoever added up wrong line totals rightly has nothing more to correct: their sum passes beside the one that is due. */
function compareSum(
  list: FindingList,
  field: string,
  amount: bigint | null,
  sums: Sums & { what: string },
  digits: number,
) {
  const { statedMinor, dueMinor, what } = sums;
  if (amount === null || statedMinor === null || dueMinor === null) return;
  if (amount === statedMinor || amount === dueMinor) return;
  list.fault(field, 'sum', `must be ${what}, which is ${fromMinor(dueMinor, digits).toFixed(digits)}`);
}

/** @returns the grand total that is due, in minor units; null where it is not known */
function checkMoney(list: FindingList, invoice: SentInvoice, digits: number): bigint | null {
  const { items, charges, subtotal, grandTotal } = invoice;
  const lines = (items ?? [null]).map((line, index) => checkLine(list, `items.${index}`, line, digits));
  const chargesMinor = addUp(
    (charges === null ? [null] : (charges ?? [])).map((charge, index) =>
      minorOf(list, `charges.${index}.amount`, charge?.amount, digits),
    ),
  );
  const goods = {
    statedMinor: addUp(lines.map(({ statedMinor }) => statedMinor)),
    dueMinor: addUp(lines.map(({ dueMinor }) => dueMinor)),
    what: 'the sum of the items',
  };
  const all = {
    statedMinor: addUp([goods.statedMinor, chargesMinor]),
    dueMinor: addUp([goods.dueMinor, chargesMinor]),
    what: 'the sum of items and charges',
  };
  compareSum(list, 'subtotal', minorOf(list, 'subtotal', subtotal, digits), goods, digits);
  compareSum(list, 'grandTotal', minorOf(list, 'grandTotal', grandTotal, digits), all, digits);
  if (all.dueMinor !== null && all.dueMinor < 0n) {
    list.fault('charges', 'sum', 'must not exceed the value of the goods');
  }
  return all.dueMinor;
}

function checkTerms(list: FindingList, { incoterm, transport, weights }: SentInvoice): void {
  if (incoterm && transport && isMisusedIncoterm(incoterm.code, transport.mode)) {
    const message = `${incoterm.code} is meant for sea and inland waterway transport`;
    list.warn('incoterm.code', 'incoterm_mode', message);
  }
  if (!weights || weights.net.unit !== weights.gross.unit) return;
  if (weights.net.value > weights.gross.value)
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
