import fc from 'fast-check';
import { lineTotalMinor } from '../../../../domain/documents/rules/invoice';

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
