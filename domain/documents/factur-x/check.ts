import { z, type output } from 'zod';
import { currencyDigits } from '../../money';
import { CalendarDate, Currency, optional, sound } from '../../schema-tools';
import { Amount, elements, InvoiceParty, Quantity, UnitCode } from '../fields';
import { Charge, Tax, taxMembers } from '../kinds/invoice-parts';
import { FindingList } from '../rules/finding';
import { lineTotalMinor } from '../rules/invoice';
import { addSums, compareSum, minorOf, type Sums } from '../rules/sums';
import { hasReason, TAX_CATEGORY_MEANINGS, matchingTaxes, type TaxCategory } from './vat';

/** Most decimals of an amount. Source: EN 16931, BR-DEC-01 to BR-DEC-28 */
const MAX_DECIMALS = 2;

const taxed = { taxCategory: sound(taxMembers.taxCategory), taxRate: sound(taxMembers.taxRate) };

/** What the checks of an electronic invoice look at, each member as far as it is sound. */
const SentInvoice = z.object({
  currency: sound(Currency),
  seller: sound(InvoiceParty.partial()),
  buyer: sound(InvoiceParty.partial()),
  items: sound(
    elements(
      z.object({
        quantity: sound(Quantity),
        unitPrice: sound(Amount),
        total: sound(Amount),
        unitCode: sound(optional(UnitCode)),
        ...taxed,
      }),
    ),
  ),
  charges: sound(optional(elements(z.object({ amount: sound(Charge.shape.amount), ...taxed })))),
  taxes: sound(
    optional(
      elements(
        z.object({
          category: sound(Tax.shape.category),
          rate: sound(Tax.shape.rate),
          base: sound(Tax.shape.base),
          exemptionReason: sound(Tax.shape.exemptionReason),
        }),
      ),
    ),
  ),
  deliveryDate: sound(optional(CalendarDate)),
});
type SentInvoice = output<typeof SentInvoice>;
type SentTax = NonNullable<NonNullable<SentInvoice['taxes']>[number]>;
type SentItem = NonNullable<SentInvoice['items']>[number];
type SentCharge = NonNullable<NonNullable<SentInvoice['charges']>[number]>;

/** A tax whose category and rate are known, with its place among the others. */
interface KnownTax {
  index: number;
  category: TaxCategory;
  rate: number;
}

const UNKNOWN: Sums = { statedMinor: null, dueMinor: null };

function need(list: FindingList, field: string, why: string): void {
  list.fault(field, 'required', `is required for Factur-X: ${why}`);
}

const named = (category: TaxCategory): string => `category ${category} (${TAX_CATEGORY_MEANINGS[category]})`;

/**
 * Checks one tax of an electronic invoice: its category, and whether rate and exemption reason fit it.
 * Source: EN 16931, BR-S-05, BR-Z-05 and their like; BR-S-10, BR-Z-10, BR-E-10 and their like
 */
function checkTax(list: FindingList, field: string, { category, rate, exemptionReason }: SentTax): void {
  if (category === undefined) {
    need(list, `${field}.category`, 'the category of VAT; a tax that is no VAT is a charge');
    return;
  }
  if (category === null) return;
  if (rate !== null && rate > 0 !== (category === 'S')) {
    list.fault(`${field}.rate`, 'tax_rate', `must be ${category === 'S' ? 'above 0' : '0'} for ${named(category)}`);
  }
  if (hasReason(category) && exemptionReason === undefined) {
    need(list, `${field}.exemptionReason`, `why there is no VAT, as ${named(category)} has to say`);
  }
  if (!hasReason(category) && typeof exemptionReason === 'string') {
    list.fault(`${field}.exemptionReason`, 'tax_reason', `must be absent for ${named(category)}`);
  }
}

/**
 * Checks all taxes of an electronic invoice.
 * @returns the taxes; null if one of them is not known, so that lines cannot be judged by them
 */
