import type { AskedCode } from '../../../../domain/hs-codes/code';
import { findLines } from '../../../../domain/tariffs/schedule/schedule';
import { ratedLine, scheduleOfLines } from '../../../support/tariff-facts';

const SCHEDULE = scheduleOfLines(
  ['010121', '0101290010', '0101290020', '0102', '610910', '61091000'].map((code, at) => ratedLine(code, at)),
);

const find = (code: string, overrides: Partial<AskedCode> = {}) => {
  const found = findLines(SCHEDULE, { code, known: code, predecessors: [], successors: [], ...overrides });
  return found === null ? null : [found.relation, ...found.lines.map((line) => line.code)];
};

/** Source: docs/GAPS.md#H3 */
describe('the lines of a code', () => {
  it.each([
    ['the code itself', '010121', ['line', '010121']],
    ['before those below it', '610910', ['line', '610910']],
    ['else the longest parent', '6109100012', ['parent_line', '61091000']],
    ['else a shorter one', '010229', ['parent_line', '0102']],
    ['else its children', '010129', ['children', '0101290010', '0101290020']],
    ['of which there may be many', '0101', ['children', '010121', '0101290010', '0101290020']],
  ])('are %s', (_name, code, expected) => {
    expect(find(code)).toEqual(expected);
  });

  it.each(['0103', '6110', '0100', '9999'])('are none for %s', (code) => {
    expect(find(code)).toBeNull();
  });

  it('are those of its longest known parent where it is known to nobody', () => {
    expect(find('0101309999', { known: '010129' })).toEqual(['children', '0101290010', '0101290020']);
  });

  it('are those of the codes that replaced it, and not of its heading', () => {
    expect(find('010229', { successors: ['010121', '999999'] })).toEqual(['later_edition', '010121']);
    expect(find('010229', { successors: ['999999'] })).toEqual(['parent_line', '0102']);
    expect(find('010121', { successors: ['610910'] })).toEqual(['line', '010121']);
  });

  it('are those of the codes that it replaced, where there is nothing else', () => {
    expect(find('999910', { predecessors: ['010121', '0102'] })).toEqual(['previous_edition', '010121', '0102']);
    expect(find('010121', { predecessors: ['0102'] })).toEqual(['line', '010121']);
    expect(find('999910', { predecessors: ['888810'] })).toBeNull();
  });

  it('are found in any place of the schedule', () => {
    const codes = Array.from({ length: 33 }, (_, at) => `${1000 + at}10`);
    const schedule = scheduleOfLines(codes.map((code) => ratedLine(code, 1)));
    for (const code of codes) {
      const heading = code.slice(0, 4);
      const asked = { code: heading, known: heading, predecessors: [], successors: [] };
      expect(findLines(schedule, asked)).toMatchObject({ relation: 'children', lines: [{ code }] });
    }
  });
});
