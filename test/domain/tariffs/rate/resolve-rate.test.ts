import { adValoremRate, type Duty, opaqueRate, type Rate } from '../../../../domain/tariffs/schedule/duty';
import {
  rateGaps,
  resolveColumnTwo,
  isEstimate,
  resolveMfn,
  resolvePreference,
  type ResolvedRate,
} from '../../../../domain/tariffs/rate/resolve-rate';
import type { FoundLines, RatedLine, Relation } from '../../../../domain/tariffs/schedule/schedule';
import { ratedLine } from '../../../support/tariff-facts';

const specific = (expression: string): Rate => {
  const duty: Duty = { parts: [{ type: 'specific', amount: '1', currency: 'USD', per: '1', unit: 'kg' }] };
  return { expression, kind: 'specific', adValorem: null, duty };
};
const found = (rates: readonly (Rate | number)[], relation: Relation = 'children'): FoundLines => ({
  relation,
  isAverage: false,
  lines: rates.map((rate, at) => ratedLine(`61091000${at}0`, rate)),
});
const percentDuty = (percent: string): Duty => ({ parts: [{ type: 'percent', percent }] });

/** Source: docs/GAPS.md#H3 */
describe('the general rate of a code', () => {
  it.each(['line', 'parent_line', 'later_edition', 'previous_edition'] as const)('is that of one %s', (relation) => {
    expect(resolveMfn(found([6.5], relation))).toEqual({
      percent: '6.5',
      duty: percentDuty('6.5'),
      expression: '6.5%',
      basis: relation,
      range: null,
      lines: 1,
      nonAdValoremLines: 0,
      lineCode: '6109100000',
    });
  });

  it('is that of its children where they are equal', () => {
    expect(resolveMfn(found([5, 5]))).toMatchObject({
      percent: '5',
      basis: 'equal_lines',
      expression: '5%',
      range: null,
      lines: 2,
      lineCode: null,
    });
    expect(resolveMfn(found([specific('1 USD/kg'), specific('1 USD/kg')]))).toMatchObject({
      percent: null,
      duty: specific('').duty,
      expression: '1 USD/kg',
      basis: 'equal_lines',
      nonAdValoremLines: 2,
    });
  });

  it('is their simple average where they differ, with its range', () => {
    expect(resolveMfn(found([5, 0, 20]))).toEqual({
      percent: '8.3333',
      duty: percentDuty('8.3333'),
      expression: null,
      basis: 'average_of_lines',
      range: { min: 0, max: 20 },
      lines: 3,
      nonAdValoremLines: 0,
      lineCode: null,
    });
    expect(resolveMfn(found([5, 5, 10])).percent).toBe('6.6667');
  });

  it('leaves out of the average what is not ad valorem', () => {
    expect(resolveMfn(found([4, specific('1 USD/kg'), 6]))).toMatchObject({
      percent: '5',
      range: { min: 4, max: 6 },
      lines: 3,
      nonAdValoremLines: 1,
      expression: null,
    });
    expect(resolveMfn(found([4, specific('1 USD/kg')]))).toMatchObject({ percent: '4', range: null });
  });

  it('is none where the lines differ and none is ad valorem', () => {
    const texts = ['a', 'b', 'b', 'c', 'd', 'e'];
    expect(resolveMfn(found(texts.map((text) => specific(text))))).toMatchObject({
      percent: null,
      duty: null,
      expression: 'a; b; c; d; e',
      basis: 'different_lines',
      range: null,
      nonAdValoremLines: 6,
    });
    const more = [...texts, 'f'].map((text) => opaqueRate(text));
    expect(resolveMfn(found(more)).expression).toBe('a; b; c; d; e; …');
  });

  it('keeps its relation with several lines of another edition', () => {
    expect(resolveMfn(found([5, 10], 'later_edition')).basis).toBe('later_edition');
  });
});

