import { proformaInvoice, ProformaInvoiceData } from '../../../../domain/documents/kinds/proforma-invoice';
import { INVOICE_BODY } from '../../../documents/support/samples';

const { invoiceNumber, ...members } = INVOICE_BODY.data;
const parse = (overrides: object) => ProformaInvoiceData.safeParse({ ...members, ...overrides });
const check = (overrides: object) => {
  const data = ProformaInvoiceData.parse({ ...members, invoiceNumber, ...overrides });
  return proformaInvoice.check(data, { today: '2026-03-02', agreements: [], invoiceFormat: 'pdf' });
};

describe('a proforma invoice', () => {
  it('has a number of its own, or that of the invoice', () => {
    const numberOf = (overrides: object) =>
      proformaInvoice.numberOf(ProformaInvoiceData.parse({ ...members, ...overrides }));
    expect(numberOf({ proformaNumber: 'P-1', invoiceNumber })).toBe('P-1');
    expect(numberOf({ invoiceNumber })).toBe('INV-2026-001');
    expect(parse({}).error?.issues).toMatchObject([
      { path: ['proformaNumber'], message: 'is required, unless invoiceNumber is given' },
    ]);
  });

  it('is valid until its own date or a later one', () => {
    expect(check({ validUntil: '2026-01-15' }).faults).toEqual([]);
    expect(check({ validUntil: '2026-01-14' }).faults).toEqual([
      { field: 'validUntil', code: 'order', message: 'must not be before invoiceDate' },
    ]);
  });

  it('asks for no larger deposit than its total', () => {
    expect(check({ deposit: 5000 }).faults).toEqual([]);
    expect(check({ deposit: 5000.01 }).faults).toEqual([
      { field: 'deposit', code: 'sum', message: 'must not exceed the total' },
    ]);
    expect(check({ deposit: 0.001 }).faults).toMatchObject([{ field: 'deposit', code: 'decimals' }]);
  });

  it('has the checks of an invoice', () => {
    expect(check({ grandTotal: 4999 }).faults).toMatchObject([{ field: 'grandTotal' }]);
    const items = [{ ...members.items[0], unitPrice: 0, total: 0 }];
    expect(check({ items }).warnings).toMatchObject([{ code: 'zero_value' }]);
  });
});
