import { findRate, UNION_RATE, type QuoteRequest } from '../../../../domain/tariffs/rate/found-rate';
import { provenance, quoteRequest, ratedLine, referenceOf, scheduleOfLines } from '../../../support/tariff-facts';

const US = scheduleOfLines([ratedLine('61091000', 16.5)]);
const nomenclature = {
  ...referenceOf().nomenclature,
  nodes: new Map([['610910', { code: '610910', section: 'XI', description: 'T-shirts', children: [] }]]),
};
const REFERENCE = referenceOf({ schedules: new Map([['US', [US]]]), nomenclature });
const find = (overrides: Partial<QuoteRequest>, reference = REFERENCE) => findRate(reference, quoteRequest(overrides));

/** Source: docs/GAPS.md#H3, #H4 */
describe('the general rate of goods', () => {
  it('is that of their line', () => {
    expect(find({})).toMatchObject({ rate: { percent: '16.5', lineCode: '61091000' }, schedule: US });
  });

  it('is none inside the customs union, whatever is loaded', () => {
    expect(find({ origin: 'FR', destination: 'DE' })).toEqual({ rate: UNION_RATE, schedule: null, lines: null });
    expect(UNION_RATE).toMatchObject({ percent: '0', basis: 'customs_union' });
  });

  it.each([
    ['an unknown code', { hsCode: '99990000' }, { kind: 'unknown_code' }],
    ['goods that cross no border', { origin: 'US' }, { kind: 'domestic' }],
    ['a country without a schedule', { destination: 'JP' }, { kind: 'no_schedule' }],
    [
      'a day before the oldest edition',
      { date: '2025-12-31' },
      { kind: 'before_editions', validFrom: '2026-01-01', sources: [provenance()] },
    ],
  ])('is not said for %s', (_name, overrides, expected) => expect(find(overrides)).toEqual(expected));

  it.each([
    ['ZA', 'NA'],
    ['NA', 'ZA'],
    ['KZ', 'BY'],
    ['CH', 'LI'],
  ])('is not said for goods of %s in %s, which apply one common tariff', (origin, destination) => {
    const common = [scheduleOfLines([ratedLine('61091000', 45)], { name: 'ZA' })];
    const schedules = new Map(['ZA', 'RU', 'CH'].map((name) => [name, common] as const));
    const reference = { ...REFERENCE, schedules };
    expect(find({ origin, destination }, reference)).toEqual({ kind: 'no_schedule' });
    expect(find({ origin: 'CN', destination }, reference)).toMatchObject({ rate: { percent: '45' } });
  });

  it('is not said for a code of the nomenclature that the schedule has not', () => {
    const reference = { ...REFERENCE, schedules: new Map([['US', [scheduleOfLines([ratedLine('0101', 1)])]]]) };
    expect(find({}, reference)).toEqual({ kind: 'no_rate', nomenclature: 'HS 2022', sources: [provenance()] });
  });

  it('is that of a national line though the nomenclature lacks its code', () => {
    expect(find({}, { ...REFERENCE, nomenclature: referenceOf().nomenclature })).toMatchObject({
      rate: { percent: '16.5' },
    });
  });
});
