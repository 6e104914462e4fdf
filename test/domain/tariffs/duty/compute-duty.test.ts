import { Exact } from '../../../../domain/money';
import { computeDuty, type Consignment } from '../../../../domain/tariffs/duty/compute-duty';
import type { Duty, DutyPart, MeasureUnit } from '../../../../domain/tariffs/schedule/duty';

const percent = (text: string): DutyPart => ({ type: 'percent', percent: text });
const specific = (amount: string, unit: MeasureUnit, currency = 'EUR', per = '1'): DutyPart => ({
  type: 'specific',
  amount,
  currency,
  per,
  unit,
});

const consignment = (overrides: Partial<Consignment> = {}): Consignment => ({
  value: new Exact(1_000),
  currency: 'EUR',
  weight: null,
  unit: null,
  exchangeRate: (from) => (from === 'USD' ? new Exact('0.9') : null),
  ...overrides,
});

function amountOf(duty: Duty, overrides: Partial<Consignment> = {}): string {
  const result = computeDuty(duty, consignment(overrides));
  if (result.kind === 'missing') throw new Error(JSON.stringify(result.faults));
  return result.amount.toFixed();
}

const faultsOf = (duty: Duty, overrides: Partial<Consignment> = {}) => computeDuty(duty, consignment(overrides));

/** Source: docs/GAPS.md#H3 */
describe('the duty on a consignment', () => {
  it.each<[string, DutyPart[], Partial<Consignment>, string]>([
    ['6.5 % of 1,000', [percent('6.5')], {}, '65'],
    ['0.5 EUR a kg of 40 kg', [specific('0.5', 'kg')], { weight: 40, unit: 'kg' }, '20'],
    ['16.7 EUR for 100 kg of 40, kilograms understood', [specific('16.7', 'kg', 'EUR', '100')], { weight: 40 }, '6.68'],
    ['2 USD a kg of 40 kg, at 0.9', [specific('2', 'kg', 'USD')], { weight: 40, unit: 'kg' }, '72'],
    ['1 EUR a kg of 500 g', [specific('1', 'kg')], { weight: 500, unit: 'g' }, '0.5'],
    ['1 EUR a kg of 2 t', [specific('1', 'kg')], { weight: 2, unit: 't' }, '2000'],
    ['1 EUR a kg of 1 lb', [specific('1', 'kg')], { weight: 1, unit: 'lb' }, '0.45359237'],
    ['1 EUR a kg of 16 oz', [specific('1', 'kg')], { weight: 16, unit: 'oz' }, '0.45359237'],
    ['1 EUR a tonne of 500 kg', [specific('1', 't')], { weight: 500, unit: 'kg' }, '0.5'],
    ['3 EUR a litre of 4', [specific('3', 'l')], { weight: 4, unit: 'l' }, '12'],
    ['3 EUR for 12 items of 24', [specific('3', 'item', 'EUR', '12')], { weight: 24, unit: 'item' }, '6'],
    ['8.5 % and 0.5 EUR a kg', [percent('8.5'), specific('0.5', 'kg')], { weight: 10 }, '90'],
    ['nothing at all', [], {}, '0'],
  ])('is %s', (_name, parts, overrides, amount) => {
    expect(amountOf({ parts }, overrides)).toBe(amount);
  });

  it.each([
    ['the sum', 40, '120'],
    ['at least the minimum', 200, '480'],
    ['at most the maximum', 1_000, '700'],
  ])('is %s', (_name, weight, amount) => {
    const duty = {
      parts: [percent('12')],
      minimum: [specific('2.4', 'kg')],
      maximum: [specific('0.1', 'kg'), percent('60')],
    };
    expect(amountOf(duty, { weight })).toBe(amount);
  });

  it('names the weight that is missing, once', () => {
    expect(faultsOf({ parts: [specific('1', 'kg'), specific('2', 't')] })).toEqual({
      kind: 'missing',
      faults: [
        { field: 'weight', code: 'required', message: 'The duty depends on weight: give "weight" with "unit" kg.' },
      ],
    });
  });

  it.each([
    ['l', 'The duty depends on litres: give "weight" with "unit" l.'],
    ['item', 'The duty depends on items: give "weight" with "unit" item.'],
  ] as const)('names the count of %s that is missing', (unit, message) => {
    expect(faultsOf({ parts: [specific('1', unit)] })).toEqual({
      kind: 'missing',
      faults: [{ field: 'weight', code: 'required', message }],
    });
  });

  it('names a measure of the wrong kind', () => {
    expect(faultsOf({ parts: [specific('1', 'l')] }, { weight: 4, unit: 'kg' })).toEqual({
      kind: 'missing',
      faults: [
        {
          field: 'unit',
          code: 'wrong_measure',
          message: 'The duty depends on litres: give "weight" with "unit" l, not kg.',
        },
      ],
    });
    expect(faultsOf({ parts: [specific('1', 'kg')] }, { weight: 4, unit: 'item' })).toMatchObject({
      faults: [
        { code: 'wrong_measure', message: 'The duty depends on weight: give "weight" with "unit" kg, not item.' },
      ],
    });
    expect(faultsOf({ parts: [specific('1', 'l')] }, { weight: 4 })).toMatchObject({
      faults: [{ code: 'wrong_measure' }],
    });
  });

  it('names the exchange rate that is not stored, and every other fault with it', () => {
    expect(faultsOf({ parts: [specific('1', 'kg', 'GBP'), specific('1', 'item')] }, { weight: 4, unit: 'kg' })).toEqual(
      {
        kind: 'missing',
        faults: [
          {
            field: 'currency',
            code: 'exchange_rate_missing',
            message: 'The duty is in GBP and no exchange rate to EUR is stored.',
          },
          {
            field: 'unit',
            code: 'wrong_measure',
            message: 'The duty depends on items: give "weight" with "unit" item, not kg.',
          },
        ],
      },
    );
  });

  it.each(['minimum', 'maximum'] as const)('is not said while its %s cannot be computed', (bound) => {
    expect(faultsOf({ parts: [percent('5')], [bound]: [specific('1', 'kg')] }).kind).toBe('missing');
  });
});
