import {
  faultsOfRow,
  isRowOf,
  positionOf,
  Repeats,
  rowField,
  rowIdOf,
} from '../../../../domain/payments/batches/row-names';

/** Source: docs/GAPS.md#P18 */
describe('a fault of a row', () => {
  it('is named by its place in the batch', () => {
    expect(rowField(3, 'currency')).toBe('items[3].currency');
    expect(rowField(0, '')).toBe('items[0]');
    expect(faultsOfRow(3, [{ field: 'amount', code: 'x', message: 'm' }])).toEqual([
      { field: 'items[3].amount', code: 'x', message: 'm' },
    ]);
  });
});

describe('the id of a row', () => {
  it('tells its place, and is in the order of places', () => {
    expect(rowIdOf('bat_1', 7)).toBe('bat_1:00007');
    expect(positionOf(rowIdOf('bat_1', 9_999))).toBe(9_999);
    expect(rowIdOf('bat_1', 10) > rowIdOf('bat_1', 9)).toBe(true);
  });

  it('names its batch', () => {
    expect(isRowOf('bat_1', rowIdOf('bat_1', 7))).toBe(true);
    expect(isRowOf('bat_1', rowIdOf('bat_10', 7))).toBe(false);
  });
});

describe('a reference', () => {
  it('may stand in one row of a batch alone', () => {
    const repeats = new Repeats();
    expect(repeats.faultsOf(0, { clientReference: 'a', uetr: 'u' })).toEqual([]);
    expect(repeats.faultsOf(1, { clientReference: 'b' })).toEqual([]);
    // The same text in another member is another reference.
    expect(repeats.faultsOf(2, { quoteId: 'a' })).toEqual([]);
    expect(repeats.faultsOf(3, { clientReference: 'a', uetr: 'u' })).toEqual([
      { field: 'clientReference', code: 'duplicate', message: 'is that of items[0] too' },
      { field: 'uetr', code: 'duplicate', message: 'is that of items[0] too' },
    ]);
  });
});
