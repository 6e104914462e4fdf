import { fillLineTotals, withLineTotals, withoutComputedTotals } from '../../../console/documents/line-totals';
import { shapeOf, type Shape } from '../../../console/forms/schema/shape';
import { DOCUMENT_KINDS } from '../../../domain/documents/kinds';

const entered = (currency: string, ...items: object[]) => ({ data: { currency, items } });

describe('the totals of lines in the form of an invoice', () => {
  it('are quantity x unit price in the digits of the currency, where none was typed', () => {
    expect(fillLineTotals(entered('USD', { quantity: 3, unitPrice: 0.335 }))).toEqual(
      entered('USD', { quantity: 3, unitPrice: 0.335, total: 1.01 }),
    );
    expect(fillLineTotals(entered('JPY', { quantity: 3, unitPrice: 0.5 }))).toEqual(
      entered('JPY', { quantity: 3, unitPrice: 0.5, total: 2 }),
    );
  });

  it('stay as they were typed, and are not invented', () => {
    for (const line of [
      { quantity: 2, unitPrice: 5, total: 11 },
      { quantity: 'two', unitPrice: 5 },
      { quantity: -2, unitPrice: 5 },
      { quantity: 2 },
    ])
      expect(fillLineTotals(entered('USD', line))).toEqual(entered('USD', line));
    const unknown = entered('ABC', { quantity: 2, unitPrice: 5 });
    expect(fillLineTotals(unknown)).toEqual(unknown);
    expect(fillLineTotals(undefined)).toEqual({});
  });

  it('are asked for only where their lines have a quantity and a price', () => {
    const fault = 'must be filled in';
    const form = new URLSearchParams({
      'data.items.0.total': '',
      'data.items.1.total': ' ',
      'data.items.2.total': '5',
    });
    const faults = {
      'data.items.0.quantity': fault,
      ...Object.fromEntries([0, 1, 2].map((line) => [`data.items.${line}.total`, fault])),
    };
    expect(Object.keys(withoutComputedTotals(faults, form))).toEqual([
      'data.items.0.quantity',
      'data.items.1.total',
      'data.items.2.total',
    ]);
    const withCurrency = { ...faults, 'data.currency': fault };
    expect(Object.keys(withoutComputedTotals(withCurrency, form))).not.toContain('data.items.1.total');
  });

  it('are said in the form of an invoice, and nowhere else', () => {
    const notes = (shape: Shape): number => {
      if (shape.kind === 'value') return shape.note === undefined ? 0 : 1;
      if (shape.kind === 'list') return notes(shape.item);
      return shape.members.reduce((count, member) => count + notes(member.shape), 0);
    };
    const count = (kind: keyof typeof DOCUMENT_KINDS) => notes(withLineTotals(shapeOf(DOCUMENT_KINDS[kind].request)));
    expect([count('commercial_invoice'), count('proforma_invoice'), count('packing_list')]).toEqual([1, 1, 0]);
  });
});
