import { isValidIBAN } from 'ibantools';
import { currencyDigits, decimalText, Exact, scaleOf, toMinor } from '../../money';
import { group, text, type Fragment } from '../../xml';
import type { InvoiceParty, Party } from '../fields';
import type { CommercialInvoiceData } from '../kinds/commercial-invoice';
import type { Charge, InvoiceItem } from '../kinds/invoice-parts';
import { invoiceTotals } from '../rules/invoice';
import type { TaxLine } from '../rules/taxes';
import { EXEMPTION_CODES, matchingTaxes, type TaxCategory } from './vat';

/** The specification that the XML follows. Source: Factur-X 1.0, profile EN 16931; BT-24 */
const GUIDELINE = 'urn:cen.eu:en16931:2017';
/** Source: UNTDID 1001 */
const COMMERCIAL_INVOICE = '380';
/** Source: UNTDID 4461 */
const CREDIT_TRANSFER = '30';
/** Harmonized System. Source: UNTDID 7143 */
const HARMONIZED_SYSTEM = 'HS';
const MAX_ADDRESS_LINES = 3;

const NAMESPACES = [
  'xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"',
  'xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"',
  'xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"',
].join(' ');

/** A tax of which the category is known. */
interface VatLine extends TaxLine {
  category: TaxCategory;
}

/** What the parts of one invoice share. */
interface Context {
  data: CommercialInvoiceData;
  digits: number;
  taxes: readonly VatLine[];
}

/** @throws Error for an invoice that the checks of Factur-X have not passed */
function requireChecked<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`the invoice has no ${what}`);
  return value;
}

const magnitude = (minor: bigint): bigint => (minor < 0n ? -minor : minor);

function amount(name: string, minor: bigint, { digits }: Pick<Context, 'digits'>, attributes = ''): Fragment {
  return text(name, new Exact(minor.toString()).mul(scaleOf(-digits)).toFixed(digits), attributes);
}

/** @param date calendar date; format 102 of UNTDID 2379 is its digits alone */
function date(name: string, value: string | undefined): Fragment {
  return group(name, text('udt:DateTimeString', value?.replaceAll('-', ''), ' format="102"'));
}

/** The lines of an address, at most three: the last one also holds the rest. */
function addressLines(address: string): string[] {
  const lines = address.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const rest = lines.slice(MAX_ADDRESS_LINES - 1).join(', ');
  return [...lines.slice(0, MAX_ADDRESS_LINES - 1), ...(rest === '' ? [] : [rest])];
}

function postalAddress({ address, country }: Pick<Party, 'address' | 'country'>): Fragment {
  const [one, two, three] = addressLines(address);
  return group(
    'ram:PostalTradeAddress',
    text('ram:LineOne', one),
    text('ram:LineTwo', two),
    text('ram:LineThree', three),
    text('ram:CountryID', country),
  );
}

/**
 * The seller or buyer in the XML.
 * @param isOutsideVat leaves out VAT numbers: a supply outside of VAT must not state them. Source: EN 16931, BR-O-02
 */
function tradeParty(name: 'Seller' | 'Buyer', party: InvoiceParty, isOutsideVat: boolean): Fragment {
  const taxId = name === 'Seller' ? party.taxId : undefined;
  const registration = (scheme: string, id: string | undefined): Fragment =>
    group('ram:SpecifiedTaxRegistration', text('ram:ID', id, ` schemeID="${scheme}"`));
  return group(
    `ram:${name}TradeParty`,
    text('ram:Name', party.name),
    group('ram:SpecifiedLegalOrganization', text('ram:ID', party.registrationId)),
    group(
      'ram:DefinedTradeContact',
      text('ram:PersonName', party.contact),
      group('ram:TelephoneUniversalCommunication', text('ram:CompleteNumber', party.phone)),
      group('ram:EmailURIUniversalCommunication', text('ram:URIID', party.email)),
    ),
    postalAddress(party),
    registration('FC', taxId),
    registration('VA', isOutsideVat ? undefined : party.vatId),
  );
}

/** Category and rate of a tax; what is outside of VAT has no rate. Source: EN 16931, BR-O-05 to BR-O-07 */
function categoryAndRate({ category, rate }: VatLine): { code: Fragment; percent: Fragment } {
  const percent = category === 'O' ? '' : text('ram:RateApplicablePercent', decimalText(rate));
  return { code: text('ram:CategoryCode', category), percent };
}

