import { codeTariffs } from '../../../domain/hs-codes/code-tariffs';
import { adValoremRate } from '../../../domain/tariffs/schedule/duty';
import { agreementOf, provenance, ratedLine, referenceOf, scheduleOfLines } from '../../support/tariff-facts';

const free = { ...adValoremRate('Free', '0'), programs: ['S'] };
const US = scheduleOfLines([
  ratedLine('61091000', 16.5, { preferences: [free], columnTwo: adValoremRate('90%', '90'), unit: 'doz., kg' }),
  ratedLine('61099000', 32),
]);
const EU = scheduleOfLines([ratedLine('61091000', 12)], { name: 'EU' });
const nodes = new Map(
  ['6109', '610910', '6110'].map((code) => [code, { code, section: 'XI', description: '', children: [] }]),
);
const REFERENCE = referenceOf({
  schedules: new Map([
    ['US', [US]],
    ['EU', [EU]],
  ]),
  nomenclature: { ...referenceOf().nomenclature, nodes },
  agreements: [agreementOf()],
});
const ask = (code: string, country: string | null = 'US', date = '2026-03-01', reference = REFERENCE) =>
  codeTariffs(reference, { code, country, date });

/** Source: specification, operation 8; docs/GAPS.md#H3, #H4 */
describe('the rates of a code', () => {
  it('of one country have rate, preferences, column 2, unit and source', () => {
    expect(ask('61091000')).toMatchObject({
      matchedCode: '610910',
      tariffs: [
        {
          country: 'US',
          rate: { percent: '16.5' },
          preferential: { Pact: 0 },
          columnTwo: { percent: '90' },
          unit: 'doz., kg',
          provenance: US.provenance,
        },
      ],
      missing: [],
    });
  });

  it('of all countries are in the order of their codes, members of the union each by itself', () => {
    const countries = ask('61091000', null)?.tariffs.map(({ country }) => country) ?? [];
    expect(countries).toHaveLength(28);
    expect(countries).toEqual([...countries].sort());
    expect(ask('61091000', 'DE')?.tariffs).toMatchObject([{ country: 'DE', rate: { percent: '12' }, columnTwo: null }]);
  });

  it('of a common tariff are of each country that applies it, unless it has a schedule of its own', () => {
    const common = scheduleOfLines([ratedLine('61091000', 45)], { name: 'ZA' });
    const own = scheduleOfLines([ratedLine('61091000', 30)], { name: 'NA' });
    const schedules = new Map([
      ['ZA', [common]],
      ['NA', [own]],
    ]);
    const told = ask('61091000', null, '2026-03-01', { ...REFERENCE, schedules })?.tariffs ?? [];
    expect(told.map(({ country, rate }) => [country, rate.percent])).toEqual([
      ['BW', '45'],
      ['LS', '45'],
      ['NA', '30'],
      ['SZ', '45'],
      ['ZA', '45'],
    ]);
  });

  it('have no unit where several lines are meant', () => {
    expect(ask('6109')?.tariffs).toMatchObject([{ unit: null, rate: { range: { min: 16.5, max: 32 } } }]);
  });

  it.each([
    ['2020-06-30', {}, {}],
    ['2020-07-01', {}, { Pact: 0 }],
    ['2021-01-01', { expiredOn: '2021-01-01' }, {}],
    ['2020-12-31', { expiredOn: '2021-01-01' }, { Pact: 0 }],
    ['2021-01-01', { symbols: {} }, {}],
    ['2021-01-01', { customsUnion: true, symbols: {} }, { Pact: 0 }],
    ['2021-01-01', { customsUnion: true, symbols: {}, members: [] }, {}],
  ])('on %s under an agreement with %j are %j', (date, agreement, expected) => {
    const lines = [...US.lines].map(([code, terms]) => ({ code, ...terms }));
    const edition = scheduleOfLines(lines, { provenance: provenance({ validFrom: '2020-01-01' }) });
    const reference = { ...REFERENCE, schedules: new Map([['US', [edition]]]), agreements: [agreementOf(agreement)] };
    expect(ask('61091000', 'US', date, reference)?.tariffs[0]?.preferential).toEqual(expected);
  });

  it('are none of an unknown heading', () => expect(ask('9999')).toBeNull());

  it('say why they are missing', () => {
    expect(ask('6110')?.missing).toEqual([
      'the schedule of US has no rate for 6110: it is in HS 2022, and no concordance for the code is loaded',
    ]);
    expect(ask('6109', 'JP')?.missing).toEqual(['no tariff schedule of JP is loaded']);
    expect(ask('6109', 'US', '2025-01-01')?.missing).toEqual([
      'the oldest edition of the schedule of US that is loaded begins on 2026-01-01',
    ]);
    expect(ask('6109', null, '2026-03-01', { ...REFERENCE, schedules: new Map() })?.missing).toEqual([
      'no tariff schedule is loaded',
    ]);
    expect(ask('61091000', 'US', '2027-06-01')?.missing).toEqual([expect.stringContaining('17 months older')]);
  });

  it('of a schedule that names no nomenclature say so', () => {
    const edition = scheduleOfLines([ratedLine('0101', 1)], { provenance: provenance({ nomenclature: null }) });
    const reference = { ...REFERENCE, schedules: new Map([['US', [edition]]]) };
    expect(ask('6110', 'US', '2026-03-01', reference)?.missing[0]).toContain('that it does not name');
  });

  it('are of the line where the nomenclature lacks the code', () => {
    const reference = { ...REFERENCE, nomenclature: referenceOf().nomenclature };
    expect(ask('61091000', 'US', '2026-03-01', reference)?.matchedCode).toBe('61091000');
  });
});
