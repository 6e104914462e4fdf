/** Bodies of the generation, as a client sends them. The invoice is the specification's, with neutral names. */
const PARTIES = {
  seller: {
    name: 'Delta Textiles Ltd',
    address: '18 Harbour Road\nDa Nang 550000',
    country: 'VN',
    taxId: '0400123456',
  },
  buyer: {
    name: 'Nordwind Handels GmbH',
    address: 'Speicherstrasse 4\n20457 Hamburg',
    country: 'DE',
    eori: 'DE123456789012345',
  },
};

const TRANSPORT = {
  mode: 'sea',
  vessel: 'MV Example Star',
  voyage: '026W',
  portOfLoading: 'Da Nang',
  portOfDischarge: 'Hamburg',
  departureDate: '2026-03-02',
};

export const INVOICE_BODY = {
  type: 'commercial_invoice',
  shipmentId: 'shp_123456',
  data: {
    invoiceNumber: 'INV-2026-001',
    invoiceDate: '2026-01-15',
    seller: { name: 'Delta Textiles Ltd', address: '18 Harbour Road, Da Nang', country: 'VN' },
    buyer: { name: 'Nordwind Handels GmbH', address: 'Speicherstrasse 4, Hamburg', country: 'DE' },
    items: [{ description: 'Cotton T-shirts', hsCode: '610910', quantity: 1000, unitPrice: 5, total: 5000 }],
    currency: 'USD',
    paymentTerms: 'Net 30',
  },
};

const FULL_INVOICE = {
  ...INVOICE_BODY.data,
  ...PARTIES,
  consignee: { name: 'Nordwind Logistik GmbH', address: 'Am Sandtorkai 50\n20457 Hamburg', country: 'DE' },
  items: [
    {
      description: "Men's cotton T-shirts, knitted, 160 g/m²",
      hsCode: '6109.10',
      quantity: 1200,
      unitPrice: 4.35,
      total: 5220,
      unit: 'pcs',
      originCountry: 'VN',
    },
    {
      description: 'Cotton polo shirts',
      hsCode: '6105.10',
      quantity: 350.5,
      unitPrice: 6.125,
      total: 2146.81,
      unit: 'pcs',
    },
  ],
  charges: [
    { description: 'Ocean freight', amount: 640.5 },
    { description: 'Discount', amount: -100 },
  ],
  grandTotal: 7907.31,
  incoterm: { code: 'CIF', place: 'Hamburg' },
  transport: TRANSPORT,
  originCountry: 'VN',
  poNumber: 'PO-7781',
  lcNumber: 'LC-2026-44',
  marks: 'NORDWIND / HAMBURG / 1-80',
  packages: { quantity: 80, type: 'cartons' },
  weights: { net: { value: 620, unit: 'KGM' }, gross: { value: 690.5, unit: 'KGM' } },
  bankDetails: {
    bankName: 'Example Bank',
    accountName: 'Delta Textiles Ltd',
    accountNumber: '000123456789',
    swiftBic: 'EXMPVNVX',
  },
  signatory: { name: 'Export Department', title: 'Authorised signatory', place: 'Da Nang', date: '2026-01-15' },
  notes: 'Goods packed in sea-worthy cartons.',
};

const manyItems = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    description: `Article ${index + 1}, assorted${index % 7 === 0 ? ', with a longer description that needs a second line in its column' : ''}`,
    hsCode: '610910',
    quantity: index + 1,
    unitPrice: 2.5,
    total: (index + 1) * 2.5,
  }));

const packing = (count: number) => ({
  packingListNumber: 'PL-2026-001',
  date: '2026-01-15',
  exporter: PARTIES.seller,
  consignee: PARTIES.buyer,
  invoiceNumber: 'INV-2026-001',
  containers: ['MSCU6639870'],
  transport: TRANSPORT,
  packages: Array.from({ length: count }, (_, index) => ({
    number: `${index * 10 + 1}-${index * 10 + 10}`,
    type: 'Carton',
    quantity: 10,
    contents: [{ description: 'Cotton T-shirts', quantity: 150, unit: 'pcs', hsCode: '610910' }],
    netWeight: { value: 75.5, unit: 'KGM' },
    grossWeight: { value: 84.2, unit: 'KGM' },
    dimensions: '60 x 40 x 40 cm',
  })),
  signatory: { name: 'Warehouse', place: 'Da Nang', date: '2026-01-15' },
});

