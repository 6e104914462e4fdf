import { facturXInvoice } from '../../../../domain/documents/factur-x/invoice-xml';
import { ELECTRONIC_INVOICES, electronicInvoice } from '../../../documents/support/electronic-invoices';
import { leavesOf } from '../../../documents/support/leaves';

type Name = keyof typeof ELECTRONIC_INVOICES;
const leaves = (name: Name) => leavesOf(facturXInvoice(electronicInvoice(name)));
const NAMES = Object.keys(ELECTRONIC_INVOICES) as Name[];

/** Values of all leaves of one path, in order. */
const valuesOf = (name: Name, path: string) =>
  leaves(name)
    .filter((leaf) => leaf.startsWith(`${path}=`))
    .map((leaf) => leaf.slice(path.length + 1));

it('says what the invoice says, in the terms of EN 16931', () => {
  expect(leaves('two rates')).toEqual([
    'GuidelineSpecifiedDocumentContextParameter/ID=urn:cen.eu:en16931:2017',
    'ExchangedDocument/ID=INV-2026-101',
    'ExchangedDocument/TypeCode=380',
    'IssueDateTime/DateTimeString format:102=20260115',
    'IncludedNote/Content=Deliveries until noon.',
    'AssociatedDocumentLineDocument/LineID=1',
    'SpecifiedTradeProduct/Name=Ring binders',
    'SpecifiedTradeProduct/Description=black & white <A4>',
    'DesignatedProductClassification/ClassCode listID:HS=482030',
    'OriginTradeCountry/ID=PT',
    'NetPriceProductTradePrice/ChargeAmount=7.125',
    'SpecifiedLineTradeDelivery/BilledQuantity unitCode:XBX=12.5',
    'ApplicableTradeTax/TypeCode=VAT',
    'ApplicableTradeTax/CategoryCode=S',
    'ApplicableTradeTax/RateApplicablePercent=19',
    'SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount=89.06',
    'AssociatedDocumentLineDocument/LineID=2',
    'SpecifiedTradeProduct/Name=Cookbooks',
    'DesignatedProductClassification/ClassCode listID:HS=490199',
    'NetPriceProductTradePrice/ChargeAmount=19.99',
    'SpecifiedLineTradeDelivery/BilledQuantity unitCode:H87=3',
    'ApplicableTradeTax/TypeCode=VAT',
    'ApplicableTradeTax/CategoryCode=S',
    'ApplicableTradeTax/RateApplicablePercent=7',
    'SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount=59.97',
    'ApplicableHeaderTradeAgreement/BuyerReference=04011000-12345-34',
    'SellerTradeParty/Name=Nordwind Handels GmbH',
    'SpecifiedLegalOrganization/ID=HRB 12345',
    'DefinedTradeContact/PersonName=Anna Berg',
    'TelephoneUniversalCommunication/CompleteNumber=+49 40 123456',
    'EmailURIUniversalCommunication/URIID=invoices@nordwind.example',
    'PostalTradeAddress/LineOne=Speicherstrasse 4',
    'PostalTradeAddress/LineTwo=Haus B',
    'PostalTradeAddress/LineThree=20457 Hamburg',
    'PostalTradeAddress/CountryID=DE',
    'SpecifiedTaxRegistration/ID schemeID:FC=27/123/45678',
    'SpecifiedTaxRegistration/ID schemeID:VA=DE123456789',
    'BuyerTradeParty/Name=Søndergaard & Sønner A/S',
    'PostalTradeAddress/LineOne=Havnegade 7',
    'PostalTradeAddress/LineTwo=8000 Aarhus',
    'PostalTradeAddress/CountryID=DK',
    'BuyerOrderReferencedDocument/IssuerAssignedID=PO-7781',
    'ShipToTradeParty/Name=Søndergaard & Sønner A/S',
    'PostalTradeAddress/LineOne=Havnegade 7',
    'PostalTradeAddress/LineTwo=8000 Aarhus',
    'PostalTradeAddress/CountryID=DK',
    'ApplicableHeaderTradeSettlement/PaymentReference=RF18539007547034',
    'ApplicableHeaderTradeSettlement/InvoiceCurrencyCode=EUR',
    'SpecifiedTradeSettlementPaymentMeans/TypeCode=30',
    'PayeePartyCreditorFinancialAccount/IBANID=DE89370400440532013000',
    'PayeePartyCreditorFinancialAccount/AccountName=Nordwind Handels GmbH',
    'PayeeSpecifiedCreditorFinancialInstitution/BICID=COBADEFFXXX',
    'ApplicableTradeTax/CalculatedAmount=18.82',
    'ApplicableTradeTax/TypeCode=VAT',
    'ApplicableTradeTax/BasisAmount=99.06',
    'ApplicableTradeTax/CategoryCode=S',
    'ApplicableTradeTax/RateApplicablePercent=19',
    'ApplicableTradeTax/CalculatedAmount=3.81',
    'ApplicableTradeTax/TypeCode=VAT',
    'ApplicableTradeTax/BasisAmount=54.42',
    'ApplicableTradeTax/CategoryCode=S',
    'ApplicableTradeTax/RateApplicablePercent=7',
    'ChargeIndicator/Indicator=true',
    'SpecifiedTradeAllowanceCharge/ActualAmount=10.00',
    'SpecifiedTradeAllowanceCharge/Reason=Freight',
    'CategoryTradeTax/TypeCode=VAT',
    'CategoryTradeTax/CategoryCode=S',
    'CategoryTradeTax/RateApplicablePercent=19',
    'ChargeIndicator/Indicator=false',
    'SpecifiedTradeAllowanceCharge/ActualAmount=5.55',
    'SpecifiedTradeAllowanceCharge/Reason=Discount',
    'CategoryTradeTax/TypeCode=VAT',
    'CategoryTradeTax/CategoryCode=S',
    'CategoryTradeTax/RateApplicablePercent=7',
    'SpecifiedTradePaymentTerms/Description=Net 30',
    'DueDateDateTime/DateTimeString format:102=20260214',
    'SpecifiedTradeSettlementHeaderMonetarySummation/LineTotalAmount=149.03',
    'SpecifiedTradeSettlementHeaderMonetarySummation/ChargeTotalAmount=10.00',
    'SpecifiedTradeSettlementHeaderMonetarySummation/AllowanceTotalAmount=5.55',
    'SpecifiedTradeSettlementHeaderMonetarySummation/TaxBasisTotalAmount=153.48',
    'SpecifiedTradeSettlementHeaderMonetarySummation/TaxTotalAmount currencyID:EUR=22.63',
    'SpecifiedTradeSettlementHeaderMonetarySummation/GrandTotalAmount=176.11',
    'SpecifiedTradeSettlementHeaderMonetarySummation/DuePayableAmount=176.11',
  ]);
});

