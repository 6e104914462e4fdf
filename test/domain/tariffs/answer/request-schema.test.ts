import { countryCodes } from '../../../../domain/countries';
import {
  CalculateTariff,
  CompareTariffs,
  HsCode,
  WrittenHsCode,
} from '../../../../domain/tariffs/answer/request-schema';

const REQUEST = { hsCode: '6109.10', origin: 'VN', destination: 'DE', value: 100, currency: 'EUR' };
type Issues = readonly { path: PropertyKey[]; code?: string; params?: unknown }[];
const faultsOf = (issues: Issues = []): string[] =>
  issues.map(({ path, code, params }) => {
    const own = typeof params === 'object' && params !== null && 'code' in params ? params.code : code;
    return `${path.map(String).join('.')} ${String(own)}`;
  });
const calculate = (overrides: object) =>
  faultsOf(CalculateTariff.safeParse({ ...REQUEST, ...overrides }).error?.issues);

/** Source: docs/GAPS.md#H1 */
describe('a code of goods', () => {
  it.each(['6109', '6109.10', ' 6109.10.00 ', '6109100010'])('is %s', (text) => {
    expect(HsCode.parse(text)).toBe(text.replace(/\D/g, ''));
    expect(WrittenHsCode.parse(text)).toBe(text);
  });
  it.each(['610', '61091000101', '6109a', ''])('is not "%s"', (text) => {
    expect(faultsOf(HsCode.safeParse(text).error?.issues)).toEqual([' hs_code']);
  });
});

/** Source: specification, operation 9; docs/GAPS.md#H4 */
describe('a calculation', () => {
  it('needs goods, countries and a value', () => {
    expect(calculate({})).toEqual([]);
    expect(faultsOf(CalculateTariff.safeParse({}).error?.issues)).toHaveLength(5);
  });

  it.each([
    [{ value: 0 }, ['value not_positive']],
    [{ value: 1.005 }, ['value decimals']],
    [{ value: 1.005, currency: 'KWD' }, []],
    [{ value: 1.005, currency: 'ZZZ' }, ['currency currency']],
    [{ value: 1234567890123456 }, ['value precision']],
    [{ weight: 0 }, ['weight too_small']],
    [{ weight: 1e12 }, []],
    [{ unit: 'stone' }, []],
    [{ unit: 'x'.repeat(33) }, ['unit too_big']],
    [{ date: '2026-02-30' }, ['date date']],
    [{ value: -1, origin: 'UK' }, ['origin country', 'value not_positive']],
  ])('with %j has the faults %j', (overrides, expected) => expect(calculate(overrides)).toEqual(expected));

  it('says of each amount what it must be', () => {
    const { destination, ...rest } = REQUEST;
    const body = { ...rest, destinations: [destination], value: 0, freight: -1, insurance: 0 };
    expect(CompareTariffs.safeParse(body).error?.issues.map(({ message }) => message)).toEqual([
      'must be greater than 0',
      'must be 0 or more',
    ]);
  });

  it.each([null, 'text'])('is not %s', (body) => {
    expect(faultsOf(CalculateTariff.safeParse(body).error?.issues)).toEqual([' invalid_type']);
  });
});

/** Source: specification, operation 11; docs/GAPS.md#H6 */
describe('a comparison', () => {
  const { hsCode, origin, value, currency } = REQUEST;
  const MANY = countryCodes().slice(0, 61);
  const compare = (destinations: string[]) =>
    CompareTariffs.safeParse({ hsCode, origin, value, currency, destinations });

  it('is of 60 different countries at most', () => {
    expect(compare(MANY.slice(0, 60)).success).toBe(true);
    expect(faultsOf(compare(MANY).error?.issues)).toEqual(['destinations too_many']);
    expect(faultsOf(compare([]).error?.issues)).toEqual(['destinations too_small']);
  });

  it('counts a country once, however often it is named', () => {
    expect(compare(['DE', 'DE', 'US']).data?.destinations).toEqual(['DE', 'US']);
    expect(compare(new Array(1_000).fill('DE')).data?.destinations).toEqual(['DE']);
  });
});
