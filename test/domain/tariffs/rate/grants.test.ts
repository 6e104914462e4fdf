import type { Agreement } from '../../../../domain/tariffs/schedule/agreements';
import { adValoremRate, opaqueRate } from '../../../../domain/tariffs/schedule/duty';
import { findRate, type QuoteRequest } from '../../../../domain/tariffs/rate/found-rate';
import { grantOf } from '../../../../domain/tariffs/rate/grants';
import { agreementOf, quoteRequest, ratedLine, referenceOf, scheduleOfLines } from '../../../support/tariff-facts';

const special = (rate = adValoremRate('2.5%', '2.5')) => [{ ...rate, programs: ['S'] }];
const REFERENCE = referenceOf({
  schedules: new Map([
    [
      'US',
      [
        scheduleOfLines([
          ratedLine('61091000', 16.5, { preferences: special() }),
          ratedLine('72083900', 0),
          ratedLine('62011000', 10),
          ratedLine('22042100', 10, { preferences: special(opaqueRate('See note')) }),
        ]),
      ],
    ],
  ]),
});

function grant(overrides: Partial<QuoteRequest> = {}, agreement: Partial<Agreement> = {}) {
  const request = quoteRequest({ origin: 'MX', ...overrides });
  const found = findRate(REFERENCE, request);
  if ('kind' in found) throw new Error(found.kind);
  return grantOf(agreementOf(agreement), request, found);
}

/** Source: docs/GAPS.md#H5 */
describe('what an agreement grants', () => {
  it('is the rate of its symbol, with what it asks for', () => {
    expect(grant()).toEqual({
      name: 'Pact',
      applicable: true,
      rate: 2.5,
      rateStatus: 'loaded',
      percent: '2.5',
      duty: { parts: [{ type: 'percent', percent: '2.5' }] },
      conditions: 'a certification of origin',
    });
  });

  it('is told of other origins too, as not applicable', () => {
    expect(grant({ origin: 'VN' })).toMatchObject({ applicable: false, rate: 2.5 });
  });

  it('is not told of an agreement of others', () => {
    const members = [{ country: 'MX', joinedOn: '2020-07-01', founding: true }];
    expect(grant({}, { members })).toBeNull();
    expect(grant({ origin: 'VN' }, { bilateral: true })).toBeNull();
    expect(grant({}, { bilateral: true })).not.toBeNull();
  });

  it('is that of the state inside whose customs border a territory lies', () => {
    expect(grant({ destination: 'PR' })).toMatchObject({ applicable: true, rate: 2.5 });
  });

  it('is nothing inside a customs union', () => {
    expect(grant({}, { customsUnion: true })).toMatchObject({ rate: 0, percent: '0', rateStatus: 'loaded' });
  });

  it('is not known without its symbols', () => {
    expect(grant({}, { symbols: {} })).toMatchObject({ rate: null, rateStatus: 'not_loaded', duty: null });
  });

  it('is free where the goods are free for everybody', () => {
    expect(grant({ hsCode: '72083900' })).toMatchObject({ rate: 0, rateStatus: 'loaded', percent: '0' });
  });

  it('is nothing where the line names it not', () => {
    expect(grant({ hsCode: '62011000' })).toMatchObject({ rate: null, rateStatus: 'not_granted' });
  });

  it('has no percent where it is not ad valorem', () => {
    expect(grant({ hsCode: '22042100' })).toMatchObject({ rate: null, rateStatus: 'not_ad_valorem', percent: null });
  });

  it('has no conditions where none are recorded', () => {
    expect(grant({}, { conditions: {} })?.conditions).toBeNull();
  });
});
