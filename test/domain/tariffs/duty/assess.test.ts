import fc from 'fast-check';
import { Exact } from '../../../../domain/money';
import { assess } from '../../../../domain/tariffs/duty/assess';

const of = (value: number, percent: string | null, vatPercent: string | null, digits = 2, duty?: string) =>
  assess({
    value: new Exact(value),
    digits,
    percent,
    dutyAmount: new Exact(duty ?? value).mul(duty === undefined ? (percent ?? 0) : 100).div(100),
    vatPercent,
  });

/** Source: specification, "Tariff calculation result" */
describe('duty and VAT on one basis', () => {
  it('stand in the relations of the specification', () => {
    expect(of(1_000, '6.5', '20')).toEqual({
      rate: 6.5,
      duty: 65,
      vat: 20,
      vatAmount: 213,
      totalDuties: 278,
      effectiveRate: 27.8,
    });
  });

  it('are rounded once each, half up, to the minor unit of the currency', () => {
    expect(of(10.1, '5', '10')).toMatchObject({ duty: 0.51, vatAmount: 1.06, totalDuties: 1.57 });
    expect(of(10.1, '5', '10', 0)).toMatchObject({ duty: 1, vatAmount: 1, totalDuties: 2 });
  });

  it('know a country without VAT from one whose VAT nobody knows', () => {
    expect(of(1_000, '6.5', '0')).toMatchObject({ vat: 0, vatAmount: 0, totalDuties: 65, effectiveRate: 6.5 });
    expect(of(1_000, '6.5', null)).toEqual({
      rate: 6.5,
      duty: 65,
      vat: null,
      vatAmount: null,
      totalDuties: null,
      effectiveRate: null,
    });
  });

  it('have the ad valorem equivalent of a specific duty, to 15 digits', () => {
    expect(of(3, null, '0', 2, '1')).toMatchObject({ rate: 33.3333333333333, duty: 1 });
    expect(of(3, null, '0', 2, '2')).toMatchObject({ rate: 66.6666666666667, effectiveRate: 66.6666666666667 });
  });

  it('add up for every value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.nat({ max: 500 }), fc.nat({ max: 30 }), (cents, tenths, vat) => {
        const value = cents / 100;
        const result = of(value, String(tenths / 10), String(vat));
        expect(Math.abs(result.duty - (value * tenths) / 1_000)).toBeLessThanOrEqual(0.0050001);
        expect(result.totalDuties).toBe(new Exact(result.duty).plus(result.vatAmount ?? 0).toNumber());
      }),
    );
  });
});
