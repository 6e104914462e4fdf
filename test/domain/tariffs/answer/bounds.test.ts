import fc from 'fast-check';
import { landedCost, type LandedCost, type LandedCostRequest } from '../../../../domain/tariffs/answer/landed-cost';
import { planQuote } from '../../../../domain/tariffs/answer/plan';
import { quote } from '../../../../domain/tariffs/answer/quote';
import type { ResolvedRate } from '../../../../domain/tariffs/rate/resolve-rate';
import { opaqueRate } from '../../../../domain/tariffs/schedule/duty';
import type { ReferenceData } from '../../../../domain/tariffs/schedule/reference-data';
import {
  agreementOf,
  provenance,
  quoteRequest,
  ratedLine,
  referenceOf,
  scheduleOfLines,
  vatRate,
} from '../../../support/tariff-facts';

const CODES =
  '871200 871160 691110 690721 731815 760711 870380 310210 440710 240220 220830 271012 610910 420221 910211 640399 ' +
  '851713 090121 330300 220421 720839 160414 401110 853222';
const LINES = CODES.split(' ').flatMap((code) => [ratedLine(`${code}00`, 6)]);
/** Lines of one subheading that differ: with a range, and with one that is not ad valorem. */
const DIFFERENT = [ratedLine('39123910', 0), ratedLine('39123985', 6.5)];
const MIXED = [ratedLine('03019110', 2), ratedLine('03019190', opaqueRate('12 EUR each'))];
const SCHEDULES = ['EU', 'GB', 'US', 'JP', 'AU', 'CA', 'BR'];
const COUNTRIES = ['DE', 'FR', 'IT', 'GB', 'US', 'JP', 'AU', 'CA', 'BR'];
const CURRENCIES = ['EUR', 'GBP', 'USD', 'JPY', 'AUD', 'CAD'];

function referenceFrom(validFrom: string): ReferenceData {
  const edition = (name: string) =>
    scheduleOfLines([...LINES, ...DIFFERENT, ...MIXED], { name, provenance: provenance({ validFrom }) });
  return referenceOf({
    schedules: new Map(SCHEDULES.map((name) => [name, [edition(name)]])),
    vat: new Map(COUNTRIES.map((country) => [country, [vatRate('20')]])),
    exchangeRates: new Map(CURRENCIES.map((code) => [`EUR>${code}`, [{ rate: '1', validOn: '2020-01-01' }]])),
    agreements: [agreementOf({ members: [], symbols: {} })],
  });
}

const FRESH = referenceFrom('2026-06-01');
const OLD = referenceFrom('2025-11-01');

function costOf(changes: Partial<LandedCostRequest>, reference = FRESH): LandedCost {
  const request = {
    ...quoteRequest({ origin: 'CN', destination: 'DE', value: 10_000, currency: 'EUR', date: '2026-11-20' }),
    ...{ freight: 0, insurance: 0, incoterm: 'FOB' as const, transport: 'sea' as const },
    ...{ claimPreference: false, distanceSale: null, ...changes },
  };
  const cost = landedCost(reference, request, planQuote(reference, request));
  if (cost.kind !== 'landed_cost') throw new Error(cost.kind);
  return cost;
}

const REMEDIES = /^anti-dumping, countervailing and safeguard duties of \w\w are not loaded$/;
const EXCISE = /^excise duties of \w\w on such goods are not loaded$/;
const LINES_DIFFER = /lines of the schedule for \d+ (have rates from|are not ad valorem)/;
const RELIEF = /small consignments|"distanceSale"/;
const AGE = /months older/;

type Trap = [code: string, origin: string, destination: string, why: RegExp, changes?: Partial<LandedCostRequest>];

