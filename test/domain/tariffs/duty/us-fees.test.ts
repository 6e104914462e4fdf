import { Exact } from '../../../../domain/money';
import { unitedStatesFees, type FeeInput } from '../../../../domain/tariffs/duty/us-fees';

const input = (dollars: number, overrides: Partial<FeeInput> = {}): FeeInput => ({
  value: new Exact(dollars),
  digits: 2,
  inDollars: new Exact(dollars),
  transport: null,
  date: '2025-11-01',
  waiver: null,
  ...overrides,
});
const processing = (dollars: number, overrides: Partial<FeeInput> = {}) =>
  unitedStatesFees(input(dollars, overrides))[0];
const harbor = (dollars: number, overrides: Partial<FeeInput> = {}) => unitedStatesFees(input(dollars, overrides))[1];

/** 0.3464 % of the value between limits that the Federal Register names for each fiscal year. */
describe('the merchandise processing fee', () => {
  it.each([
    ['in between', 10_000, '2025-11-01', 34.64],
    ['at the least', 3_000, '2025-11-01', 33.58],
    ['at the most', 200_000, '2025-11-01', 651.5],
    ['of the fiscal year before', 3_000, '2025-09-30', 32.71],
    ['of that year at the most', 200_000, '2024-10-01', 634.62],
    ['of the first year recorded', 3_000, '2024-09-30', 31.67],
    ['of that year at the most', 200_000, '2023-10-01', 614.35],
    ['on the last day of the last year', 3_000, '2026-09-30', 33.58],
  ])('%s: of %i USD on %s is %f', (_name, dollars, date, amount) => {
    expect(processing(dollars, { date })).toMatchObject({ rate: 0.3464, amount, applies: true });
  });

  it('names its limits and their year', () => {
    expect(processing(10_000)).toEqual({
      name: 'Merchandise processing fee',
      rate: 0.3464,
      amount: 34.64,
      atMost: 34.64,
      applies: true,
      basis: 'percent of the value of one formal entry, from 33.58 to 651.50 USD',
      source: '19 CFR 24.23(b)(1)(i), limits of fiscal year 2026',
    });
  });

  it('is not taken where an agreement waives it, and may not be where that is not established', () => {
    const waiver = { agreement: 'USMCA', law: '19 CFR 24.23(c)(3)' };
    expect(processing(10_000, { waiver })).toMatchObject({
      ...{ amount: 0, atMost: 0, applies: false, basis: 'waived: USMCA', source: '19 CFR 24.23(c)(3)' },
    });
    expect(harbor(10_000, { waiver, transport: 'sea' })).toMatchObject({ applies: true, amount: 12.5 });
    expect(processing(10_000, { waiver: { agreement: 'Panama TPA', law: null } })).toMatchObject({
      ...{ amount: null, atMost: 34.64, applies: null },
      basis: 'whether it is waived under Panama TPA is not established',
    });
    expect(processing(2_000, { waiver })).toMatchObject({ applies: false, basis: expect.stringContaining('informal') });
  });

  it('is for formal entries alone, of more than 2,500 USD', () => {
    expect(processing(2_500)).toMatchObject({
      applies: false,
      amount: null,
      source: expect.stringContaining('fiscal'),
    });
    expect(processing(2_500)?.basis).toBe(
      'formal entries alone; an informal entry pays a flat fee of 19 CFR 24.23(b)(2)',
    );
    expect(processing(2_500.01)).toMatchObject({ applies: true, amount: 33.58 });
  });

  it.each(['2023-09-30', '2026-10-01'])('is not said where its limits are not recorded: %s', (date) => {
    expect(processing(10_000, { date })).toMatchObject({
      amount: null,
      applies: true,
      basis: `percent of the value; its limits on ${date} are not recorded`,
      source: '19 CFR 24.23(b)(1)(i)',
    });
    expect(processing(2_500, { date })?.applies).toBe(false);
  });

  it('is not said where the value in dollars is not known', () => {
    expect(processing(10_000, { inDollars: null })).toMatchObject({
      amount: null,
      applies: null,
      basis: 'percent of the value; its limits are in United States dollars',
    });
  });

  it.each([
    [0, 456_789, 3_000, 5_113],
    [3, 921.5, 3_000, 10.315],
    [2, 9_000, 10_000, 31.18],
  ])('with %i decimals, of %f worth %i USD is %f', (digits, value, dollars, amount) => {
    const request = { value: new Exact(value), digits, inDollars: new Exact(dollars) };
    expect(processing(0, request)?.amount).toBe(amount);
  });
});

describe('the harbor maintenance fee', () => {
  it('is 0.125 % of what comes by sea', () => {
    expect(harbor(10_004, { transport: 'sea' })).toEqual({
      name: 'Harbor maintenance fee',
      rate: 0.125,
      amount: 12.51,
      atMost: 12.51,
      applies: true,
      basis: 'percent of the value of goods that are unloaded from a ship; say "transport"',
      source: '19 CFR 24.24(a), (e)(2)',
    });
    expect(harbor(10_004, { transport: 'sea', digits: 0 })?.amount).toBe(13);
  });

  it('is not for what comes otherwise, and not known where nobody says', () => {
    expect(harbor(10_004, { transport: 'air' })).toMatchObject({ applies: false, amount: null, atMost: 0 });
    expect(harbor(10_004)).toMatchObject({ applies: null, amount: null, atMost: 12.51 });
  });
});
