import { joinedWordsOf, withoutExclusions, wordsOf } from '../../../../domain/hs-codes/search/words';

describe('words of descriptions and queries', () => {
  it('folds accents, case and possessives and drops grammar', () => {
    expect(wordsOf("Women's Crème brûlée, of the kind used for soup")).toEqual(['women', 'creme', 'brulee', 'soup']);
  });

  it('knows hyphenated words as one word too', () => {
    expect(joinedWordsOf('a T-shirt and air-fryer')).toEqual(['tshirt', 'airfryer']);
  });

  it('does not index what a description excludes', () => {
    expect(withoutExclusions('Handbags (excl. of leather), other than of plastic; n.e.c. in heading 4202')).not.toMatch(
      /leather|plastic|heading/,
    );
  });
});
