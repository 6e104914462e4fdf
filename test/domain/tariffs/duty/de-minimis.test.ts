import { Exact } from '../../../../domain/money';
import { deMinimisOf, type DeMinimisRequest } from '../../../../domain/tariffs/duty/de-minimis';

const ONE = new Exact(1);
const SHIRTS: DeMinimisRequest = {
  hsCode: '610910',
  destination: 'DE',
  origin: 'US',
  date: '2026-11-20',
  distanceSale: null,
  transport: null,
  value: ONE,
  rateTo: () => ONE,
};

/** @param value null where no rate of exchange is stored */
const of = (destination: string, origin: string, date: string, value: number | null, currency?: string) =>
  deMinimisOf({
    ...SHIRTS,
    destination,
    origin,
    date,
    value: new Exact(value ?? 1),
    rateTo: (asked) => (value === null || (currency !== undefined && asked !== currency) ? null : ONE),
  });

describe('the value below which no duty is charged', () => {
  it.each([
    ['US', 'DE', '2025-08-28', 800, { dutyWaived: true, threshold: 800, currency: 'USD' }],
    ['US', 'DE', '2025-08-28', 800.01, { dutyWaived: false, threshold: 800, currency: 'USD' }],
    ['US', 'DE', '2016-03-10', 1, { dutyWaived: true, threshold: 800, currency: 'USD' }],
    ['US', 'DE', '2025-08-29', 1, { dutyWaived: false, threshold: 0, currency: 'USD' }],
    ['US', 'CN', '2025-05-01', 1, { dutyWaived: true, threshold: 800, currency: 'USD' }],
    ['US', 'CN', '2025-05-02', 1, { dutyWaived: false, threshold: 0, currency: 'USD' }],
    ['US', 'HK', '2025-05-02', 1, { dutyWaived: false, threshold: 0, currency: 'USD' }],
    ['DE', 'US', '2026-06-30', 150, { dutyWaived: true, threshold: 150, currency: 'EUR' }],
    ['FR', 'US', '2026-06-30', 150.01, { dutyWaived: false, threshold: 150, currency: 'EUR' }],
    ['GB', 'US', '2021-01-01', 135, { dutyWaived: true, threshold: 135, currency: 'GBP' }],
    ['GB', 'US', '2026-11-20', 135.01, { dutyWaived: false, threshold: 135, currency: 'GBP' }],
    ['AU', 'US', '2026-01-01', 1000.01, { dutyWaived: false, threshold: 1000, currency: 'AUD' }],
    ['AU', 'US', '2026-01-01', 1000, { dutyWaived: null, threshold: 1000, currency: 'AUD' }],
    ['CA', 'DE', '2026-01-01', 20.01, { dutyWaived: false, threshold: 20, currency: 'CAD' }],
    ['CA', 'DE', '2026-01-01', 20, { dutyWaived: null, threshold: 20, currency: 'CAD' }],
    ['CA', 'US', '2026-01-01', 21, { dutyWaived: null, threshold: null, currency: 'CAD' }],
    ['CA', 'PR', '2026-01-01', 100, { dutyWaived: null, threshold: null, currency: 'CAD' }],
    ['CA', 'PR', '2026-01-01', 150.01, { dutyWaived: false, threshold: null, currency: 'CAD' }],
    ['CA', 'VI', '2026-01-01', 100, { dutyWaived: false, threshold: 20, currency: 'CAD' }],
    ['CA', 'US', '2026-01-01', 150.01, { dutyWaived: false, threshold: null, currency: 'CAD' }],
    ['JP', 'DE', '2026-01-01', 10_001, { dutyWaived: false, threshold: 10_000, currency: 'JPY' }],
    ['JP', 'DE', '2026-01-01', 10_000, { dutyWaived: null, threshold: 10_000, currency: 'JPY' }],
  ] as const)('of %s for goods of %s on %s, %f: %j', (destination, origin, date, value, expected) => {
    expect(of(destination, origin, date, value, expected.currency)).toMatchObject(expected);
  });

  it.each(['2203000100', '22042193', '2208', '240220', '33030010'])(
    'is not said of %s, which reliefs leave out',
    (code) => {
      const left = (hsCode: string, destination: string, date: string, value: number) =>
        deMinimisOf({ ...SHIRTS, hsCode, destination, origin: 'CH', date, value: new Exact(value) });
      for (const [destination, date, value] of [
        ['DE', '2026-01-01', 150],
        ['GB', '2026-01-01', 135],
        ['US', '2025-01-01', 800],
      ] as const) {
        const found = left(code, destination, date, value);
        expect(found).toMatchObject({ dutyWaived: null, threshold: value });
        expect(found.source).toContain('not for alcohol, tobacco, perfume and toilet water');
        expect(left(code, destination, date, value + 1).dutyWaived).toBe(false);
      }
      expect(left('220110', 'DE', '2026-01-01', 150).dutyWaived).toBe(true);
    },
  );

  it.each([
    ['US', '2016-03-09'],
    ['DE', '2009-12-31'],
    ['GB', '2020-12-31'],
    ['CH', '2026-01-01'],
    // What follows the 3 EUR of each item is not known, nor when the British relief ends.
    ['DE', '2028-07-01'],
    ['GB', '2029-03-01'],
  ])('is not known of %s on %s', (destination, date) => {
    expect(of(destination, 'CN', date, 1)).toEqual({
      threshold: null,
      currency: null,
      dutyWaived: null,
      source: null,
      itemDuty: null,
      remedies: null,
    });
  });

  it('is not known of the Union up to 150 EUR since its relief has ended, and above there is none', () => {
    const unknown = { threshold: null, currency: 'EUR' };
    expect(of('DE', 'US', '2026-07-01', 150)).toMatchObject({ ...unknown, dutyWaived: null });
    expect(of('DE', 'US', '2026-07-01', 150.01)).toMatchObject({ ...unknown, dutyWaived: false });
    expect(of('DE', 'US', '2026-07-01', null)).toMatchObject({ ...unknown, dutyWaived: null });
  });

  it.each([
    [true, 150, { dutyWaived: false, itemDuty: { amount: new Exact(3), applies: true } }],
    [true, 150.01, { dutyWaived: false, itemDuty: null }],
    [false, 150, { dutyWaived: false, itemDuty: null }],
    [null, 150, { dutyWaived: null, itemDuty: { amount: new Exact(3), applies: null } }],
  ])(
    'is a duty of each item in the Union where "distanceSale" is %s, of %f EUR: %j',
    (distanceSale, value, expected) => {
      expect(deMinimisOf({ ...SHIRTS, distanceSale, value: new Exact(value) })).toMatchObject(expected);
      const before = deMinimisOf({ ...SHIRTS, distanceSale, value: new Exact(value), date: '2026-06-30' });
      expect(before).toMatchObject({ dutyWaived: value === 150, itemDuty: null });
    },
  );

  it('is a duty of each item in the currency of the request, unknown without a rate of exchange', () => {
    const inYen = { ...SHIRTS, distanceSale: true, value: new Exact(10_000) };
    // 10,000 JPY are 62.50 EUR, and 3 EUR are 480 JPY.
    const known = deMinimisOf({ ...inYen, rateTo: () => new Exact('0.00625') });
    expect(known.itemDuty).toEqual({ amount: new Exact(480), applies: true });
    const unknown = deMinimisOf({ ...inYen, rateTo: () => null });
    expect(unknown).toMatchObject({ dutyWaived: null, itemDuty: { amount: null, applies: null } });
  });

  it('is decided by post in Canada, whose carriers others are not', () => {
    const toCanada = (changes: Partial<DeMinimisRequest>) =>
      deMinimisOf({ ...SHIRTS, destination: 'CA', value: new Exact(20), ...changes }).dutyWaived;
    expect(toCanada({ transport: 'post' })).toBe(true);
    expect(toCanada({ transport: 'post', value: new Exact(20.01) })).toBe(false);
    expect(toCanada({ transport: 'post', hsCode: '490199' })).toBeNull();
    expect(toCanada({ transport: 'air' })).toBeNull();
  });

  it('is known where the value is not, but not whether the goods are below it', () => {
    expect(of('GB', 'US', '2026-01-01', null)).toMatchObject({ threshold: 135, dutyWaived: null });
  });

  it.each([
    ['US', 'DE', '2026-02-23', 'Executive Order 14324'],
    ['US', 'DE', '2026-02-24', 'Executive Order of 20 February 2026'],
    ['US', 'CN', '2025-06-01', 'Executive Order 14256'],
    ['US', 'DE', '2024-01-01', '19 U.S.C. 1321'],
    ['DE', 'US', '2024-01-01', 'Regulation (EC) No 1186/2009'],
    ['DE', 'US', '2026-08-01', 'Regulation (EU) 2026/382'],
    ['CA', 'US', '2026-01-01', 'up to 150 CAD'],
    ['GB', 'US', '2024-01-01', 'HM Revenue & Customs'],
    ['AU', 'US', '2024-01-01', 'Customs Tariff Act 1995'],
    ['CA', 'DE', '2024-01-01', 'SI/85-182'],
    ['JP', 'DE', '2024-01-01', 'leather'],
  ])('of %s for goods of %s on %s names its source', (destination, origin, date, source) => {
    expect(of(destination, origin, date, 1).source).toContain(source);
  });
});