const origin = (count: number) => ({
  certificateNumber: 'CO-2026-001',
  exporter: PARTIES.seller,
  consignee: { name: 'Southern Cross Imports Pty Ltd', address: '9 Dock Street\nMelbourne VIC 3008', country: 'AU' },
  originCountry: 'VN',
  agreement: 'RCEP',
  originCriterion: 'PE',
  issueDate: '2026-01-20',
  invoiceRef: 'INV-2026-001',
  issuingBody: 'Chamber of Commerce',
  transport: TRANSPORT,
  items: Array.from({ length: count }, (_, index) => ({
    itemNumber: index + 1,
    marks: `SCI/${index + 1}`,
    packages: '10 cartons',
    description: 'Cotton T-shirts, knitted',
    hsCode: '610910',
    grossWeight: { value: 84.2, unit: 'KGM' },
  })),
});

const lading = (count: number) => ({
  blNumber: 'BL-2026-001',
  shipper: PARTIES.seller,
  toOrder: true,
  notifyParty: PARTIES.buyer,
  portOfLoading: 'Da Nang',
  portOfDischarge: 'Hamburg',
  vessel: 'MV Example Star',
  voyage: '026W',
  issueDate: '2026-03-02',
  shippedOnBoardDate: '2026-03-02',
  freight: 'prepaid',
  originals: 3,
  carrier: { name: 'Example Ocean Line' },
  containers: [{ number: 'MSCU6639870', seals: ['SL12345'], type: '40HC' }],
  goods: Array.from({ length: count }, (_, index) => ({
    description: 'Cotton T-shirts, knitted',
    packages: '10 cartons',
    grossWeight: { value: 84.2, unit: 'KGM' },
    hsCode: '610910',
    measurement: 0.96,
    marks: `NW/${index + 1}`,
  })),
});

const CHINESE = {
  seller: { name: '深圳市示例电子有限公司', address: '广东省深圳市南山区科技路8号', country: 'CN' },
  buyer: { name: '北方贸易有限公司', address: '上海市浦东新区世纪大道100号', country: 'CN' },
};
const ARABIC = {
  seller: { name: 'شركة المثال للتجارة', address: 'شارع الميناء 12\nدبي', country: 'AE' },
  buyer: { name: 'مؤسسة الشمال للاستيراد', address: 'طريق الملك 7\nجدة', country: 'SA' },
};

function inLanguage(locale: 'zh' | 'ar') {
  const parties = locale === 'zh' ? CHINESE : ARABIC;
  const goods = locale === 'zh' ? '棉质T恤衫' : 'قمصان قطنية';
  const { seller, buyer } = parties;
  const invoice = {
    ...INVOICE_BODY.data,
    ...parties,
    locale,
    items: [{ ...INVOICE_BODY.data.items[0], description: goods }],
  };
  return {
    commercial_invoice: invoice,
    proforma_invoice: { ...invoice, proformaNumber: 'PF-7' },
    packing_list: { ...packing(1), exporter: seller, consignee: buyer, locale },
    certificate_of_origin: {
      ...origin(1),
      exporter: seller,
      consignee: buyer,
      originCountry: seller.country,
      agreement: undefined,
      locale,
    },
    bill_of_lading: { ...lading(1), shipper: seller, notifyParty: buyer, locale },
  };
}

function bodies(suffix: string, data: Record<string, object>): Record<string, { type: string; data: object }> {
  return Object.fromEntries(Object.entries(data).map(([type, value]) => [`${type}-${suffix}`, { type, data: value }]));
}

const PROFORMA = {
  ...FULL_INVOICE,
  proformaNumber: 'PF-2026-007',
  validUntil: '2026-02-15',
  leadTime: '30 days',
  deposit: 2000,
};

/** Taxes on parts of an invoice, one of them none with its reason, and the day on which it is due. */
const TAXED = {
  ...FULL_INVOICE,
  dueDate: '2026-02-14',
  taxes: [
    { name: 'VAT', rate: 20, base: 5760.5 },
    { name: 'VAT', rate: 0, base: 2146.81, exemptionReason: 'Reverse charge: VAT is owed by the buyer' },
  ],
  taxTotal: 1152.1,
  grandTotal: 9059.41,
};

/** Five types, each with one item, sixty items, in Chinese and in Arabic, and an invoice with taxes. */
export const SAMPLES: Record<string, { type: string; data: object }> = {
  ...bodies('one', {
    commercial_invoice: FULL_INVOICE,
    proforma_invoice: PROFORMA,
    packing_list: packing(1),
    certificate_of_origin: origin(1),
    bill_of_lading: lading(1),
  }),
  ...bodies('taxed', { commercial_invoice: TAXED }),
  ...bodies('sixty', {
    commercial_invoice: { ...INVOICE_BODY.data, items: manyItems(60) },
    proforma_invoice: { ...INVOICE_BODY.data, items: manyItems(60) },
    packing_list: packing(60),
    certificate_of_origin: origin(60),
    bill_of_lading: lading(60),
  }),
  ...bodies('chinese', inLanguage('zh')),
  ...bodies('arabic', inLanguage('ar')),
};
