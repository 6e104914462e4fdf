import { searchWords } from '../../../../../domain/hs-codes/search/query/search-words';
import { searcherOf } from '../../../../support/searcher';

/** So many headings that all name gloves alike, and one that names leather gloves. */
function gloves(headings: number) {
  const nodes: Record<string, string> = { '42': 'Leather', '4203': 'Leather gloves' };
  for (let at = 0; at < headings; at += 1) nodes[String(6101 + at)] = 'Knitted gloves';
  return searcherOf(nodes);
}

/** Source: docs/GAPS.md#H2 */
describe('a search by words', () => {
  it('is too general from eight headings on that fit alike', () => {
    expect(searchWords(gloves(8), 'knitted gloves', 20).tooGeneral).toBe(true);
    expect(searchWords(gloves(7), 'knitted gloves', 20).tooGeneral).toBe(false);
  });

  it('is not too general where many codes of few headings fit alike', () => {
    const nodes: Record<string, string> = {};
    for (let at = 1; at <= 4; at += 1) for (let last = 1; last <= 3; last += 1) nodes[`610${at}1${last}`] = 'Gloves';
    const { hits, tooGeneral } = searchWords(searcherOf(nodes), 'gloves', 20);
    expect([hits.length, tooGeneral]).toEqual([12, false]);
  });

  it('is not too general where one fits best', () => {
    const { hits, tooGeneral } = searchWords(gloves(8), 'leather gloves', 20);
    expect([hits[0]?.code, tooGeneral]).toEqual(['4203', false]);
  });

  it('finds nothing for what nothing says', () => {
    expect(searchWords(gloves(1), 'zzzz', 20)).toMatchObject({ hits: [], total: 0, tooGeneral: false });
  });

  it('has as many codes as are asked for', () => {
    const { hits, total } = searchWords(gloves(8), 'knitted gloves', 3);
    expect(hits).toHaveLength(3);
    expect(total).toBeGreaterThan(3);
  });
});