describe('a published average', () => {
  it.each<[string, Relation, string]>([
    ['610910', 'line', 'average_hs6'],
    ['610910', 'parent_line', 'average_hs6'],
    ['6109', 'parent_line', 'average_heading'],
    ['61', 'parent_line', 'average_chapter'],
    ['610910', 'children', 'average_heading'],
  ])('of %s that is its %s is an estimate: %s', (code, relation, basis) => {
    const rate = resolveMfn({ relation, isAverage: true, lines: [ratedLine(code, 7.5)] });
    expect([rate.basis, isEstimate(rate)]).toEqual([basis, true]);
  });

  it('is told from the average of lines of a schedule, which is none', () => {
    expect(isEstimate(resolveMfn(found([5, 7])))).toBe(false);
  });
});

describe('the rate of column 2', () => {
  const both = (columns: readonly (Rate | null)[]): FoundLines => ({
    relation: 'children',
    isAverage: false,
    lines: columns.map((columnTwo, at) => ratedLine(`0101290${at}`, 5, { columnTwo })),
  });

  it('is that of all lines', () => {
    expect(resolveColumnTwo(both([adValoremRate('90%', '90'), adValoremRate('30%', '30')]))).toMatchObject({
      percent: '60',
      range: { min: 30, max: 90 },
    });
  });

  it('is none where a line has none', () => {
    expect(resolveColumnTwo(both([adValoremRate('90%', '90'), null]))).toBeNull();
  });
});

describe('what a rate does not say', () => {
  const rate = (overrides: Partial<ResolvedRate>): ResolvedRate => ({ ...resolveMfn(found([4, 6])), ...overrides });

  it.each<[string, Partial<ResolvedRate>, string[]]>([
    ['nothing, of ad valorem lines', {}, []],
    ['nothing, of one specific duty', { percent: null, nonAdValoremLines: 1, basis: 'line' }, []],
    [
      'the lines left out',
      { lines: 3, nonAdValoremLines: 1 },
      ['1 of the 3 lines of the schedule of US for 6109 are not ad valorem and are left out of the average'],
    ],
    [
      'any rate at all',
      { basis: 'different_lines', percent: null, lines: 2, nonAdValoremLines: 2 },
      [
        'the 2 lines of the schedule of US for 6109 have different duties of which none is ad valorem: name a line of the schedule',
      ],
    ],
  ])('%s', (_name, overrides, gaps) => {
    expect(rateGaps(rate(overrides), 'US', '6109')).toEqual(gaps);
  });
});

describe('the rate of a program', () => {
  const special = (rate: Rate, ...programs: string[]) => ({ ...rate, programs });
  const free = adValoremRate('Free', '0');
  const lines = (...preferences: RatedLine['preferences'][]): FoundLines => ({
    relation: 'children',
    isAverage: false,
    lines: preferences.map((preferred, at) => ratedLine(`0101290${at}`, 5, { preferences: preferred })),
  });

  it('is that of the lines that list one of its symbols', () => {
    const granted = { percent: '0', duty: percentDuty('0'), expression: 'Free' };
    expect(resolvePreference(lines([special(free, 'AU', 'S+')]), ['S', 'S+'])).toEqual(granted);
    expect(resolvePreference(lines([special(free, 'S')], [special(free, 'S')]), ['S'])).toEqual(granted);
  });

  it('is none where no line lists it', () => {
    expect(resolvePreference(lines([special(free, 'AU')], []), ['S'])).toBeNull();
  });

  it('is averaged with the general rate of lines that do not list it', () => {
    expect(resolvePreference(lines([special(free, 'S')], []), ['S'])).toEqual({
      percent: '2.5',
      duty: percentDuty('2.5'),
      expression: null,
    });
  });

  it('prefers what is ad valorem among several of one line', () => {
    const note = special(opaqueRate('See 9822.05.20'), 'S');
    expect(resolvePreference(lines([note, special(free, 'S')]), ['S'])?.percent).toBe('0');
    expect(resolvePreference(lines([note]), ['S'])).toEqual({
      percent: null,
      duty: null,
      expression: 'See 9822.05.20',
    });
  });

  it('cannot be said where one of several different rates is not ad valorem', () => {
    const note = special(opaqueRate('See 9822.05.20'), 'S');
    expect(resolvePreference(lines([note], [special(free, 'S')]), ['S'])).toEqual({
      percent: null,
      duty: null,
      expression: null,
    });
  });
});