describe('each category of VAT', () => {
  it.each<[Name, string, string | undefined]>([
    ['one rate', 'S', undefined],
    ['zero rated', 'Z', undefined],
    ['exempt', 'E', undefined],
    ['reverse charge', 'AE', 'VATEX-EU-AE'],
    ['within the union', 'K', 'VATEX-EU-IC'],
    ['export', 'G', 'VATEX-EU-G'],
    ['outside of VAT', 'O', 'VATEX-EU-O'],
  ])('%s is %s, with the code of its reason', (name, category, code) => {
    expect(valuesOf(name, 'ApplicableTradeTax/CategoryCode')).toEqual([category, category]);
    expect(valuesOf(name, 'ApplicableTradeTax/ExemptionReasonCode')).toEqual(code === undefined ? [] : [code]);
    const [reason] = electronicInvoice(name).taxes ?? [];
    const words = reason?.exemptionReason === undefined ? [] : [reason.exemptionReason];
    expect(valuesOf(name, 'ApplicableTradeTax/ExemptionReason')).toEqual(words);
  });

  it('has a rate, but for what is outside of VAT, which names no VAT number either', () => {
    expect(valuesOf('exempt', 'ApplicableTradeTax/RateApplicablePercent')).toEqual(['0', '0']);
    const outside = { ...electronicInvoice('outside of VAT') };
    outside.seller = { ...outside.seller, vatId: 'DE123456789' };
    const said = leavesOf(facturXInvoice(outside));
    expect(said.filter((leaf) => /RateApplicablePercent|schemeID:VA/.test(leaf))).toEqual([]);
  });
});

it('has amounts with the decimals of their currency, and an account that is no IBAN', () => {
  expect(valuesOf('export', 'SpecifiedTradeSettlementHeaderMonetarySummation/GrandTotalAmount')).toEqual(['3872']);
  expect(valuesOf('export', 'NetPriceProductTradePrice/ChargeAmount')).toEqual(['1250.5']);
  expect(valuesOf('export', 'PayeePartyCreditorFinancialAccount/ProprietaryID')).toEqual(['000123456789']);
});

it('delivers to the consignee, else to the buyer, on the day that is known', () => {
  expect(valuesOf('export', 'ShipToTradeParty/Name')).toEqual(['Minato Warehouse']);
  expect(valuesOf('one rate', 'ShipToTradeParty/Name')).toEqual(['Søndergaard & Sønner A/S']);
  expect(valuesOf('within the union', 'OccurrenceDateTime/DateTimeString format:102')).toEqual(['20260114']);
});

it('joins what is more than three lines of an address', () => {
  expect(valuesOf('export', 'PostalTradeAddress/LineThree')).toEqual(['20457 Hamburg', 'Tokyo, 105-0001']);
});

it('says nothing of what is not there', () => {
  const said = leaves('outside of VAT').join('\n');
  expect(said).not.toMatch(/PaymentMeans|DueDate|Contact|PaymentReference|BuyerReference/);
  expect(said).toContain('OriginTradeCountry/ID=PT');
  expect(NAMES.filter((name) => leaves(name).some((leaf) => leaf.endsWith('=')))).toEqual([]);
});

it('is the same text for the same data, and none for data that the checks would refuse', () => {
  for (const name of NAMES)
    expect(facturXInvoice(electronicInvoice(name))).toBe(facturXInvoice(electronicInvoice(name)));
  const whole = electronicInvoice('one rate');
  expect(() => facturXInvoice({ ...whole, taxes: [] })).toThrow('no tax of a line');
  expect(() => facturXInvoice({ ...whole, taxes: [{ name: 'GST', rate: 5 }] })).toThrow('no category');
  const items = whole.items.map((item) => ({ ...item, unitCode: undefined }));
  expect(() => facturXInvoice({ ...whole, items })).toThrow('no unit of a line');
});
