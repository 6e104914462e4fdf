import { queryWords } from '../../../../../domain/hs-codes/search/query/query-words';
import { rulesFor } from '../../../../../domain/hs-codes/search/query/rules';
import type { WrittenRule } from '../../../../../domain/hs-codes/search/index/assemble';
import { searcherOfRules } from '../../../../support/searcher';

const RULES: readonly (readonly [string, string, WrittenRule['language']])[] = [
  ['leder', 'leather', 'de'],
  ['handschuh', 'gloves', 'de'],
  ['hose', 'trousers', 'de'],
  ['pomme', 'apples', 'fr'],
  ['pomme de terre', 'potatoes', 'fr'],
  ['pj', 'pyjamas', null],
];
const { index } = searcherOfRules(
  { '3917': 'Hoses of plastics', '4203': 'Gloves', '0808': 'Apples', '6203': 'Trousers' },
  RULES.map(([terms, alternative, language]) => ({ terms, alternatives: [alternative], language })),
);
const rules = (query: string) => rulesFor(index, queryWords(index, query), query);
const applied = (query: string) => rules(query).rules.map(({ terms }) => terms.join(' '));

describe('the rules of a query', () => {
  it('are those of its language, told by words that English does not have', () => {
    expect(rules('Leder Hose')).toMatchObject({ languages: new Set(['de']), maybeEnglish: false });
    expect(applied('Leder Hose')).toEqual(['leder', 'hose']);
    expect(applied('pomme Hose')).toEqual(['pomm']);
  });

  it('are unsure where every word may be English', () => {
    expect(rules('hose')).toMatchObject({ languages: new Set(['de']), maybeEnglish: true });
    expect(applied('hose gloves')).toEqual([]);
  });

  it('match any form of a word, but those of every language its stem alone', () => {
    expect(applied('Handschuhen')).toEqual(['handschuh']);
    expect([applied('pj'), applied('pjen')]).toEqual([['pj'], []]);
  });

  it('leave out what a longer one names', () => {
    expect(applied('des pommes de terre')).toEqual(['pomm terr']);
  });
});
