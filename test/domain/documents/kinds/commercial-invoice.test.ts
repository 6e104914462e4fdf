import { commercialInvoice, CommercialInvoiceData } from '../../../../domain/documents/kinds/commercial-invoice';
import { INVOICE_BODY } from '../../../documents/support/samples';

const FACTS = { today: '2026-03-02', agreements: [] };

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
});
