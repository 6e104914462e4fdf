import { carryOver } from '../../../domain/documents/carry-over';
import { DOCUMENT_TYPES } from '../../../domain/documents/registry';

const seller = { name: 'Example Export', address: '1 Harbour Road', country: 'VN' };
const buyer = { name: 'Example Import', address: '2 Market Street', country: 'DE' };
const transport = {
  mode: 'sea',
  vessel: 'Aurora',
  voyage: '12W',
  portOfLoading: 'Haiphong',
  portOfDischarge: 'Hamburg',
};
const shirts = { description: 'Cotton t-shirts', hsCode: '610910', quantity: 100 };

const invoice = {
  invoiceNumber: 'INV-1',
  invoiceDate: '2026-01-31',
  currency: 'USD',
  paymentTerms: 'Net 30',
  ...{ seller, buyer, transport, locale: 'de' },
  items: [{ ...shirts, unitPrice: 4.5, total: 450, originCountry: 'VN' }],
};
const packingList = {
  packingListNumber: 'PL-1',
  ...{ exporter: seller, consignee: buyer, transport },
  containers: ['MSKU1234565'],
  packages: [
    {
      number: '1-10',
      type: 'cartons',
      quantity: 10,
      contents: [shirts],
      netWeight: { value: 90, unit: 'KGM' },
      grossWeight: { value: 100, unit: 'KGM' },
      marks: 'EX/1',
    },
    {
      number: '11',
      type: 'box',
      quantity: 1,
      contents: ['Buttons', { description: 'Zips' }],
      grossWeight: { value: 5 },
    },
  ],
};

describe('data of one document carried over into another', () => {
  it('takes the parties by their parts, the goods line by line and the number of the invoice', () => {
    const data = { type: 'commercial_invoice' as const, data: invoice };
    expect(carryOver(data, 'packing_list')).toEqual({
      ...{ exporter: seller, consignee: buyer, buyer, transport, locale: 'de', invoiceNumber: 'INV-1' },
      packages: [{ contents: [shirts] }],
    });
    expect(carryOver(data, 'certificate_of_origin')).toEqual({
      ...{ exporter: seller, consignee: buyer, transport, locale: 'de', invoiceRef: 'INV-1', originCountry: 'VN' },
      items: [{ itemNumber: '1', ...shirts }],
    });
    expect(carryOver(data, 'bill_of_lading')).toEqual({
      ...{ shipper: seller, consignee: buyer, locale: 'de' },
      ...{ vessel: 'Aurora', voyage: '12W', portOfLoading: 'Haiphong', portOfDischarge: 'Hamburg' },
      goods: [{ description: 'Cotton t-shirts', hsCode: '610910' }],
    });
  });

  it('takes weights and packages of a line in which one thing lies, and containers', () => {
    const data = { type: 'packing_list' as const, data: packingList };
    expect(carryOver(data, 'bill_of_lading')).toMatchObject({
      goods: [
        {
          description: 'Cotton t-shirts',
          packages: '10 cartons',
          grossWeight: { value: 100, unit: 'KGM' },
          marks: 'EX/1',
        },
        { description: 'Buttons' },
        { description: 'Zips' },
      ],
      containers: [{ number: 'MSKU1234565' }],
    });
    expect(carryOver(data, 'commercial_invoice')).toEqual({
      ...{ seller, buyer, consignee: buyer, transport },
      items: [shirts, { description: 'Buttons' }, { description: 'Zips' }],
    });
  });

  it('takes places and container numbers of a bill of lading', () => {
    const bill = {
      ...{ blNumber: 'BL-1', shipper: seller, consignee: buyer, vessel: 'Aurora', voyage: '12W' },
      ...{
        portOfLoading: 'Haiphong',
        portOfDischarge: 'Hamburg',
        containers: [{ number: 'MSKU1234565', seals: ['1'] }],
      },
      goods: [
        {
          ...{ description: 'Cotton t-shirts', packages: '10 cartons' },
          ...{ grossWeight: 100, measurement: { value: 1.2, unit: 'MTQ' } },
        },
      ],
    };
    expect(carryOver({ type: 'bill_of_lading', data: bill }, 'packing_list')).toEqual({
      ...{ exporter: seller, consignee: buyer, transport, containers: ['MSKU1234565'] },
      packages: [
        {
          ...{ grossWeight: { value: 100, unit: 'KGM' }, measurement: 1.2 },
          contents: [{ description: 'Cotton t-shirts' }],
        },
      ],
    });
  });

  it('gives no document the number or the date of another one', () => {
    const proforma = { ...invoice, invoiceNumber: undefined, proformaNumber: 'PI-1' };
    const invoiced = carryOver({ type: 'proforma_invoice', data: proforma }, 'commercial_invoice');
    expect(invoiced).not.toHaveProperty('invoiceNumber');
    expect(invoiced).not.toHaveProperty('invoiceDate');
    const again = carryOver({ type: 'commercial_invoice', data: invoice }, 'commercial_invoice');
    expect(again).toMatchObject({ currency: 'USD', items: invoice.items });
    expect(again).not.toHaveProperty('invoiceNumber');
    expect(again).not.toHaveProperty('invoiceDate');
  });

  it('is empty where nothing is known', () => {
    for (const from of DOCUMENT_TYPES)
      for (const to of DOCUMENT_TYPES)
        for (const data of [null, [], 'text', {}, { items: 'many', packages: [null], transport: 7 }])
          expect(carryOver({ type: from, data }, to)).toEqual({});
  });
});
