import { Exact } from '../../../../domain/money';
import { isHeavier, kilograms, roundConverted, sumWeights } from '../../../../domain/documents/rules/weights';

const kg = (value: number) => ({ value, unit: 'KGM' as const });
const lb = (value: number) => ({ value, unit: 'LBR' as const });

/** One avoirdupois pound is exactly 0.45359237 kg. */
describe('weights', () => {
  it('are turned into kilograms exactly', () => {
    expect(kilograms(lb(1)).toFixed()).toBe('0.45359237');
    expect(kilograms(kg(1.5)).toFixed()).toBe('1.5');
  });

  it.each([
    ['of one unit in that unit', [kg(0.1), kg(0.2)], '0.3', 'KGM'],
    ['of pounds in pounds', [lb(1.25), lb(2)], '3.25', 'LBR'],
    ['of two units in kilograms, to the gram', [kg(1), lb(1)], '1.454', 'KGM'],
    ['of none as nothing', [], '0', 'KGM'],
  ])('add up %s', (_name, weights, value, unit) => {
    const sum = sumWeights(weights);
    expect([sum.value.toFixed(), sum.unit]).toEqual([value, unit]);
  });

  it.each([
    ['in one unit exactly', kg(5.0001), kg(5), true],
    ['in pounds exactly', lb(5.0001), lb(5), true],
    ['not where they are the same', kg(5), kg(5), false],
    ['of two units to the gram', kg(100), lb(220.462), false],
    ['of two units the other way round', lb(220.463), kg(100), false],
    ['of two units by a gram', kg(100), lb(220.461), true],
  ])('are heavier %s', (_name, first, second, expected) => expect(isHeavier(first, second)).toBe(expected));

  it('are rounded to the gram, half up', () => {
    expect(roundConverted(new Exact('1.0005')).toFixed()).toBe('1.001');
    expect(roundConverted(new Exact('1.00049')).toFixed()).toBe('1');
  });
});
