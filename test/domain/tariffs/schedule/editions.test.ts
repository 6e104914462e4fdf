import {
  chapter99Age,
  scheduleAge,
  scheduleAt,
  scheduleGaps,
  vatAge,
  vatAt,
} from '../../../../domain/tariffs/schedule/editions';
import type { VatRate } from '../../../../domain/tariffs/schedule/reference-data';
import { provenance, referenceOf, scheduleOfLines, vatRate } from '../../../support/tariff-facts';

const edition = (name: string, validFrom: string | null) =>
  scheduleOfLines([], { provenance: provenance({ edition: name, validFrom }) });

/** Source: docs/GAPS.md#H4 */
describe('the edition of a schedule at a date', () => {
  const [later, earlier] = [edition('2026', '2026-01-01'), edition('2025', '2025-01-01')];
  const reference = referenceOf({
    schedules: new Map([
      ['US', [later, earlier]],
      ['GB', [edition('undated', null)]],
      ['CA', []],
    ]),
  });

  it.each([
    ['2026-11-20', later],
    ['2026-01-01', later],
    ['2025-12-31', earlier],
    ['2025-01-01', earlier],
  ])('on %s is the latest that had begun', (date, schedule) => {
    expect(scheduleAt(reference, 'US', date)).toEqual({ kind: 'edition', schedule });
  });

  it('is none before the oldest, which is named', () => {
    expect(scheduleAt(reference, 'US', '2024-12-31')).toEqual({ kind: 'before_editions', oldest: earlier });
  });

  it('without a date holds always', () => {
    expect(scheduleAt(reference, 'GB', '1990-01-01').kind).toBe('edition');
  });

  it.each(['CA', 'JP'])('is not loaded for %s', (name) => {
    expect(scheduleAt(reference, name, '2026-01-01')).toEqual({ kind: 'not_loaded' });
  });
});

describe('a common tariff', () => {
  const common = scheduleOfLines([], { name: 'ZA', doubts: ['excise stands elsewhere'] });
  const own = scheduleOfLines([], { name: 'NA' });
  const day = '2026-03-01';

  it('stands for the schedule of a member that has none of its own, and the answer says so', () => {
    const reference = referenceOf({ schedules: new Map([['ZA', [common]]]) });
    expect(scheduleAt(reference, 'NA', day)).toEqual({ kind: 'edition', schedule: common });
    expect(scheduleAt(reference, 'MZ', day)).toEqual({ kind: 'not_loaded' });
    expect(scheduleGaps(common, 'NA', day)).toEqual([
      'the schedule of NA is the common tariff that is loaded for ZA, without exceptions of NA',
      'ZA: excise stands elsewhere',
    ]);
    expect(scheduleGaps(common, 'ZA', day)).toEqual(['ZA: excise stands elsewhere']);
  });

  it('gives way to a schedule of its own', () => {
    const schedules = new Map([
      ['ZA', [common]],
      ['NA', [own]],
    ]);
    expect(scheduleAt(referenceOf({ schedules }), 'NA', day)).toEqual({ kind: 'edition', schedule: own });
  });
});

const vat = (overrides: Partial<VatRate> = {}) =>
  vatRate('20', { validFrom: null, source: provenance({ validFrom: null, edition: 'list' }), ...overrides });