function checkTaxes(list: FindingList, taxes: SentInvoice['taxes']): KnownTax[] | null {
  if (taxes === null) return null;
  if (taxes === undefined || taxes.length === 0) {
    need(list, 'taxes', 'at least one, also where no VAT is charged');
    return null;
  }
  const known: KnownTax[] = [];
  for (const [index, tax] of taxes.entries()) {
    if (tax === null) continue;
    const field = `taxes.${index}`;
    checkTax(list, field, tax);
    const { category, rate } = tax;
    if (!category || rate === null) continue;
    if (known.some((other) => other.category === category && other.rate === rate)) {
      list.fault(field, 'duplicate', 'has category and rate of an earlier one; one line stands for all goods of both');
    }
    known.push({ index, category, rate });
  }
  if (known.length > 1 && known.some(({ category }) => category === 'O')) {
    list.fault('taxes', 'tax_category', `must have no other tax beside ${named('O')}`);
  }
  return known.length === taxes.length ? known : null;
}

/**
 * Checks that seller and buyer have the VAT or registration numbers that the tax categories demand.
 * Source: EN 16931, BR-CO-26; BR-S-02, BR-AE-02, BR-IC-02, BR-G-02, BR-O-02 and their like
 */
function checkParties(list: FindingList, { seller, buyer }: SentInvoice, categories: readonly TaxCategory[]): void {
  const vat = categories.find((category) => category === 'K' || category === 'G');
  const isOutside = categories.includes('O');
  if (seller !== null) {
    const { vatId, registrationId, taxId } = seller;
    if (isOutside && registrationId === undefined) {
      need(list, 'seller.registrationId', `what identifies the seller, for ${named('O')} has no VAT number`);
    } else if (vat !== undefined && vatId === undefined) {
      need(list, 'seller.vatId', `the VAT number of the seller, for ${named(vat)}`);
    } else if (!isOutside && vatId === undefined && (registrationId === undefined || taxId === undefined)) {
      need(list, 'seller.vatId', 'the VAT number of the seller, or both its registrationId and taxId');
    }
  }
  if (buyer === null || buyer.vatId !== undefined) return;
  if (categories.includes('K')) {
    need(list, 'buyer.vatId', `the VAT number of the buyer, for ${named('K')}`);
  } else if (categories.includes('AE') && buyer.registrationId === undefined) {
    need(list, 'buyer.vatId', `the VAT number of the buyer, or its registrationId, for ${named('AE')}`);
  }
}

/**
 * Finds the tax that a line bears, and notes a fault if that is not clear.
 * @returns null if it is not clear
 */
function checkLine(
  list: FindingList,
  field: string,
  line: Pick<SentCharge, keyof typeof taxed>,
  taxes: readonly KnownTax[],
): KnownTax | null {
  const { taxCategory, taxRate } = line;
  if (taxCategory === null || taxRate === null) return null;
  const [tax, other] = matchingTaxes({ taxCategory, taxRate }, taxes);
  if (tax === undefined) {
    const isCategory = taxCategory !== undefined && !taxes.some(({ category }) => category === taxCategory);
    const place = isCategory ? 'taxCategory' : 'taxRate';
    list.fault(`${field}.${place}`, 'tax_unknown', 'is that of no tax of the invoice');
    return null;
  }
  if (other === undefined) return tax;
  need(list, `${field}.${taxCategory === undefined ? 'taxCategory' : 'taxRate'}`, 'which of the taxes applies');
  return null;
}

/** Amounts are judged elsewhere; here they only add up. */
const judgedElsewhere = (): FindingList => new FindingList();

function itemSums(item: SentItem, digits: number): Sums {
  if (item === null) return UNKNOWN;
  const { quantity, unitPrice, total } = item;
  const dueMinor = quantity === null || unitPrice === null ? null : lineTotalMinor({ quantity, unitPrice }, digits);
  return { statedMinor: minorOf(judgedElsewhere(), '', total, digits), dueMinor };
}

