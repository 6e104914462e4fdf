import fc from 'fast-check';
import { toMinor } from '../../../domain/money';
import { estimateFee } from '../../../domain/payments/fees';

describe('the estimated fee', () => {
  const schedule = { fixed: '5', basisPoints: '10', min: null, max: null };

  it.each([
    [1250.5, 2, 625n],
    [1255, 2, 626n],
    [1000, 0, 6n],
  ])('of %s with %s decimals is %s minor units', (amount, digits, minor) => {
    expect(estimateFee(schedule, amount, digits).estimatedMinor).toBe(minor);
  });

  it('keeps within the bounds and adds up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_00 }), (cents) => {
        const fee = estimateFee({ fixed: '1.5', basisPoints: '12.5', min: '4', max: '90' }, cents / 100, 2);
        expect(fee.estimatedMinor).toBeGreaterThanOrEqual(400n);
        expect(fee.estimatedMinor).toBeLessThanOrEqual(9_000n);
        const sum = fee.breakdown.reduce((total, part) => total + toMinor(part.amount, 2), 0n);
        expect(sum).toBe(fee.estimatedMinor);
      }),
    );
  });
});
