import { Exact } from '../../../../domain/money';
import { computeDuty } from '../../../../domain/tariffs/duty/compute-duty';
import type { MeasureUnit } from '../../../../domain/tariffs/schedule/duty';
import { parseNationalRate, type RateForm } from '../../../../domain/tariffs/schedule/national-duty';

const CANADA: RateForm = { currency: 'CAD' };
const INDIA: RateForm = { currency: 'INR' };
const JAPAN: RateForm = { currency: 'JPY' };
const SOUTH_AFRICA: RateForm = { currency: 'ZAR', or: 'higher', decimalComma: true };
const UNION: RateForm = { currency: 'EUR', bare: 'percent' };
const NORWAY: RateForm = { currency: 'NOK', bare: 'per_kg' };

describe('a plain rate of a national schedule', () => {
  it.each([
    ['Free', CANADA, '0'],
    ['free', SOUTH_AFRICA, '0'],
    ['Exempted', INDIA, '0'],
    ['0', UNION, '0'],
    ['12.5%', CANADA, '12.5'],
    ['6,5%', SOUTH_AFRICA, '6.5'],
    ['7.5', UNION, '7.5'],
  ])('%s is read', (text, form, percent) => {
    expect(parseNationalRate(text, form)).toMatchObject({ expression: text, adValorem: percent });
  });
});

/** Goods worth 1,000 of the schedule's currency; every amount is worked out by hand. */
describe('a compound or specific rate of a national schedule', () => {
  const dutyOn = (text: string, form: RateForm, weight: number, unit: MeasureUnit): string => {
    const { duty } = parseNationalRate(text, form);
    if (duty === null) return 'not certain';
    const value = new Exact(1000);
    const result = computeDuty(duty, {
      value,
      currency: form.currency,
      weight,
      unit,
      exchangeRate: () => new Exact(2),
    });
    return result.kind === 'amount' ? result.amount.toString() : 'missing';
  };

  it.each<[string, RateForm, number, MeasureUnit, string]>([
    ['2.82 ¢/kg', CANADA, 1000, 'kg', '28.2'],
    ['4.68 ¢/kg but not less than 12.5%', CANADA, 1000, 'kg', '125'],
    ['5% but not less than 4.74 ¢/kg or more than 9.48 ¢/kg', CANADA, 1000, 'kg', '50'],
    ['5% but not less than 4.74 ¢/kg or more than 9.48 ¢/kg', CANADA, 100, 'kg', '9.48'],
    ['$213.80/tonne plus 8.5%', CANADA, 2, 't', '512.6'],
    ['238% but not less than $2.91/dozen', CANADA, 12_000, 'item', '2910'],
    ['20% or Rs. 45 per piece, whichever is higher', INDIA, 10, 'item', '450'],
    ['20% or Rs. 45 per piece, whichever is higher', INDIA, 1, 'item', '200'],
    ['25% or Rs. 30 per kg., whichever is lower', INDIA, 5, 'kg', '150'],
    ['30% or 4,300JPY/pair, higher', JAPAN, 1, 'pair', '4300'],
    ['21.3% + 54JPY/kg', JAPAN, 1, 'kg', '267'],
    ['40% or 240c/kg', SOUTH_AFRICA, 1000, 'kg', '2400'],
    ['60% or 2 500c/kg', SOUTH_AFRICA, 100, 'kg', '2500'],
    ['0,55c/li with a maximum of 8%', SOUTH_AFRICA, 100_000, 'l', '80'],
    ['15% min 0.19 EUR per kg', UNION, 1000, 'kg', '190'],
    ['250 USD per t', UNION, 1, 't', '500'],
    ['37.61', NORWAY, 2, 'kg', '75.22'],
    ['5000.00 pr.item', NORWAY, 2, 'item', '10000'],
    ['14% + 8 ILS per Kilogram but no more than 100%', { currency: 'ILS' }, 200, 'kg', '1000'],
    ['25% with minimum limit 6 Halala for each unit', { currency: 'SAR' }, 5000, 'item', '300'],
    ['Rp. 14,000,-/liter', { currency: 'IDR' }, 2, 'l', '28000'],
    ['NT$49/KGM or 10% whichever is higher', { currency: 'TWD' }, 1, 'kg', '100'],
    ['RM60.00 each', { currency: 'MYR' }, 3, 'item', '180'],
  ])('%s (%j) on %d %s is %s', (text, form, weight, unit, amount) => {
    expect(dutyOn(text, form, weight, unit)).toBe(amount);
  });

  it.each([
    ['30% or 100 baht/kilogram', { currency: 'THB' }],
    ['25% or Rs. 30 per kg.', INDIA],
    ['20% or Rs. 125 per kg. or Rs. 25 per sq mtr., whichever is highest', INDIA],
    ['20% or Rs. 20%0 per kg., whichever is higher', INDIA],
    ['1.88 ¢/kg but not less than 4% plus 4%', CANADA],
    ['12.28 ¢/litre of absolute ethyl alcohol', CANADA],
    ['10% or 55c/kg less 90%', SOUTH_AFRICA],
    ['2,4c/kg net', SOUTH_AFRICA],
    ['8.40% but no more than 71.40% but no less than 1.77 ILS per Kilogram', { currency: 'ILS' }],
    ['20% min 0.8 EUR per cm3', UNION],
    ['◎16.2%', JAPAN],
    ['10%(temporary 0%, ~2016-01-01)', { currency: 'USD' }],
    ['Prohibited', { currency: 'MXN' }],
    ['37.61', CANADA],
    ['5% and RM0.65', { currency: 'MYR' }],
  ])('%s does not say exactly, and nothing is computed by it', (text, form) => {
    expect(parseNationalRate(text, form)).toEqual({
      expression: text,
      kind: expect.any(String) as string,
      adValorem: null,
      duty: null,
    });
  });
});