function taxOf(line: InvoiceItem | Charge, { taxes }: Context): VatLine {
  return requireChecked(matchingTaxes(line, taxes)[0], 'tax of a line');
}

/** The product of an item: the first line of its description is the name, the others describe it. */
function product(item: InvoiceItem, origin: string | undefined): Fragment {
  const [name, ...further] = item.description.trim().split(/\r\n|\r|\n/);
  const code = item.hsCode.replaceAll('.', '');
  return group(
    'ram:SpecifiedTradeProduct',
    text('ram:Name', name),
    text('ram:Description', further.join('\n')),
    group('ram:DesignatedProductClassification', text('ram:ClassCode', code, ` listID="${HARMONIZED_SYSTEM}"`)),
    group('ram:OriginTradeCountry', text('ram:ID', item.originCountry ?? origin)),
  );
}

function lineItem(item: InvoiceItem, index: number, context: Context): Fragment {
  const { code, percent } = categoryAndRate(taxOf(item, context));
  const unitCode = requireChecked(item.unitCode, 'unit of a line');
  return group(
    'ram:IncludedSupplyChainTradeLineItem',
    group('ram:AssociatedDocumentLineDocument', text('ram:LineID', String(index + 1))),
    product(item, context.data.originCountry),
    group(
      'ram:SpecifiedLineTradeAgreement',
      group('ram:NetPriceProductTradePrice', text('ram:ChargeAmount', decimalText(item.unitPrice))),
    ),
    group(
      'ram:SpecifiedLineTradeDelivery',
      text('ram:BilledQuantity', decimalText(item.quantity), ` unitCode="${unitCode}"`),
    ),
    group(
      'ram:SpecifiedLineTradeSettlement',
      group('ram:ApplicableTradeTax', text('ram:TypeCode', 'VAT'), code, percent),
      group(
        'ram:SpecifiedTradeSettlementLineMonetarySummation',
        amount('ram:LineTotalAmount', toMinor(item.total, context.digits), context),
      ),
    ),
  );
}

function vatBreakdown(tax: VatLine, context: Context): Fragment {
  const { code, percent } = categoryAndRate(tax);
  return group(
    'ram:ApplicableTradeTax',
    amount('ram:CalculatedAmount', tax.amountMinor, context),
    text('ram:TypeCode', 'VAT'),
    text('ram:ExemptionReason', tax.exemptionReason),
    amount('ram:BasisAmount', tax.baseMinor, context),
    code,
    text('ram:ExemptionReasonCode', EXEMPTION_CODES[tax.category]),
    percent,
  );
}

/** The element of a charge; a negative charge is an allowance. */
function allowanceOrCharge(charge: Charge, context: Context): Fragment {
  const minor = toMinor(charge.amount, context.digits);
  const { code, percent } = categoryAndRate(taxOf(charge, context));
  return group(
    'ram:SpecifiedTradeAllowanceCharge',
    group('ram:ChargeIndicator', text('udt:Indicator', String(minor >= 0n))),
    amount('ram:ActualAmount', magnitude(minor), context),
    text('ram:Reason', charge.description),
    group('ram:CategoryTradeTax', text('ram:TypeCode', 'VAT'), code, percent),
  );
}

/** The account to pay to; nothing without an account number. */
function paymentMeans({ data: { bankDetails } }: Context): Fragment {
  if (bankDetails?.accountNumber === undefined) return '';
  const account = bankDetails.accountNumber;
  const iban = account.replace(/\s/g, '');
  const isIban = isValidIBAN(iban);
  return group(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    text('ram:TypeCode', CREDIT_TRANSFER),
    group(
      'ram:PayeePartyCreditorFinancialAccount',
      text('ram:IBANID', isIban ? iban : undefined),
      text('ram:AccountName', bankDetails.accountName),
      text('ram:ProprietaryID', isIban ? undefined : account),
    ),
    group('ram:PayeeSpecifiedCreditorFinancialInstitution', text('ram:BICID', bankDetails.swiftBic)),
  );
}

