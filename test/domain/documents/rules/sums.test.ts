import { FindingList } from '../../../../domain/documents/rules/finding';
import { addSums, addUp, checkAmount, compareSum, minorOf } from '../../../../domain/documents/rules/sums';

describe('amounts of a document', () => {
  it('are sound with as many decimals as their currency has, also below zero', () => {
    const list = new FindingList();
    expect(checkAmount(list, 'total', 12.34, 2)).toBe(true);
    expect(checkAmount(list, 'discount', -12.34, 2)).toBe(true);
    expect(checkAmount(list, 'yen', 1_000, 0)).toBe(true);
    expect(list.faults).toEqual([]);
  });

  it('are refused with more decimals, and with more digits than a number carries', () => {
    const list = new FindingList();
    expect(checkAmount(list, 'total', 12.345, 2)).toBe(false);
    expect(checkAmount(list, 'yen', 0.5, 0)).toBe(false);
    expect(checkAmount(list, 'vast', 12_345_678_901_234.56, 2)).toBe(false);
    expect(list.faults.map(({ field, message }) => [field, message])).toEqual([
      ['total', 'has more than 2 decimals'],
      ['yen', 'has more than 0 decimals'],
      ['vast', 'has more than 15 significant digits'],
    ]);
  });

  it('are counted in minor units, and not at all where they are absent or unsound', () => {
    const list = new FindingList();
    expect(minorOf(list, 'total', 12.34, 2)).toBe(1_234n);
    expect(minorOf(list, 'zero', 0, 2)).toBe(0n);
    expect([minorOf(list, 'none', null, 2), minorOf(list, 'left out', undefined, 2)]).toEqual([null, null]);
    expect(list.faults).toEqual([]);
    expect(minorOf(list, 'odd', 0.001, 2)).toBeNull();
    expect(list.faults).toHaveLength(1);
  });
});

describe('sums of a document', () => {
  it('are known where every part is', () => {
    expect(addUp([1n, 2n, -5n])).toBe(-2n);
    expect(addUp([])).toBe(0n);
    expect(addUp([1n, null, 2n])).toBeNull();
  });

  it('are kept as stated and as due, each by itself', () => {
    const parts = [
      { statedMinor: 100n, dueMinor: 110n },
      { statedMinor: null, dueMinor: 5n },
    ];
    expect(addSums(parts)).toEqual({ statedMinor: null, dueMinor: 115n });
  });

  const sums = { statedMinor: 100n, dueMinor: 110n, what: 'the sum of the lines' };

  it.each([
    ['that which is due', 110n],
    ['that of the lines as they are stated', 100n],
    ['unknown itself', null],
  ])('pass when the amount is %s', (_name, amount) => {
    const list = new FindingList();
    compareSum(list, 'grandTotal', amount, sums, 2);
    expect(list.faults).toEqual([]);
  });

  it('are compared with nothing while a part is unknown', () => {
    const list = new FindingList();
    compareSum(list, 'grandTotal', 1n, { ...sums, statedMinor: null }, 2);
    compareSum(list, 'grandTotal', 1n, { ...sums, dueMinor: null }, 2);
    expect(list.faults).toEqual([]);
  });

  it('are refused otherwise, with the amount that is due', () => {
    const list = new FindingList();
    compareSum(list, 'grandTotal', 105n, sums, 2);
    expect(list.faults).toEqual([
      { field: 'grandTotal', code: 'sum', message: 'must be the sum of the lines, which is 1.10' },
    ]);
  });
});