/** Goods of which it is public that more, or less, is due than the general duty. Source: docs/GAPS.md#H9 */
const TRAPS: Trap[] = [
  // Trade remedies of years' standing.
  ['871200', 'CN', 'DE', REMEDIES],
  ['871160', 'CN', 'DE', REMEDIES],
  ['691110', 'CN', 'FR', REMEDIES],
  ['690721', 'CN', 'IT', REMEDIES],
  ['731815', 'CN', 'DE', REMEDIES],
  ['760711', 'CN', 'DE', REMEDIES],
  ['870380', 'CN', 'DE', REMEDIES],
  ['310210', 'RU', 'DE', REMEDIES],
  ['440710', 'RU', 'GB', REMEDIES],
  ['720839', 'CN', 'GB', REMEDIES],
  ['871200', 'CN', 'GB', REMEDIES],
  ['401110', 'CN', 'BR', REMEDIES],
  ['853222', 'CN', 'US', REMEDIES],
  ['720839', 'CN', 'AU', REMEDIES],
  ['691110', 'CN', 'DE', REMEDIES, { value: 100, distanceSale: true }],
  ['871200', 'CN', 'GB', REMEDIES, { value: 100, currency: 'GBP' }],
  // Excise duties, between members of a customs union too.
  ['240220', 'US', 'DE', EXCISE],
  ['220830', 'GB', 'DE', EXCISE],
  ['271012', 'US', 'GB', EXCISE],
  ['220830', 'FR', 'DE', EXCISE],
  ['240220', 'PL', 'DE', EXCISE],
  ['090121', 'IT', 'DE', EXCISE],
  ['220830', 'GB', 'DE', EXCISE, { value: 40, distanceSale: true }],
  // Lines that differ.
  ['391239', 'CN', 'DE', LINES_DIFFER],
  ['391239', 'CN', 'GB', LINES_DIFFER],
  ['030191', 'CN', 'DE', LINES_DIFFER],
  // Small consignments of which something decides that is not said.
  ['610910', 'CN', 'DE', RELIEF, { value: 40 }],
  ['910211', 'CN', 'FR', RELIEF, { value: 150 }],
  ['220421', 'US', 'GB', RELIEF, { value: 50, currency: 'GBP' }],
  ['330300', 'US', 'GB', RELIEF, { value: 50, currency: 'GBP' }],
  ['610910', 'CN', 'AU', RELIEF, { value: 500, currency: 'AUD' }],
  ['610910', 'CN', 'JP', RELIEF, { value: 9_000, currency: 'JPY' }],
  ['610910', 'US', 'CA', RELIEF, { value: 100, currency: 'CAD', transport: 'road' }],
  ['610910', 'CN', 'BR', RELIEF, { value: 40 }],
];

