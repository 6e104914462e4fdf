import fc from 'fast-check';
import { amountFault, currencyDigits, fromMinor, toMinor } from '../../../domain/money';
import { estimateFee } from '../../../domain/payments/fees';

describe('currencies', () => {
  it.each([
    ['USD', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['XAU', null],
    ['XXX', null],
    ['usd', null],
    ['ZZZ', null],
  ])('%s has %s decimals', (code, digits) => {
    expect(currencyDigits(code)).toBe(digits);
  });

  it.each([
    [0, 2, 'not_positive'],
    [-1, 2, 'not_positive'],
    [1.005, 2, 'decimals'],
    [1.5, 0, 'decimals'],
    [1234567890123456, 2, 'precision'],
    [1e308, 2, 'precision'],
    [999999999999999, 2, null],
    [1.234, 3, null],
  ])('%s with %s decimals: %s', (amount, digits, fault) => {
    expect(amountFault(amount, digits)).toBe(fault);
  });

  it('loses nothing between major and minor units', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 999_999_999_999_999n }), fc.constantFrom(0, 2, 3), (minor, digits) => {
        expect(toMinor(fromMinor(minor, digits), digits)).toBe(minor);
      }),
    );
  });
});

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
