import { queryWords } from '../../../../../domain/hs-codes/search/query/query-words';
import type { WrittenRule } from '../../../../../domain/hs-codes/search/index/assemble';
import { searcherOfRules } from '../../../../support/searcher';

const rule = (terms: string, alternative: string, language: WrittenRule['language']): WrittenRule => {
  return { terms, alternatives: [alternative], language };
};
const { index } = searcherOfRules(
  { '3917': 'Hoses of plastics', '4203': 'Gloves', '8471': 'Computer', '0808': 'Apples', '6203': 'Trousers' },
  [
    rule('leder', 'leather', 'de'),
    rule('handschuh', 'gloves', 'de'),
    rule('hose', 'trousers', 'de'),
    rule('lederhose', 'trousers', 'de'),
    rule('tisch', 'table', 'de'),
    rule('pomme', 'apples', 'fr'),
    rule('pomme de terre', 'potatoes', 'fr'),
    rule('lettino', 'bed', 'it'),
    rule('pj', 'pyjamas', null),
  ],
);
const words = (query: string) => queryWords(index, query);

describe('the words of a query', () => {
  it.each([
    ['Lederhandschuhe', ['leder', 'handschuhe']],
    ['Tischeshandschuh', ['tisches', 'handschuh']],
    ['Computertisch', ['computer', 'tisch']],
    ['Ledercomputer', ['leder', 'computer']],
    ['Ledertischhandschuh', ['leder', 'tisch', 'handschuh']],
    ['Lederhose', ['lederhose']],
    ['computers', ['computers']],
    ['lettino', ['lettino']],
    ['computerapples', ['computerapples']],
  ])('take %s apart into %j', (query, expected) => expect(words(query).words).toEqual(expected));

  it('are the head of a compound where the rest is unknown, and say so', () => {
    expect(words('Zwischentisch')).toEqual({ words: ['tisch'], hasCompound: true, unknownParts: ['zwischen'] });
    expect(words('leder')).toEqual({ words: ['leder'], hasCompound: false, unknownParts: [] });
  });
});
