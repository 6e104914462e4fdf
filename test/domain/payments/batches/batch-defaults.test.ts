import { completeItem } from '../../../../domain/payments/batches/batch-defaults';

/** Source: docs/GAPS.md#P18 */
describe('a row of a batch', () => {
  const defaults = { purpose: 'goods', valueDate: '2026-12-01', debtor: { name: 'Acme', country: 'DE' } };

  it('has what the batch says where it says nothing itself', () => {
    expect(completeItem({ amount: 1, purpose: null, valueDate: '' }, defaults, false)).toEqual({
      item: { amount: 1, purpose: { code: 'goods' }, valueDate: '2026-12-01', debtor: defaults.debtor },
      isPurposeAssumed: false,
    });
    const own = { purpose: { code: 'tax' }, valueDate: '2026-12-02', debtor: { name: 'B', country: 'FR' } };
    expect(completeItem(own, defaults, true)).toEqual({ item: own, isPurposeAssumed: false });
  });

  it('of a message of a bank has a purpose assumed, and no other row', () => {
    expect(completeItem({ amount: 1 }, {}, true)).toEqual({
      item: { amount: 1, purpose: { code: 'trade_settlement' } },
      isPurposeAssumed: true,
    });
    expect(completeItem({ amount: 1 }, { purpose: { code: 'goods' } }, true)).toMatchObject({
      isPurposeAssumed: false,
    });
    expect(completeItem({ amount: 1 }, {}, false)).toEqual({ item: { amount: 1 }, isPurposeAssumed: false });
  });

  it('that is no object stays what it is', () => {
    for (const item of [null, 'x', [1]]) expect(completeItem(item, defaults, true).item).toBe(item);
  });
});