describe('the VAT of a country at a date', () => {
  const at = (rates: readonly VatRate[], date: string) =>
    vatAt(referenceOf({ vat: new Map([['DE', rates]]) }), 'DE', date);

  it.each([
    ['within its days', vat({ validFrom: '2026-01-01', validTo: '2026-07-01' }), '2026-06-30', true],
    ['on its first day', vat({ validFrom: '2026-01-01' }), '2026-01-01', true],
    ['before it', vat({ validFrom: '2026-01-01' }), '2025-12-31', false],
    ['on the first day on which it no longer held', vat({ validTo: '2026-07-01' }), '2026-07-01', false],
    ['before its list began', vat({ source: provenance({ validFrom: '2026-01-01' }) }), '2025-12-31', false],
    ['when its list began', vat({ source: provenance({ validFrom: '2026-01-01' }) }), '2026-01-01', true],
    ['at any time without dates', vat(), '1990-01-01', true],
  ])('holds %s', (_name, rate, date, expected) => {
    expect(at([rate], date)).toEqual(expected ? rate : null);
  });

  it('is the first of its list that holds, and none of an unknown country', () => {
    const [now, before] = [vat({ validFrom: '2026-07-01' }), vat({ percent: '19' })];
    expect(at([now, before], '2026-06-30')?.percent).toBe('19');
    expect(at([now, before], '2026-07-01')?.percent).toBe('20');
    expect(vatAt(referenceOf(), 'DE', '2026-01-01')).toBeNull();
  });

  it('may have differed before the day of its list', () => {
    const words = (date: string) => [
      `the source does not say since when the VAT of DE is 20 %: on ${date} it may have differed`,
    ];
    const dated = vat({ source: provenance({ validFrom: null, edition: '2026-03-01' }) });
    expect(vatAge('DE', dated, '2026-02-28')).toEqual(words('2026-02-28'));
    expect(vatAge('DE', dated, '2026-03-01')).toEqual([]);
    const named = vat({ source: provenance({ validFrom: null, edition: 'as of 2026-03-01' }) });
    expect(vatAge('DE', named, '2026-01-31')).toEqual(words('2026-01-31'));
    expect(vatAge('DE', named, '2026-02-01')).toEqual([]);
    const revised = vat({ source: provenance({ validFrom: null, edition: '2026-03-01b' }) });
    expect(vatAge('DE', revised, '2026-02-01')).toEqual([]);
    const valid = vat({ source: provenance({ validFrom: '2025-05-01', edition: '2026-03-01' }) });
    expect(vatAge('DE', valid, '2025-04-30')).toEqual(words('2025-04-30'));
    expect(vatAge('DE', valid, '2025-05-01')).toEqual([]);
    expect(vatAge('DE', vat({ validFrom: '2024-01-01' }), '2020-01-01')).toEqual([]);
  });
});

describe('the age of an edition', () => {
  it('says nothing within a year and a day', () => {
    expect(scheduleAge(edition('2026', '2026-01-01'), '2027-01-01')).toEqual([]);
  });

  it('is told in months from then on', () => {
    expect(scheduleAge(edition('2026', '2026-01-01'), '2027-01-02')).toEqual([
      'changes of the schedule of US after 2026-01-01 are not loaded: its edition 2026 is 12 months older than 2027-01-02',
    ]);
  });

  it('counts from the day on which its publisher was last found to publish it', () => {
    const confirmed = { ...edition('2026', '2026-01-01'), confirmedOn: '2026-10-01' };
    expect(scheduleAge(confirmed, '2027-10-01')).toEqual([]);
    expect(scheduleAge(confirmed, '2027-10-02')).toEqual([
      'changes of the schedule of US after 2026-10-01 are not loaded: its edition 2026 is 12 months older than 2027-10-02',
    ]);
    const ahead = { ...edition('2027', '2027-01-01'), confirmedOn: '2026-10-01' };
    expect(scheduleAge(ahead, '2028-01-01')).toEqual([]);
  });

  it('is not known where the edition does not say from when it is valid', () => {
    expect(scheduleAge(edition('2026', null), '2026-01-02')).toEqual([
      'the edition 2026 of the schedule of US does not say from when it is valid',
    ]);
  });
});

/** Source: docs/GAPS.md#H9 */
describe('duties of chapter 99', () => {
  const schedule = edition('2026 revision 20', '2026-10-01');

  it.each([
    [null, '2026-10-31', true],
    [null, '2026-11-01', false],
    ['2026-11-20', '2026-11-01', true],
    ['2026-11-20', '2026-12-20', true],
    ['2026-11-20', '2026-12-21', false],
    ['2026-09-01', '2026-11-01', false],
  ])('found at the publisher on %s are certain on %s: %s', (confirmedOn, date, isCertain) => {
    expect(chapter99Age({ ...schedule, confirmedOn }, date) === null).toBe(isCertain);
  });

  it('are not certain on any day without the first one, whoever looked', () => {
    expect(chapter99Age({ ...edition('undated', null), confirmedOn: '2026-11-20' }, '2026-11-20')).toMatch(
      'has no date',
    );
  });

  it('are those of the United States alone', () => {
    expect(chapter99Age({ ...schedule, name: 'GB' }, '2030-01-01')).toBeNull();
  });
});
