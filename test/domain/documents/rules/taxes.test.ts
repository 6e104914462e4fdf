import { InvoiceMembers } from '../../../../domain/documents/kinds/invoice-parts';
import { checkInvoice, invoiceTotals } from '../../../../domain/documents/rules/invoice';
import { taxMinor } from '../../../../domain/documents/rules/taxes';
import { INVOICE_BODY } from '../../../documents/support/samples';

/** Source: docs/GAPS.md#D3 */
describe('taxes of an invoice', () => {
  const ITEM = { ...INVOICE_BODY.data.items[0], quantity: 1, unitPrice: 100, total: 100 };
  const FREIGHT = [{ description: 'Freight', amount: 50 }];
  const VAT = { name: 'VAT', rate: 20 };
  const sent = (overrides: object) => ({ ...INVOICE_BODY.data, items: [ITEM], charges: FREIGHT, ...overrides });
  const faults = (overrides: object) =>
    checkInvoice(sent(overrides)).faults.map(({ field, code, message }) => `${field} ${code}: ${message}`);

  it.each([
    [10_000n, 20, 2_000n],
    [1_005n, 10, 101n],
    [333n, 8.875, 30n],
    [10_000n, 0, 0n],
  ])('on %d minor units at %d %% are %d, rounded once', (base, rate, expected) => {
    expect(taxMinor(base, rate)).toBe(expected);
  });

  it('are charged on items and charges where they state no base, and add up with them', () => {
    const reduced = { name: 'VAT', rate: 10, base: 100, amount: 10 };
    const data = InvoiceMembers.parse(sent({ taxes: [VAT, reduced] }));
    expect(invoiceTotals(data, 2)).toMatchObject({
      subtotalMinor: 10_000n,
      netMinor: 15_000n,
      taxes: [
        { rate: 20, baseMinor: 15_000n, amountMinor: 3_000n },
        { rate: 10, baseMinor: 10_000n, amountMinor: 1_000n },
      ],
      taxMinor: 4_000n,
      grandTotalMinor: 19_000n,
    });
    expect(faults({ taxes: [VAT, reduced], subtotal: 100, taxTotal: 40, grandTotal: 190 })).toEqual([]);
  });

  it('that contradict what they come from are refused, each by its name', () => {
    const taxes = [
      { ...VAT, base: 150.01 },
      { ...VAT, amount: 31 },
      { ...VAT, base: 0.001 },
    ];
    expect(faults({ taxes })).toEqual([
      'taxes.0.base sum: must not exceed items, charges and the taxes before it, which are 150.00',
      'taxes.1.amount sum: must be base x rate / 100, which is 30.00',
      'taxes.2.base decimals: has more than 2 decimals',
    ]);
    expect(faults({ taxes: [VAT], taxTotal: 31, grandTotal: 150 })).toEqual([
      'taxTotal sum: must be the sum of the taxes, which is 30.00',
      'grandTotal sum: must be the sum of items, charges and taxes, which is 180.00',
    ]);
    expect(faults({ taxTotal: 1 })).toEqual(['taxTotal sum: must be the sum of the taxes, which is 0.00']);
  });

  it('may be charged on a tax before them, as VAT is on an excise', () => {
    const excise = { name: 'Excise', rate: 10, base: 100, amount: 10 };
    expect(faults({ taxes: [excise, { ...VAT, base: 160, amount: 32 }], grandTotal: 192 })).toEqual([]);
    expect(faults({ taxes: [excise, { ...VAT, base: 160.01 }] })).toEqual([
      expect.stringContaining('which are 160.00'),
    ]);
  });

  it('of a wrong line are judged by the line as it was added up too', () => {
    const items = [{ ...ITEM, total: 90 }];
    expect(faults({ items, taxes: [{ ...VAT, amount: 28 }], taxTotal: 28, grandTotal: 168 })).toEqual([
      'items.0.total sum: must be quantity x unitPrice, which is 100.00',
    ]);
  });

  it('have a rate in percent', () => {
    const rates = [20, 100, 100.1, -1, 8.12345].map((rate) =>
      InvoiceMembers.safeParse(sent({ taxes: [{ ...VAT, rate }] })),
    );
    expect(rates.map(({ success }) => success)).toEqual([true, true, false, false, false]);
  });
});