/** Source: docs/GAPS.md#H9 */
describe('no certain total where more or less may be due', () => {
  it.each(TRAPS)('of %s from %s to %s: %s', (hsCode, origin, destination, why, changes = {}) => {
    const { total, totalWithoutRecoverable, because } = costOf({ hsCode, origin, destination, ...changes });
    expect([total, totalWithoutRecoverable]).toEqual([null, null]);
    expect(because).toContainEqual(expect.stringMatching(why));
  });

  it.each(['610910', '420221', '640399'])('of %s where the edition is older than a year', (hsCode) => {
    const parcel = { hsCode, value: 40, distanceSale: false };
    expect(costOf(parcel, OLD)).toMatchObject({ total: null, atLeast: 48, atMost: null });
    expect(costOf(parcel, OLD).because).toEqual([expect.stringMatching(AGE)]);
    // 40 and 6 %, and 20 % of VAT.
    expect(costOf(parcel)).toMatchObject({ total: 50.88, atLeast: 50.88, atMost: 50.88, because: [] });
  });

  it('has the range of the lines where they differ', () => {
    // 100 EUR, and 0 to 6.50: with 20 % of VAT 120 to 127.80. A distance sale pays 3 EUR in any case.
    const parcel = { hsCode: '391239', value: 100 };
    const request = { ...quoteRequest({ ...parcel, currency: 'EUR', destination: 'DE' }), date: '2026-11-20' };
    const plain = quote(FRESH, request, planQuote(FRESH, request), { distanceSale: false });
    expect(plain).toMatchObject({ mfn: { rate: 3.25 }, range: { atLeast: 20, atMost: null } });
    const shirts = { ...FRESH, schedules: new Map([['EU', [scheduleOfLines(SHIRTS, { name: 'EU' })]]]) };
    const cost = costOf({ hsCode: '610990', value: 100, distanceSale: false }, shirts);
    expect(cost).toMatchObject({ total: null, atLeast: 120, atMost: 127.8 });
    expect(costOf({ hsCode: '610990', value: 100, distanceSale: true }, shirts).total).toBe(123.6);
    expect(costOf({ hsCode: '610990', value: 100 }, shirts)).toMatchObject({ atLeast: 120, atMost: 127.8 });
  });

  it('has no upper bound where the rate is an estimate from other goods', () => {
    const request = { ...quoteRequest({ destination: 'DE', value: 100, currency: 'EUR' }), date: '2026-11-20' };
    const plan = planQuote(FRESH, request);
    if (plan.kind !== 'plan') throw new Error(plan.kind);
    const basis = 'average_heading' as ResolvedRate['basis'];
    const estimated = { ...plan, found: { ...plan.found, rate: { ...plan.found.rate, basis } } };
    expect(quote(FRESH, request, estimated, { distanceSale: false })).toMatchObject({
      // VAT on the goods alone.
      range: { atLeast: 20, atMost: null, because: ['the rate is an average over more goods than those of 61091000'] },
    });
  });

  it('has nothing and the general duty as the bounds of a preference that is claimed and not loaded', () => {
    const members = ['DE', 'CN'].map((country) => ({ country, joinedOn: '2020-01-01', founding: true }));
    const reference = { ...FRESH, agreements: [agreementOf({ members, symbols: {} })] };
    const parcel = { hsCode: '610910', value: 40, claimPreference: true, distanceSale: true };
    expect(costOf(parcel, reference)).toMatchObject({
      total: null,
      atLeast: 48,
      atMost: 50.88,
      because: ['the rate of Pact is not known, and it is claimed'],
    });
  });
});

const SHIRTS = [ratedLine('61099010', 0), ratedLine('61099090', 6.5)];

it('is certain of random consignments only inside a customs union, or where a relief or a duty of each item holds', () => {
  const consignments = fc.record({
    hsCode: fc.constantFrom(...CODES.split(' '), '391239', '030191'),
    origin: fc.constantFrom('CN', 'US', 'RU', 'MX', 'FR'),
    destination: fc.constantFrom(...COUNTRIES.filter((country) => !['US', 'FR'].includes(country))),
    value: fc.integer({ min: 1, max: 2_000 }),
    currency: fc.constantFrom(...CURRENCIES),
    transport: fc.constantFrom('sea' as const, 'post' as const, null),
    distanceSale: fc.constantFrom(true, false, null),
    claimPreference: fc.boolean(),
    date: fc.constantFrom('2026-06-30', '2026-07-01', '2026-11-20'),
  });
  let certain = 0;
  fc.assert(
    fc.property(consignments, fc.constantFrom(FRESH, OLD), (changes, reference) => {
      const cost = costOf(changes, reference);
      const { total, atLeast, atMost, because, deMinimis, quote: answer } = cost;
      expect(because.length === 0).toBe(total !== null);
      expect(atLeast).toBeLessThanOrEqual(atMost ?? Infinity);
      if (total === null) return;
      certain += 1;
      expect([atLeast, atMost]).toEqual([total, total]);
      const isUnion = answer.schedule === '';
      expect(isUnion || deMinimis?.dutyWaived === true || deMinimis?.remedies !== null).toBe(true);
      expect(isUnion || deMinimis?.dutyWaived !== null).toBe(true);
    }),
    { numRuns: 1_000 },
  );
  expect(certain).toBeGreaterThan(10);
});
