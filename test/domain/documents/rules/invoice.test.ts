import fc from 'fast-check';
import { InvoiceMembers } from '../../../../domain/documents/kinds/invoice-parts';
import { FindingList } from '../../../../domain/documents/rules/finding';
import { checkInvoice, invoiceTotals, lineTotalMinor } from '../../../../domain/documents/rules/invoice';
import { checkAmount } from '../../../../domain/documents/rules/sums';
import { INVOICE_BODY } from '../../../documents/support/samples';

describe('sums', () => {
  it.each([
    [3, 0.335, 2, 101n],
    [1, 0.005, 2, 1n],
    [350.5, 6.125, 2, 214_681n],
    [3, 33.333333, 2, 10_000n],
    [7, 1500, 0, 10_500n],
    [2, 0.0005, 3, 1n],
  ])('%d x %d at %d digits is %d minor units', (quantity, unitPrice, digits, expected) => {
    expect(lineTotalMinor({ quantity, unitPrice }, digits)).toBe(expected);
  });

  it('are exact for whole cents, whatever the size', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 0, max: 10_000_000 }),
        (quantity, cents) => {
          expect(lineTotalMinor({ quantity, unitPrice: cents / 100 }, 2)).toBe(BigInt(quantity) * BigInt(cents));
        },
      ),
    );
  });
});

/** Source: docs/GAPS.md#D3 */
describe('an invoice', () => {
  const ITEM = { ...INVOICE_BODY.data.items[0], quantity: 3, unitPrice: 0.335, total: 1.01 };
  const check = (overrides: object) =>
    checkInvoice(InvoiceMembers.parse({ ...INVOICE_BODY.data, items: [ITEM], ...overrides }));
  const faults = (overrides: object) =>
    check(overrides).faults.map(({ field, code, message }) => `${field} ${code}: ${message}`);
  const total = (unitPrice: number, sum: number) => ({ items: [{ ...ITEM, unitPrice, total: sum }] });

  it('has lines that are quantity times price', () => {
    expect(faults({})).toEqual([]);
    expect(faults(total(0.335, 1.02))).toEqual(['items.0.total sum: must be quantity x unitPrice, which is 1.01']);
    expect(faults({ ...total(0.335, 1.01), currency: 'JPY' })).toEqual([
      'items.0.total decimals: has more than 0 decimals',
    ]);
    expect(faults(total(0.0000001, 0))).toEqual(['items.0.unitPrice decimals: has more than 6 decimals']);
    expect(faults({ items: [ITEM, { ...ITEM, total: 1 }] })).toEqual([expect.stringContaining('items.1.total sum')]);
  });

  it('is warned of goods without a value', () => {
    expect(check(total(0, 0)).warnings).toEqual([
      { field: 'items.0.total', code: 'zero_value', message: 'customs asks for a value even of free goods' },
    ]);
    expect(check({}).warnings).toEqual([]);
  });

  it('has sums that are those of its lines and charges', () => {
    const charges = [{ description: 'Freight', amount: 2 }];
    expect(faults({ charges, subtotal: 1.01, grandTotal: 3.01 })).toEqual([]);
    expect(faults({ charges, subtotal: 3.01, grandTotal: 1.01 })).toEqual([
      'subtotal sum: must be the sum of the items, which is 1.01',
      'grandTotal sum: must be the sum of items and charges, which is 3.01',
    ]);
    expect(faults({ subtotal: 1.001 })).toEqual(['subtotal decimals: has more than 2 decimals']);
  });

  it('has charges of its currency that leave something to pay', () => {
    const charge = (amount: number) => ({ charges: [{ description: 'Discount', amount }] });
    expect(faults(charge(-1.01))).toEqual([]);
    expect(faults(charge(-1.02))).toEqual(['charges sum: must not exceed the value of the goods']);
    expect(faults({ ...charge(0.001), grandTotal: 7 })).toEqual([
      'charges.0.amount decimals: has more than 2 decimals',
    ]);
  });

  it('names sums that are wrong beside lines that are', () => {
    expect(faults({ ...total(0.335, 1.02), grandTotal: 7 })).toHaveLength(2);
  });

  it('has no gross weight below the net weight, whatever their units', () => {
    const weights = (net: unknown, gross: unknown) => faults({ weights: { net, gross } });
    expect([
      weights(5, 5),
      weights(5, undefined),
      weights(undefined, 5),
      weights(5, { value: 11.1, unit: 'LBR' }),
    ]).toEqual([[], [], [], []]);
    // 100 kg are 220.46226... lb, which nobody writes out.
    expect(weights(100, { value: 220.462, unit: 'LBR' })).toEqual([]);
    expect(weights(5, 4.9)).toEqual(['weights.gross weight: must not be below the net weight']);
    expect(weights(5, { value: 11, unit: 'LBR' })).toEqual([expect.stringContaining('weights.gross weight')]);
  });

  it('is warned of terms that are for the sea alone', () => {
    const terms = (code: string, mode: string) =>
      check({ incoterm: { code, place: 'Da Nang' }, transport: { mode } }).warnings.map(({ message }) => message);
    expect(terms('FOB', 'air')).toEqual(['FOB is meant for sea and inland waterway transport']);
    expect([terms('FOB', 'sea'), terms('FCA', 'air')]).toEqual([[], []]);
    expect(check({ incoterm: { code: 'FOB', place: 'Da Nang' } }).warnings).toEqual([]);
  });

  it('adds up in minor units', () => {
    const data = InvoiceMembers.parse({
      ...INVOICE_BODY.data,
      items: [ITEM, ITEM],
      charges: [{ description: 'Discount', amount: -0.02 }],
    });
    const totals = { subtotalMinor: 202n, netMinor: 200n, taxes: [], taxMinor: 0n, grandTotalMinor: 200n };
    expect(invoiceTotals(data, 2)).toEqual(totals);
  });

  it('names an amount of too many digits', () => {
    const list = new FindingList();
    expect([checkAmount(list, 'a', 1234567890123456, 2), checkAmount(list, 'b', -1.5, 2)]).toEqual([false, true]);
    expect(list.faults).toEqual([{ field: 'a', code: 'precision', message: 'has more than 15 significant digits' }]);
  });
});
