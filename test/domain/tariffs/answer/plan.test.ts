import { planQuote } from '../../../../domain/tariffs/answer/plan';
import type { QuoteRequest } from '../../../../domain/tariffs/rate/found-rate';
import { adValoremRate } from '../../../../domain/tariffs/schedule/duty';
import {
  additionalDuty,
  agreementOf,
  provenance,
  quoteRequest,
  ratedLine,
  referenceOf,
  scheduleOfLines,
  vatRate,
} from '../../../support/tariff-facts';

const vat = vatRate('0', { source: provenance({ title: 'VAT rates', validFrom: null }) });
const US = scheduleOfLines(
  [ratedLine('61091000', 16.5, { columnTwo: adValoremRate('90%', '90') }), ratedLine('0101', 1)],
  {
    additional: [additionalDuty({ heading: '99038803', origins: ['CN'], note: '20(f)' })],
  },
);
const agreementsSource = provenance({ title: 'Agreements' });
const REFERENCE = referenceOf({
  schedules: new Map([['US', [US]]]),
  vat: new Map([['US', [vat]]]),
  agreements: [agreementOf({ symbols: {} })],
  agreementsSource,
});

function plan(overrides: Partial<QuoteRequest> = {}, reference = REFERENCE) {
  const planned = planQuote(reference, quoteRequest(overrides));
  if (planned.kind !== 'plan') throw new Error(planned.kind);
  return planned;
}

describe('what is known before amounts are', () => {
  it('names its sources, and misses nothing', () => {
    const { sources, missing, schedule, vatPercent, columnTwo } = plan();
    expect(sources).toEqual([US.provenance, vat.source, agreementsSource]);
    expect([missing, schedule, vatPercent]).toEqual([[], 'US', '0']);
    expect(columnTwo).toMatchObject({ rate: { percent: '90' }, applies: false });
  });

  it('says why nothing can be said', () => {
    expect(planQuote(REFERENCE, quoteRequest({ hsCode: '99990000' }))).toEqual({ kind: 'unknown_code' });
  });

  it('misses a VAT rate that nobody loaded', () => {
    expect(plan({}, { ...REFERENCE, vat: new Map() }).missing).toEqual([
      'VAT of US is not known; totals that depend on it are null',
    ]);
  });

  it('misses the rates of an agreement that applies, and of no other', () => {
    expect(plan({ origin: 'MX' }).missing).toEqual(['the preferential rates of Pact are not loaded']);
    expect(plan({ origin: 'VN' }).agreements).toMatchObject([{ name: 'Pact', applicable: false }]);
  });

  it('misses what decides about an additional duty', () => {
    expect(plan({ origin: 'CN' }).missing).toEqual([
      'whether 1 additional duties of chapter 99 apply is not known: each names in "condition" what decides',
    ]);
  });

  it('says of goods of Cuba that they pay column 2', () => {
    expect(plan({ origin: 'CU' }).columnTwo?.applies).toBe(true);
    expect(plan({ origin: 'CU' }).missing).toEqual([expect.stringContaining('see "columnTwo"')]);
    expect(plan({ origin: 'CU', hsCode: '0101' }).missing).toEqual([expect.stringContaining('which are not loaded')]);
  });

  it('takes the additional duties of the line that was found', () => {
    expect(plan({ origin: 'CN', hsCode: '6109100010' }).additional).toHaveLength(1);
  });

  describe('goes by the longest code that is known, and by what a longer one says of itself', () => {
    const aluminum = additionalDuty({ heading: '99038501', percent: '10', note: '19', origins: ['CN'] });
    const steel = additionalDuty({ origins: ['CN'] });
    const lines = ['73011000', '73012010', '73041110', '73049050', '76151090', '76169951'];
    const schedule = scheduleOfLines(
      lines.map((code, at) => ratedLine(code, at)),
      { additional: [aluminum, steel] },
    );
    const nodes = new Map(
      ['7301', '7304', '7616'].map((code) => [code, { code, section: 'XV', description: '', children: [] }]),
    );
    const nomenclature = { ...REFERENCE.nomenclature, nodes };
    const reference = { ...REFERENCE, nomenclature, schedules: new Map([['US', [schedule]]]) };

    it.each([
      ['76169951', [null]],
      ['7616995160', [true]],
      ['7616995100', [null]],
      ['7616995140', [null]],
      ['7615109000', []],
      ['7304', [null]],
      ['7304000000', [null]],
      ['7304050000', [null]],
      ['7304119900', [true]],
      ['730411', [true]],
      ['7301', [null]],
      ['7301000000', [null]],
    ])('%s: %j', (hsCode, expected) => {
      expect(plan({ origin: 'CN', hsCode }, reference).additional.map(({ applies }) => applies)).toEqual(expected);
    });
  });

  it('misses what came after an edition of more than a year', () => {
    expect(plan({ date: '2027-06-01' }).missing).toContainEqual(expect.stringContaining('17 months older'));
  });

  it('names the union itself inside the customs union, and no schedule', () => {
    const union = agreementOf({
      name: 'EU Single Market',
      title: 'The union',
      customsUnion: true,
      source: 'its treaty',
      sourceUrl: 'https://example.com',
      members: ['DE', 'FR'].map((country) => ({ country, joinedOn: '1993-01-01', founding: true })),
      effectiveDate: '1993-01-01',
    });
    const nodes = new Map([['610910', { code: '610910', section: 'XI', description: '', children: [] }]]);
    const reference = { ...REFERENCE, agreements: [union], nomenclature: { ...REFERENCE.nomenclature, nodes } };
    const { sources, schedule } = plan({ origin: 'FR', destination: 'DE' }, reference);
    expect(schedule).toBe('');
    expect(plan({ origin: 'FR', destination: 'GP' }, reference)).toMatchObject({
      agreements: [{ name: 'EU Single Market', applicable: true }],
      sources,
    });
    expect(sources).toEqual([
      agreementsSource,
      {
        ...agreementsSource,
        title: 'The union',
        publisher: 'its treaty',
        url: 'https://example.com',
        validFrom: '1993-01-01',
      },
    ]);
  });

  it('names no source of agreements where none is told', () => {
    expect(plan({}, { ...REFERENCE, agreements: [] }).sources).toEqual([US.provenance, vat.source]);
    expect(plan({}, { ...REFERENCE, agreementsSource: null }).sources).toEqual([US.provenance, vat.source]);
  });
});
