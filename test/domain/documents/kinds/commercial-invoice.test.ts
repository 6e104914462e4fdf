import { commercialInvoice, CommercialInvoiceData } from '../../../../domain/documents/kinds/commercial-invoice';
import { INVOICE_BODY } from '../../../documents/support/samples';

const FACTS = { today: '2026-03-02', agreements: [], invoiceFormat: 'pdf' as const };

describe('a commercial invoice', () => {
  const invoice = (overrides: object = {}) => CommercialInvoiceData.parse({ ...INVOICE_BODY.data, ...overrides });

  it('is that of the specification', () => {
    expect(commercialInvoice.numberOf(invoice())).toBe('INV-2026-001');
    expect(commercialInvoice.check(invoice(), FACTS)).toMatchObject({ faults: [], warnings: [] });
  });

  it('has totals that are the products of its lines', () => {
    const items = [{ ...INVOICE_BODY.data.items[0], total: 5001 }];
    expect(commercialInvoice.check(invoice({ items }), FACTS).faults).toMatchObject([{ field: 'items.0.total' }]);
  });

  it('names the bank by a right clearing code and a right reference', () => {
    const faults = (bankDetails: object) =>
      CommercialInvoiceData.safeParse({ ...INVOICE_BODY.data, bankDetails }).error?.issues.map(
        ({ path, message }) => `${path.join('.')} ${message}`,
      ) ?? [];
    const clearing = { scheme: 'USABA', code: '021000021' };
    expect(faults({ clearing, paymentReference: 'RF18 5390 0754 7034' })).toEqual([]);
    expect(faults({ clearing: { ...clearing, code: '021000022' }, paymentReference: 'RF19 5390' })).toEqual([
      'bankDetails.clearing.code has a wrong check digit (USABA)',
      'bankDetails.paymentReference begins with RF, but is no creditor reference with right check digits (ISO 11649)',
    ]);
  });

  it('is not due before its date, and is warned of a day that its terms do not give', () => {
    const due = (dueDate: string, paymentTerms = 'Net 30') => {
      const { faults, warnings } = commercialInvoice.check(invoice({ dueDate, paymentTerms }), FACTS);
      return [...faults, ...warnings].map(({ field, code, message }) => `${field} ${code}: ${message}`);
    };
    expect([due('2026-02-14'), due('2026-03-01', '30 % in advance'), due('2026-01-15', 'on receipt')]).toEqual([
      [],
      [],
      [],
    ]);
    expect(due('2026-01-14')).toEqual(['dueDate order: must not be before invoiceDate']);
    expect(due('2026-02-15')).toEqual(['dueDate payment_terms: is not that of paymentTerms, which is 2026-02-14']);
  });
});