function chargeSums(charge: SentCharge | null, digits: number): Sums {
  const minor = charge === null ? null : minorOf(judgedElsewhere(), '', charge.amount, digits);
  return { statedMinor: minor, dueMinor: minor };
}

/** An item or a charge with the tax that it bears; null where that is not known. */
interface Borne {
  tax: KnownTax | null;
  sums: Sums;
}

/**
 * Checks units and taxes of all items and charges.
 * @returns for each, its tax and its sums
 */
function checkLines(
  list: FindingList,
  invoice: SentInvoice,
  taxes: readonly KnownTax[] | null,
  digits: number,
): Borne[] {
  const { items, charges } = invoice;
  const taxOf = (field: string, line: SentItem | SentCharge) =>
    line === null || taxes === null ? null : checkLine(list, field, line, taxes);
  const ofItems = (items ?? [null]).map((item, index) => {
    const field = `items.${index}`;
    if (item?.unitCode === undefined && item !== null) need(list, `${field}.unitCode`, 'the unit of the quantity');
    return { tax: taxOf(field, item), sums: itemSums(item, digits) };
  });
  const ofCharges = (charges === null ? [null] : (charges ?? [])).map((charge, index) => ({
    tax: charge === null ? null : taxOf(`charges.${index}`, charge),
    sums: chargeSums(charge, digits),
  }));
  return [...ofItems, ...ofCharges];
}

/**
 * Checks that each tax is borne by some item or charge, and that its base is their sum. Checks nothing while the tax
 * of a line is unclear.
 * Source: EN 16931, BR-S-08, BR-IC-01 and their like
 */
function checkBases(
  list: FindingList,
  taxes: readonly KnownTax[],
  asked: { sent: SentInvoice['taxes']; lines: readonly Borne[] },
  digits: number,
): void {
  const { sent, lines } = asked;
  if (lines.some(({ tax }) => tax === null)) return;
  const net = addSums(lines.map(({ sums }) => sums));
  for (const { index, category } of taxes) {
    const own = lines.filter(({ tax }) => tax?.index === index);
    if (own.length === 0) {
      list.fault(`taxes.${index}`, 'tax_unused', 'is borne by no item and no charge');
      continue;
    }
    const base = sent?.[index]?.base;
    const baseMinor = base === undefined ? net.statedMinor : minorOf(judgedElsewhere(), '', base, digits);
    const what = `the sum of items and charges of ${named(category)} and this rate`;
    compareSum(list, `taxes.${index}.base`, baseMinor, { ...addSums(own.map(({ sums }) => sums)), what }, digits);
  }
}

/**
 * Notes what an invoice lacks or contradicts as an electronic invoice of EN 16931, beside the checks of every invoice.
 * @param data as it was sent
 * Source: docs/GAPS.md#D9
 */
export function checkFacturX(list: FindingList, data: unknown): void {
  const invoice = SentInvoice.safeParse(data).data;
  if (invoice === undefined) return;
  const digits = invoice.currency === null ? null : currencyDigits(invoice.currency);
  if (digits !== null && digits > MAX_DECIMALS) {
    list.fault('currency', 'decimals', `must be one of at most ${MAX_DECIMALS} decimals for Factur-X`);
  }
  const taxes = checkTaxes(list, invoice.taxes);
  const categories = (invoice.taxes ?? []).flatMap((tax) => tax?.category ?? []);
  checkParties(list, invoice, categories);
  if (categories.includes('K') && invoice.deliveryDate === undefined) {
    need(list, 'deliveryDate', `when the goods were delivered, for ${named('K')}`);
  }
  const lines = checkLines(list, invoice, taxes, digits ?? MAX_DECIMALS);
  if (taxes !== null && digits !== null) checkBases(list, taxes, { sent: invoice.taxes, lines }, digits);
}
