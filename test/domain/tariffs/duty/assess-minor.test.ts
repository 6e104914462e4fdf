import fc from 'fast-check';
import { Exact } from '../../../../domain/money';
import { assess } from '../../../../domain/tariffs/duty/assess';
import { assessInMinorUnits, type PercentInput } from '../../../../domain/tariffs/duty/assess-minor';

/** The same with decimals. */
function inDecimals({ value, digits, percent, vatPercent }: PercentInput) {
  const amount = new Exact(value);
  return assess({ value: amount, digits, percent, dutyAmount: amount.mul(percent).div(100), vatPercent });
}

/** Source: specification, "Tariff calculation result" */
describe('duty and VAT in minor units', () => {
  it('stand in the relations of the specification', () => {
    expect(assessInMinorUnits({ value: 1_000, digits: 2, percent: '6.5', vatPercent: '20' })).toEqual({
      rate: 6.5,
      duty: 65,
      vat: 20,
      vatAmount: 213,
      totalDuties: 278,
      effectiveRate: 27.8,
    });
  });

  it.each([
    [{ value: 0.01, digits: 2, percent: '50', vatPercent: '50' }],
    [{ value: 333.33, digits: 2, percent: '12', vatPercent: '19' }],
    [{ value: 999, digits: 0, percent: '0.1', vatPercent: '8' }],
    [{ value: 100, digits: 2, percent: '0', vatPercent: '0' }],
    [{ value: 3, digits: 2, percent: '33.3333', vatPercent: null }],
    [{ value: 9_999_999.999, digits: 3, percent: '0.0001', vatPercent: '0' }],
    [{ value: 100, digits: 2, percent: '1000', vatPercent: '0' }],
  ])('are what decimals give for %j', (input) => {
    expect(assessInMinorUnits(input)).toEqual(inDecimals(input));
  });

  it('are what decimals give for every value and rate', () => {
    const percent = fc.integer({ min: 0, max: 999_999 }).map((units) => String(units / 10_000));
    const cases = fc.tuple(fc.integer({ min: 1, max: 1e11 }), fc.constantFrom(0, 2, 3), percent, percent);
    fc.assert(
      fc.property(cases, ([minor, digits, duty, vatPercent]) => {
        const input = { value: minor / 10 ** digits, digits, percent: duty, vatPercent };
        const found = assessInMinorUnits(input);
        if (found !== null) expect(found).toEqual(inDecimals(input));
      }),
    );
  });

  it.each([
    ['a quotient of too large an amount', { value: 1_234_567_890.12, percent: '5' }],
    ['products that are too large', { value: 999_999_999_999.99, percent: '12.3456' }],
    ['more decimals than the currency has', { value: 10.005, percent: '5' }],
    ['a percentage of too many digits', { value: 10, percent: '0.12345678901234567' }],
  ])('are left to decimals for %s', (_, { value, percent }) => {
    expect(assessInMinorUnits({ value, digits: 2, percent, vatPercent: '20' })).toBeNull();
  });
});
