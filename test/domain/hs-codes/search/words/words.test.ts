import {
  fold,
  indexTermsOf,
  isFiller,
  joinedWordsOf,
  withoutExclusions,
  wordsOf,
} from '../../../../../domain/hs-codes/search/words/words';

describe('words of descriptions and queries', () => {
  it('folds accents, case and possessives and drops grammar', () => {
    expect(wordsOf("Women's Crème brûlée, of the kind used for soup")).toEqual(['women', 'creme', 'brulee', 'soup']);
  });

  it('knows hyphenated words as one word too', () => {
    expect(joinedWordsOf('a T-shirt and air-fryer')).toEqual(['tshirt', 'airfryer']);
  });

  it('takes ligatures for the letters that they are of', () => {
    expect(fold('Straße Œuvre Ærø Łódź')).toBe('strasse oeuvre aero lodz');
    expect(fold("men's ladies’ o’clock")).toBe('men ladies oclock');
  });

  it.each(['the', 'whether', 'heading', 'types', 'including', 'und', 'nesoi', 'purposes'])('leaves out %s', (word) => {
    expect(wordsOf(`${word} tea`)).toEqual(['tea']);
  });

  it.each([
    ...['please', 'my', 'tariff', 'exporting', 'wholesale', 'brand', 'premium', 'consisting', 'packaging', 'using'],
    ...['usually', 'pcs', 'parcel'],
  ])('knows that %s says little of goods', (word) => expect(isFiller(word)).toBe(true));

  it('knows that tea says what goods are', () => expect(isFiller('tea')).toBe(false));

  it('indexes stems of words, and of hyphenated words as one', () => {
    expect(indexTermsOf('T-shirts of cotton')).toEqual(['t', 'shirt', 'cotton', 'tshirt']);
    expect([wordsOf('—'), joinedWordsOf('air fryer')]).toEqual([[], []]);
    expect(joinedWordsOf('ready-to-eat soup')).toEqual(['readytoeat']);
  });

  it.each([
    ['Handbags (excl. of leather)', 'Handbags '],
    ['Handbags (except leather', 'Handbags '],
    ['Handbags excluding leather, of plastic', 'Handbags , of plastic'],
    ['Bags other than handbags; of silk', 'Bags ; of silk'],
    ['Bags; n.e.c. in heading 42; of silk', 'Bags ; of silk'],
    ['Bags (of silk)', 'Bags (of silk)'],
  ])('says of %s what it is', (text, expected) => {
    expect(withoutExclusions(text).replace(/ +/g, ' ')).toBe(expected);
  });

  it('does not index what a description excludes', () => {
    expect(withoutExclusions('Handbags (excl. of leather), other than of plastic; n.e.c. in heading 4202')).not.toMatch(
      /leather|plastic|heading/,
    );
  });
});
