import fc from 'fast-check';
import { amountFault, currencyDigits, fromMinor, toMinor } from '../../domain/money';

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
