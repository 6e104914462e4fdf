import { CalculateLandedCost } from '../../../../domain/tariffs/answer/landed-cost-schemas';

const REQUEST = { hsCode: '6109.10', origin: 'VN', destination: 'DE', value: 100, currency: 'EUR' };
const faults = (overrides: object) =>
  (CalculateLandedCost.safeParse({ ...REQUEST, ...overrides }).error?.issues ?? []).map(({ path }) => path.join('.'));

/** Source: docs/GAPS.md#H9 */
it('a landed cost is asked for goods, a destination and what the transport costs', () => {
  expect(CalculateLandedCost.parse({ ...REQUEST, freight: 0, claimPreference: true })).toMatchObject({
    hsCode: '610910',
    freight: 0,
    claimPreference: true,
  });
  expect(faults({ destination: 'UK' })).toEqual(['destination']);
  expect(faults({ freight: -1, insurance: 0.001 })).toEqual(['freight', 'insurance']);
  expect(faults({ incoterm: 'XYZ', transport: 'sea' })).toEqual(['incoterm']);
});

/** Source: docs/GAPS.md#H9 */
describe('several goods of one consignment', () => {
  const item = { hsCode: '6109.10', value: 100 };
  const items = (list: unknown, overrides: object = {}) =>
    faults({ hsCode: undefined, value: undefined, items: list, ...overrides });

  it('stand in "items", with an origin each or that of the request', () => {
    expect(items([item, { ...item, origin: 'CN' }])).toEqual([]);
    expect(items([item], { origin: undefined })).toEqual(['items.0.origin']);
    expect(items(Array.from({ length: 100 }, () => item))).toEqual([]);
    expect(items(Array.from({ length: 101 }, () => item))).toEqual(['items']);
    expect(items([])).toEqual(['items']);
  });

  it('are not beside goods at the top, and one of both is needed', () => {
    expect(faults({ items: [item] })).toEqual(['hsCode', 'value']);
    expect(faults({ hsCode: undefined, value: undefined, origin: undefined })).toEqual(['hsCode', 'origin', 'value']);
    expect(faults({ shareBy: 'value' })).toEqual(['shareBy']);
  });

  it('are named by their index, each with its fault', () => {
    expect(items([item, { hsCode: '1', value: 100 }, { ...item, value: 0.001 }])).toEqual([
      'items.1.hsCode',
      'items.2.value',
    ]);
    expect(items([item, { ...item, weight: 1, unit: 'l' }], { shareBy: 'weight' })).toEqual([
      'items.0.weight',
      'items.1.unit',
    ]);
  });
});
