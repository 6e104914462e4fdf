import { ShipmentCreate, ShipmentPatch, ShipmentSearch } from '../../../domain/shipments/schemas';

const SHIPMENT = { origin_country: 'VN', destination_country: 'DE' };
const creates = (overrides: object) => ShipmentCreate.safeParse({ ...SHIPMENT, ...overrides }).success;

/** Source: docs/GAPS.md#S1 */
describe('a shipment', () => {
  it('needs two countries', () => {
    expect(creates({})).toBe(true);
    expect(ShipmentCreate.safeParse({}).error?.issues.map(({ path }) => path[0])).toEqual([
      'origin_country',
      'destination_country',
    ]);
  });

  it.each([
    ['hs_code', '6109', '6109.10.00.10', '610', '61091000101'],
    ['reference', 'r', 'r'.repeat(64), '', 'r'.repeat(65)],
    ['buyer', 'b', 'b'.repeat(200), 'a\nb', 'b'.repeat(201)],
    ['description', 'd', 'd'.repeat(2_000), '', 'd'.repeat(2_001)],
    ['weight', 0.1, 1e9, 0, 1e9 + 1],
    ['weight_unit', 'kg', 't', 'stone', ''],
    ['status', 'pending', 'customs', 'lost', ''],
    ['value', 0.1, 1e6, 0, -1],
  ])('has %s such as %j or %j, and not %j or %j', (field, one, other, wrong, worse) => {
    expect([one, other, wrong, worse].map((value) => creates({ [field]: value }))).toEqual([true, true, false, false]);
  });

  it('keeps what a change does not name, and clears what is null', () => {
    expect(ShipmentPatch.parse({ reference: null })).toEqual({ reference: null });
    expect(ShipmentPatch.parse({})).toEqual({});
    expect(ShipmentPatch.safeParse({ origin_country: null }).success).toBe(false);
  });
});

it('a search takes two to ten digits of a code', () => {
  const searches = (hs_code: string) => ShipmentSearch.safeParse({ hs_code }).success;
  expect(['61', '6109.10', '6', '61091000101'].map(searches)).toEqual([true, true, false, false]);
});
