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
