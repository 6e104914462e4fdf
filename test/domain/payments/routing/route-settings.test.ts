import { routeBoundFaults } from '../../../../domain/payments/routing/route-settings';

/** Source: docs/GAPS.md#P10 */
describe('bounds of a route', () => {
  it.each([
    [{}],
    [{ feeMin: '1', feeMax: '1', minAmount: '9', maxAmount: '10' }],
    [{ feeMin: '5', feeMax: null }],
    [{ feeMin: null, feeMax: '5' }],
  ])('%j can be kept', (bounds) => {
    expect(routeBoundFaults(bounds)).toEqual([]);
  });

  it('are refused with every fault named', () => {
    const faults = routeBoundFaults({ feeMin: '10', feeMax: '9', minAmount: '100.5', maxAmount: '100.4' });
    expect(faults.map(({ field, code }) => [field, code])).toEqual([
      ['feeMin', 'above_maximum'],
      ['minAmount', 'above_maximum'],
    ]);
    expect(faults.map(({ message }) => message)).toEqual([
      'The least fee, 10, is above the highest, 9.',
      'The least amount, 100.5, is above the highest, 100.4.',
    ]);
  });
});