/** The totals of the invoice. Source: EN 16931, BR-CO-10 to BR-CO-16 */
function monetarySummation(context: Context): Fragment {
  const { data, digits } = context;
  const { subtotalMinor, netMinor, taxMinor, grandTotalMinor } = invoiceTotals(data, digits);
  const charges = (data.charges ?? []).map((charge) => toMinor(charge.amount, digits));
  const sum = (minors: readonly bigint[]): bigint => minors.reduce((total, minor) => total + minor, 0n);
  return group(
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
    amount('ram:LineTotalAmount', subtotalMinor, context),
    amount('ram:ChargeTotalAmount', sum(charges.filter((minor) => minor >= 0n)), context),
    amount('ram:AllowanceTotalAmount', magnitude(sum(charges.filter((minor) => minor < 0n))), context),
    amount('ram:TaxBasisTotalAmount', netMinor, context),
    amount('ram:TaxTotalAmount', taxMinor, context, ` currencyID="${data.currency}"`),
    amount('ram:GrandTotalAmount', grandTotalMinor, context),
    amount('ram:DuePayableAmount', grandTotalMinor, context),
  );
}

function tradeAgreement({ data, taxes }: Context): Fragment {
  const isOutsideVat = taxes.some(({ category }) => category === 'O');
  return group(
    'ram:ApplicableHeaderTradeAgreement',
    text('ram:BuyerReference', data.buyerReference),
    tradeParty('Seller', data.seller, isOutsideVat),
    tradeParty('Buyer', data.buyer, isOutsideVat),
    group('ram:BuyerOrderReferencedDocument', text('ram:IssuerAssignedID', data.poNumber)),
  );
}

function tradeDelivery({ data }: Context): Fragment {
  const receiver = data.consignee ?? data.buyer;
  return group(
    'ram:ApplicableHeaderTradeDelivery',
    group('ram:ShipToTradeParty', text('ram:Name', receiver.name), postalAddress(receiver)),
    group('ram:ActualDeliverySupplyChainEvent', date('ram:OccurrenceDateTime', data.deliveryDate)),
  );
}

function tradeSettlement(context: Context): Fragment {
  const { data, taxes } = context;
  return group(
    'ram:ApplicableHeaderTradeSettlement',
    text('ram:PaymentReference', data.bankDetails?.paymentReference),
    text('ram:InvoiceCurrencyCode', data.currency),
    paymentMeans(context),
    ...taxes.map((tax) => vatBreakdown(tax, context)),
    ...(data.charges ?? []).map((charge) => allowanceOrCharge(charge, context)),
    group(
      'ram:SpecifiedTradePaymentTerms',
      text('ram:Description', data.paymentTerms),
      date('ram:DueDateDateTime', data.dueDate),
    ),
    monetarySummation(context),
  );
}

/**
 * The data of a commercial invoice as an electronic invoice: a Cross Industry Invoice of UN/CEFACT by the profile EN 16931.
 * @param data of an invoice that has passed the checks of Factur-X
 * @returns XML in UTF-8; equal data give equal text
 * @throws Error for an invoice that has not passed them
 * Source: EN 16931-1; CEN/TS 16931-3-3; docs/GAPS.md#D9
 */
export function facturXInvoice(data: CommercialInvoiceData): string {
  const digits = currencyDigits(data.currency) ?? 2;
  const taxes = invoiceTotals(data, digits).taxes.map((tax) => ({
    ...tax,
    category: requireChecked(tax.category, 'category'),
  }));
  const context: Context = { data, digits, taxes };
  const content = [
    group(
      'rsm:ExchangedDocumentContext',
      group('ram:GuidelineSpecifiedDocumentContextParameter', text('ram:ID', GUIDELINE)),
    ),
    group(
      'rsm:ExchangedDocument',
      text('ram:ID', data.invoiceNumber),
      text('ram:TypeCode', COMMERCIAL_INVOICE),
      date('ram:IssueDateTime', data.invoiceDate),
      ...[data.notes, data.declaration].map((note) => group('ram:IncludedNote', text('ram:Content', note))),
    ),
    group(
      'rsm:SupplyChainTradeTransaction',
      ...data.items.map((item, index) => lineItem(item, index, context)),
      tradeAgreement(context),
      tradeDelivery(context),
      tradeSettlement(context),
    ),
  ].join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice ${NAMESPACES}>${content}</rsm:CrossIndustryInvoice>\n`;
}
