import fc from 'fast-check';
import {
  amountFault,
  currencyDigits,
  decimalText,
  Exact,
  fromMinor,
  PER_CENT,
  roundMinor,
  toMinor,
} from '../../domain/money';

/** Source: docs/GAPS.md#G6 */
describe('currencies', () => {
  it.each([
    ['USD', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['XCG', 2],
    ['usd', null],
    ['USDX', null],
    ['XUSD', null],
    ['ZZZ', null],
    ['', null],
  ])('%s has %s decimals', (code, digits) => {
    expect(currencyDigits(code)).toBe(digits);
  });

  // ISO 4217: metals, bond units, funds, accounting units, testing and "no currency"
  it.each('XXX XTS XAU XAG XPT XPD XBA XBB XBC XBD XDR XSU XUA BOV CHE CHW CLF COU MXV USN UYI UYW'.split(' '))(
    '%s is nothing that one can pay with',
    (code) => {
      expect(currencyDigits(code)).toBeNull();
    },
  );
});

describe('amounts', () => {
  it.each([
    [0, 2, 'not_positive'],
    [-1, 2, 'not_positive'],
    [-0.001, 2, 'not_positive'],
    [Number.NaN, 2, 'not_finite'],
    [Number.POSITIVE_INFINITY, 2, 'not_finite'],
    [1.005, 2, 'decimals'],
    [1.5, 0, 'decimals'],
    [1234567890123456, 2, 'precision'],
    [1_000_000_000_000_000, 2, 'precision'],
    [12345678901.23456, 2, 'precision'],
    [1e308, 2, 'precision'],
    [999999999999999, 2, null],
    [100_000_000_000_000, 2, null],
    [0.01, 2, null],
    [1.234, 3, null],
  ])('%s with %s decimals: %s', (amount, digits, fault) => {
    expect(amountFault(amount, digits)).toBe(fault);
  });

  it('may be zero where nothing may be owed, and never less', () => {
    expect(amountFault(0, 2, 'zero')).toBeNull();
    expect(amountFault(-0.01, 2, 'zero')).toBe('not_positive');
  });

  it('lose nothing between major and minor units', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 999_999_999_999_999n }), fc.constantFrom(0, 2, 3), (minor, digits) => {
        expect(toMinor(fromMinor(minor, digits), digits)).toBe(minor);
      }),
    );
  });

  it('are read from text as from numbers', () => {
    expect(toMinor('1250.5', 2)).toBe(125_050n);
    expect(fromMinor(125_050n, 2)).toBe(1250.5);
    expect(fromMinor(7n, 0)).toBe(7);
  });

  it.each([
    ['0.5', 1n],
    ['0.49', 0n],
    ['-0.5', -1n],
    ['1.5', 2n],
    ['2.5', 3n],
  ])('are rounded half away from zero: %s is %s', (value, minor) => {
    expect(roundMinor(new Exact(value))).toBe(minor);
  });

  it('are multiplied exactly, 15 digits by 15 digits', () => {
    const product = new Exact('999999999999999').mul('0.999999999999999');
    expect(product.toFixed()).toBe('999999999999998.000000000000001');
  });

  it('are divided to 60 digits, the last one rounded half up', () => {
    expect(new Exact(2).div(3).toFixed()).toBe(`0.${'6'.repeat(59)}7`);
    expect(new Exact(`1.${'0'.repeat(59)}5`).plus(0).toFixed()).toBe(`1.${'0'.repeat(58)}1`);
  });

  it('have text without an exponent', () => {
    expect(decimalText(1e21)).toBe('1000000000000000000000');
    expect(decimalText(1e-7)).toBe('0.0000001');
  });

  it('know what one per cent is', () => expect(PER_CENT).toBe('0.01'));
});
