import { DocumentRequest, type DocumentContent } from '../../../../domain/documents/registry';
import type { ConsignmentParts, FiledPayment } from '../../../../domain/shipments/file/facts';
import type { Shipment } from '../../../../domain/shipments/shipment';

type Data = Record<string, unknown>;

const SELLER = { name: 'Delta Textiles Ltd', address: '18 Harbour Road, Da Nang', country: 'VN' };
const BUYER = { name: 'Nordwind Handels GmbH', address: 'Speicherstrasse 4, Hamburg', country: 'DE' };
const TRANSPORT = {
  ...{ mode: 'sea', vessel: 'MV Example Star', voyage: '026W', portOfLoading: 'Da Nang' },
  ...{ portOfDischarge: 'Hamburg', departureDate: '2026-03-02' },
};

/** Data of the four papers of one consignment that agree about everything. */
export interface Papers {
  invoice: Data;
  packing: Data;
  certificate: Data;
  bill: Data;
  shipment: Shipment;
  payment: FiledPayment;
}

/** @param scale how many times the goods, which changes amounts, quantities and weights alike */
export function consistentPapers(scale = 1): Papers {
  const [quantity, gross, net, packages] = [1000 * scale, 700 * scale, 640 * scale, 20 * scale];
  const papers = {
    invoice: {
      invoiceNumber: 'INV-2026-001',
      invoiceDate: '2026-01-15',
      dueDate: '2026-03-15',
      ...{ seller: SELLER, buyer: BUYER, transport: TRANSPORT, originCountry: 'VN', currency: 'USD' },
      items: [
        { description: 'Cotton T-shirts', hsCode: '6109.10', quantity, unitPrice: 5, total: 5 * quantity, unit: 'pcs' },
      ],
      paymentTerms: 'By bank transfer',
      incoterm: { code: 'CIF', place: 'Hamburg' },
      packages: { quantity: packages },
      weights: { gross, net },
      bankDetails: { accountNumber: 'GB33 BUKB 2020 1555 5555 55', paymentReference: 'RF18539007547034' },
    },
    packing: {
      packingListNumber: 'PL-1',
      date: '2026-01-15',
      ...{ exporter: SELLER, consignee: BUYER, buyer: BUYER, transport: TRANSPORT, invoiceNumber: 'INV-2026-001' },
      packages: [
        {
          number: '1-20',
          type: 'carton',
          quantity: packages,
          contents: [{ description: 'Cotton T-shirts', quantity, unit: 'pcs', hsCode: '610910' }],
          netWeight: net,
          grossWeight: gross,
        },
      ],
      containers: ['MSKU9070323'],
    },
    certificate: {
      certificateNumber: 'CO-1',
      ...{ exporter: SELLER, consignee: BUYER, originCountry: 'VN', transport: TRANSPORT, invoiceRef: 'INV-2026-001' },
      items: [
        {
          ...{ itemNumber: 1, marks: 'NW', packages: '20 cartons', description: 'T-shirts', hsCode: '610910' },
          ...{ quantity, unit: 'pcs', grossWeight: gross },
        },
      ],
    },
    bill: {
      blNumber: 'BL-1',
      ...{ shipper: SELLER, consignee: BUYER, portOfLoading: 'Da Nang', portOfDischarge: 'Hamburg' },
      ...{ vessel: 'MV EXAMPLE STAR', voyage: '026W', freight: 'prepaid', shippedOnBoardDate: '2026-03-02' },
      goods: [{ description: 'T-shirts', packages: '20 cartons', grossWeight: gross, hsCode: '610910' }],
      containers: [{ number: 'MSKU9070323' }],
    },
    shipment: {
      id: 'shp_1',
      reference: null,
      origin_country: 'VN',
      destination_country: 'DE',
      hs_code: '6109.10.00',
      status: 'pending',
      description: null,
      value: 5 * quantity,
      currency: 'USD',
      weight: gross,
      weight_unit: 'kg',
      buyer: 'NORDWIND HANDELS GMBH',
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
    },
    payment: {
      instructionId: 'instr_1',
      amount: 5 * quantity,
      currency: 'USD',
      expectedDate: '2026-03-10',
      payee: 'Delta Textiles Ltd.',
      accountNumber: 'GB33BUKB20201555555555',
      reference: 'RF18 5390 0754 7034',
    },
  } satisfies Papers;
  // Parties are objects of each paper.
  return JSON.parse(JSON.stringify(papers)) as Papers;
}

/** @returns the papers as the file reads them */
export function partsOf({ shipment, payment, ...papers }: Papers): ConsignmentParts {
  const contentOf = (type: string, data: Data): DocumentContent => DocumentRequest.parse({ type, data });
  return {
    shipment,
    documents: [
      { id: 'doc_invoice', content: contentOf('commercial_invoice', papers.invoice) },
      { id: 'doc_packing', content: contentOf('packing_list', papers.packing) },
      { id: 'doc_certificate', content: contentOf('certificate_of_origin', papers.certificate) },
      { id: 'doc_bill', content: contentOf('bill_of_lading', papers.bill) },
    ],
    payments: [payment],
  };
}
