import fc from 'fast-check';
import { toMinor } from '../../../../domain/money';
import { estimateFee } from '../../../../domain/payments/routing/fees';

/** Source: docs/GAPS.md#P11 */
describe('the estimated fee', () => {
  const schedule = { fixed: '5', basisPoints: '10', min: null, max: null };

  it.each([
    [1250.5, 2, 625n],
    [1255, 2, 626n],
    [1000, 0, 6n],
    [1000, 3, 6_000n],
  ])('of %s with %s decimals is %s minor units', (amount, digits, minor) => {
    expect(estimateFee(schedule, amount, digits).estimatedMinor).toBe(minor);
  });

  it.each([
    [
      'fixed and percentage',
      schedule,
      [
        { type: 'fixed', amount: 5 },
        { type: 'percentage', amount: 1 },
      ],
    ],
    ['nothing but the fixed part', { ...schedule, basisPoints: '0' }, [{ type: 'fixed', amount: 5 }]],
    ['a fixed part of nothing', { ...schedule, fixed: '0', basisPoints: '0' }, [{ type: 'fixed', amount: 0 }]],
    [
      'bounds that it keeps by itself',
      { ...schedule, min: '2', max: '9' },
      [
        { type: 'fixed', amount: 5 },
        { type: 'percentage', amount: 1 },
      ],
    ],
    [
      'the rise to the minimum',
      { ...schedule, min: '8' },
      [
        { type: 'fixed', amount: 5 },
        { type: 'percentage', amount: 1 },
        { type: 'minimum_adjustment', amount: 2 },
      ],
    ],
    [
      'the cut to the maximum',
      { ...schedule, max: '5.5' },
      [
        { type: 'fixed', amount: 5 },
        { type: 'percentage', amount: 1 },
        { type: 'maximum_adjustment', amount: -0.5 },
      ],
    ],
    [
      'a minimum above the maximum, which holds',
      { ...schedule, min: '9', max: '7' },
      [
        { type: 'fixed', amount: 5 },
        { type: 'percentage', amount: 1 },
        { type: 'minimum_adjustment', amount: 3 },
        { type: 'maximum_adjustment', amount: -2 },
      ],
    ],
  ])('of 1,000 shows %s', (_name, prices, breakdown) => {
    const fee = estimateFee(prices, 1_000, 2);
    expect(fee.breakdown).toEqual(breakdown);
    expect(fee.estimatedMinor).toBe(
      toMinor(
        breakdown.reduce((sum, { amount }) => sum + amount, 0),
        2,
      ),
    );
  });

  it('stays as it is exactly at its bounds', () => {
    const { breakdown } = estimateFee({ ...schedule, min: '6', max: '6' }, 1_000, 2);
    expect(breakdown.map(({ type }) => type)).toEqual(['fixed', 'percentage']);
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
