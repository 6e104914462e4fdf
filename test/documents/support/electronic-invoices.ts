import { CommercialInvoiceData } from '../../../domain/documents/kinds/commercial-invoice';

const SELLER = {
  name: 'Nordwind Handels GmbH',
  address: 'Speicherstrasse 4\nHaus B\n20457 Hamburg',
  country: 'DE',
  vatId: 'DE123456789',
  taxId: '27/123/45678',
  registrationId: 'HRB 12345',
  contact: 'Anna Berg',
  email: 'invoices@nordwind.example',
  phone: '+49 40 123456',
};

const BUYER = { name: 'Søndergaard & Sønner A/S', address: 'Havnegade 7\n8000 Aarhus', country: 'DK' };

const BASE = {
  invoiceNumber: 'INV-2026-101',
  invoiceDate: '2026-01-15',
  dueDate: '2026-02-14',
  seller: SELLER,
  buyer: BUYER,
  currency: 'EUR',
  paymentTerms: 'Net 30',
  bankDetails: {
    bankName: 'Example Bank',
    accountName: 'Nordwind Handels GmbH',
    accountNumber: 'DE89 3704 0044 0532 0130 00',
    swiftBic: 'COBADEFFXXX',
    paymentReference: 'RF18539007547034',
  },
  items: [
    {
      description: 'Ring binders\nblack & white <A4>',
      hsCode: '4820.30',
      quantity: 12.5,
      unit: 'boxes',
      unitCode: 'XBX',
      unitPrice: 7.125,
      total: 89.06,
      originCountry: 'PT',
    },
  ],
};

const zeroRated = (category: string, exemptionReason?: string) => ({
  taxes: [{ name: 'VAT', rate: 0, category, ...(exemptionReason === undefined ? {} : { exemptionReason }) }],
});

/** Two rates, a charge and an allowance, each with the tax that it bears. */
const TWO_RATES = {
  ...BASE,
  items: [
    { ...BASE.items[0], taxRate: 19 },
    {
      description: 'Cookbooks',
      hsCode: '490199',
      quantity: 3,
      unitCode: 'H87',
      unitPrice: 19.99,
      total: 59.97,
      taxCategory: 'S',
      taxRate: 7,
    },
  ],
  charges: [
    { description: 'Freight', amount: 10, taxRate: 19 },
    { description: 'Discount', amount: -5.55, taxRate: 7 },
  ],
  taxes: [
    { name: 'VAT', rate: 19, base: 99.06, amount: 18.82, category: 'S' },
    { name: 'VAT', rate: 7, base: 54.42, category: 'S' },
  ],
  grandTotal: 176.11,
  buyerReference: '04011000-12345-34',
  poNumber: 'PO-7781',
  notes: 'Deliveries until noon.',
};

/** Data of commercial invoices, one for each category of VAT, that EN 16931 has nothing against. */
export const ELECTRONIC_INVOICES = {
  'two rates': TWO_RATES,
  'one rate': { ...BASE, taxes: [{ name: 'USt', rate: 19, category: 'S' }] },
  'zero rated': { ...BASE, ...zeroRated('Z') },
  exempt: { ...BASE, ...zeroRated('E', 'Exempt under article 132 of Directive 2006/112/EC') },
  'reverse charge': { ...BASE, ...zeroRated('AE', 'Reverse charge'), buyer: { ...BUYER, vatId: 'DK12345674' } },
  'within the union': {
    ...BASE,
    ...zeroRated('K', 'Intra-community supply'),
    buyer: { ...BUYER, vatId: 'DK12345674' },
    deliveryDate: '2026-01-14',
  },
  export: {
    ...BASE,
    ...zeroRated('G', 'Export outside the EU'),
    buyer: { name: 'Minato Trading K.K.', address: '1-2-3 Shibaura\nMinato-ku\nTokyo\n105-0001', country: 'JP' },
    consignee: { name: 'Minato Warehouse', address: 'Yokohama', country: 'JP' },
    currency: 'JPY',
    items: [{ ...BASE.items[0], quantity: 3, unitPrice: 1250.5, total: 3752 }],
    charges: [{ description: 'Insurance', amount: 120 }],
    bankDetails: { accountName: 'Nordwind Handels GmbH', accountNumber: '000123456789' },
  },
  'outside of VAT': {
    ...BASE,
    ...zeroRated('O', 'Not subject to VAT'),
    seller: { name: 'Delta Textiles Ltd', address: 'Da Nang', country: 'VN', registrationId: '0400123456' },
    bankDetails: undefined,
    dueDate: undefined,
    originCountry: 'VN',
  },
} as const;

/** @returns the data as the API has them once they are parsed */
export function electronicInvoice(name: keyof typeof ELECTRONIC_INVOICES): CommercialInvoiceData {
  return CommercialInvoiceData.parse(JSON.parse(JSON.stringify(ELECTRONIC_INVOICES[name])));
}
