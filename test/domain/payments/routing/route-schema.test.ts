import { RouteChange, RouteCreate } from '../../../../domain/payments/routing/route-schema';

const ROUTE = { partnerId: 'ptn_1', currencies: ['USD'], timelines: ['same_day'] };
const paths = (result: { error?: { issues: readonly { path: PropertyKey[] }[] } | undefined }): string[] =>
  (result.error?.issues ?? []).map(({ path }) => path.map(String).join('.'));
const create = (overrides: object) => paths(RouteCreate.safeParse({ ...ROUTE, ...overrides }));

/** Source: docs/GAPS.md#P10 */
describe('a route', () => {
  it('needs a partner, currencies and timelines', () => {
    expect(create({})).toEqual([]);
    expect(paths(RouteCreate.safeParse({}))).toEqual(['partnerId', 'currencies', 'timelines']);
    expect(paths(RouteChange.safeParse({}))).toEqual([]);
  });

  it.each([
    ['currencies', ['USD', 'EUR'], ['*'], ['XXX1'], []],
    ['countries', ['DE', 'XK'], ['*'], ['UK'], []],
    ['timelines', ['instant'], ['t_plus_n'], ['soon'], []],
    ['channel', 'swift', 'c'.repeat(64), '  ', 'c'.repeat(65)],
    ['feeFixed', 0, 0.000001, -1, 0.0000001],
    ['feeFixed', 999_999_999_999, 1.5, 1e12, '1'],
    ['feeBps', 0, 10_000, -1, 10_001],
    ['cutOff', '00:00', '23:59', '24:00', '9:00'],
    ['cutOff', '09:30', '19:30', '09:60', '09:30:00'],
    ['cutOffZone', 'UTC', 'Europe/Berlin', 'Europe/Berlyn', 'z'.repeat(65)],
    ['openDaysForN', 0, 60, -1, 61],
    ['priority', 1, 1_000_000, 0, 1_000_001],
  ])('has %s such as %j or %j, and not %j or %j', (field, one, other, wrong, worse) => {
    expect([create({ [field]: one }), create({ [field]: other })]).toEqual([[], []]);
    for (const value of [wrong, worse]) {
      expect(create({ [field]: value }).every((path) => path.startsWith(field))).toBe(true);
      expect(create({ [field]: value }).length).toBeGreaterThan(0);
    }
  });

  it.each([
    ['currencies', ['USX'], 'currencies.0', 'unknown', 'must be an ISO 4217 code such as USD or *'],
    ['countries', ['UK'], 'countries.0', 'unknown', 'must be an ISO 3166 alpha-2 code such as DE, XK or *'],
    ['feeFixed', 0.0000001, 'feeFixed', 'decimals', 'must have at most 6 decimals'],
    ['cutOffZone', 'Berlin', 'cutOffZone', 'time_zone', 'must be a time zone such as Europe/Berlin or UTC'],
  ])('says what is wrong with %s of %j', (field, value, path, code, message) => {
    const { error } = RouteCreate.safeParse({ ...ROUTE, [field]: value });
    expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]]);
    expect(error?.issues).toMatchObject([{ params: { code } }]);
  });

  it('has a cut-off of nothing but a time of day', () => {
    expect(create({ cutOff: '109:30' })).toEqual(['cutOff']);
    expect(RouteCreate.safeParse({ ...ROUTE, cutOff: '9' }).error?.issues).toMatchObject([
      { message: 'must be a time of day such as 17:00' },
    ]);
  });

  it('has bounds that do not contradict each other, named beside all other faults', () => {
    expect(create({ feeMin: 1, feeMax: 1, minAmount: 9, maxAmount: 10 })).toEqual([]);
    expect(create({ feeMin: 2, feeMax: 1, minAmount: 11, maxAmount: 10, priority: 0 }).sort()).toEqual([
      'feeMin',
      'minAmount',
      'priority',
    ]);
    expect(paths(RouteChange.safeParse({ feeMin: 2, feeMax: 1 }))).toEqual(['feeMin']);
    expect(create({ feeMin: 'x', feeMax: 1 })).toEqual(['feeMin']);
  });

  it('loses a bound that is null', () => {
    expect(RouteChange.parse({ feeMin: null, maxAmount: 5 })).toEqual({ feeMin: null, maxAmount: 5 });
  });

  it.each([null, 'text'])('is not %s', (body) => expect(paths(RouteCreate.safeParse(body))).toEqual(['']));
});
