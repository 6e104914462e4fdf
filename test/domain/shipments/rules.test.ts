import { shipmentFaults } from '../../../domain/shipments/rules';

const NOTHING = { value: null, currency: null, weight: null, weight_unit: null };
const faults = (overrides: Partial<Parameters<typeof shipmentFaults>[0]>) =>
  shipmentFaults({ ...NOTHING, ...overrides }).map(({ field, code }) => `${field} ${code}`);

/** Source: docs/GAPS.md#S1, docs/GAPS.md#G6 */
describe('details of a shipment', () => {
  it('may all be absent', () => expect(faults({})).toEqual([]));

  it.each([
    [{ value: 12.5, currency: 'USD' }, []],
    [{ value: 12.5 }, ['currency required']],
    [{ currency: 'USD' }, []],
    [{ value: 12.5, currency: 'JPY' }, ['value decimals']],
    [{ value: 12.5, currency: 'ZZZ' }, ['currency currency']],
    [{ value: 0, currency: 'USD' }, ['value not_positive']],
    [{ value: 1234567890123456, currency: 'USD' }, ['value precision']],
    [{ weight: 3 }, []],
    [{ weight: 3, weight_unit: 'kg' as const }, []],
    [{ weight_unit: 'kg' as const }, ['weight required']],
    [{ value: 1, weight_unit: 'kg' as const }, ['currency required', 'weight required']],
  ])('%j have the faults %j', (overrides, expected) => expect(faults(overrides)).toEqual(expected));

  it('are refused in words that tell the next edit', () => {
    const messages = shipmentFaults({ ...NOTHING, value: 1, weight_unit: 'kg' }).map(({ message }) => message);
    expect(messages).toEqual(['is required with value', 'is required with weight_unit']);
    expect(shipmentFaults({ ...NOTHING, value: 1.5, currency: 'JPY' })[0]?.message).toBe(
      'has too many decimals: JPY has 0 (ISO 4217)',
    );
  });
});
