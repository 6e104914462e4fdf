import { z } from 'zod';
import { StatedClearing } from '../../payments/instruction/clearing';
import { isRightReference, MAX_REFERENCE, WRONG_REFERENCE } from '../../payments/instruction/remittance';
import { CalendarDate, Country, Currency, optional } from '../../schema-tools';
import {
  Amount,
  Count,
  Description,
  hsCode,
  Incoterm,
  InvoiceParty,
  line,
  MAX_ITEMS,
  Name,
  Paragraph,
  Party,
  Percent,
  Quantity,
  Reference,
  ShortText,
  UnitCode,
  Weights,
} from '../fields';
import { TAX_CATEGORIES, TAX_CATEGORY_MEANINGS } from '../factur-x/vat';
import { Transport } from '../transport';
import { closing } from './closing';

const MAX_CHARGES = 20;
const MAX_TAXES = 10;
const MAX_TERMS = 300;

/** A category of VAT. */
const TaxCategory = z.enum(TAX_CATEGORIES).meta({
  description: 'Category of VAT, a code of UNTDID 5305',
  'x-enum-meanings': TAX_CATEGORY_MEANINGS,
});

/** Which of several taxes an item or a charge bears. Source: EN 16931-1, BT-151, BT-152 */
export const taxMembers = { taxCategory: optional(TaxCategory), taxRate: optional(Percent) };

/** One line of an invoice. Source: specification, "Document" */
export const InvoiceItem = z.object({
  description: Description,
  hsCode: hsCode(4, 10),
  quantity: Quantity,
  unitPrice: Amount,
  total: Amount,
  unit: optional(line(20)),
  unitCode: optional(UnitCode),
  originCountry: optional(Country),
  ...taxMembers,
});
export type InvoiceItem = z.output<typeof InvoiceItem>;

/** What a charge adds to the goods, such as freight; a discount is negative. */
export const Charge = z.object({
  description: ShortText,
  amount: z.number().min(-1e15).max(1e15),
  ...taxMembers,
});
export type Charge = z.output<typeof Charge>;

/**
 * A tax that an invoice charges, or says why it charges none. Base and amount are computed where they are left out: the
 * base is the sum of items and charges, the amount `base x rate / 100`.
 * Source: docs/GAPS.md#D3; EN 16931-1, VAT breakdown
 */
export const Tax = z.object({
  name: ShortText.meta({ examples: ['VAT'] }),
  rate: Percent,
  base: optional(Amount),
  amount: optional(Amount),
  exemptionReason: optional(ShortText),
  category: optional(TaxCategory),
});
export type Tax = z.output<typeof Tax>;

/** The account that an invoice is to be paid to, and the reference to name, as they are printed. Source: docs/GAPS.md#D3 */
const BankDetails = z.object({
  accountName: optional(Name),
  accountNumber: optional(Reference),
  bankName: optional(Name),
  swiftBic: optional(Reference),
  clearing: optional(StatedClearing),
  paymentReference: optional(line(MAX_REFERENCE).refine(isRightReference, WRONG_REFERENCE)),
});

/** Members that commercial and proforma invoices share. */
export const invoiceMembers = {
  invoiceDate: CalendarDate,
  seller: InvoiceParty,
  buyer: InvoiceParty,
  items: z.array(InvoiceItem).min(1).max(MAX_ITEMS),
  currency: Currency,
  paymentTerms: line(MAX_TERMS),
  consignee: optional(Party),
  incoterm: optional(Incoterm),
  transport: optional(Transport),
  originCountry: optional(Country),
  charges: optional(z.array(Charge).max(MAX_CHARGES)),
  taxes: optional(z.array(Tax).max(MAX_TAXES)),
  subtotal: optional(Amount),
  taxTotal: optional(Amount),
  grandTotal: optional(Amount),
  buyerReference: optional(Reference),
  poNumber: optional(Reference),
  lcNumber: optional(Reference),
  marks: optional(Paragraph),
  packages: optional(z.object({ quantity: Count, type: optional(ShortText) })),
  weights: optional(Weights),
  declaration: optional(Paragraph),
  bankDetails: optional(BankDetails),
  ...closing,
};

/** What commercial and proforma invoices share. */
export const InvoiceMembers = z.object(invoiceMembers);
export type InvoiceMembers = z.output<typeof InvoiceMembers>;
